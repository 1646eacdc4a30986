#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A small JSON file in which something of the user's is kept, and which several windows read and rewrite whole.
struct KeptFile {
  std::filesystem::path path;
  std::uint64_t largest = 1 << 20;  ///< bytes
  /// What is told of a file that cannot be read, given why; and of one that is damaged, or of a newer Warpscope.
  std::function<Sentence(const Sentence& why)> unreadable;
  std::function<Sentence()> damaged;
};

/// Hands the file's JSON to `take`, which throws what the JSON library throws, or returns false of another version. A
/// file that does not exist is no error: `take` is not called.
[[nodiscard]] Status read_kept(const KeptFile& file,
                               const std::function<bool(const nlohmann::json&)>& take);

/// Rewrites it, while no other window does. `take` gets what others have written meanwhile; a file that it refuses is
/// kept as .bak. Then `json` tells what is written.
[[nodiscard]] Status rewrite_kept(const KeptFile& file,
                                  const std::function<bool(const nlohmann::json&)>& take,
                                  const std::function<nlohmann::json()>& json);

}  // namespace warpscope
