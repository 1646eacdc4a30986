#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {

/// What has been built before, and our headers, in the user's cache folder. Several processes may use it at the same
/// time: everything is made elsewhere and then renamed. Whatever is damaged counts as not there.
class ProgramCache {
 public:
  /// `folder`: made if need be.
  [[nodiscard]] static Result<ProgramCache> open(std::filesystem::path folder);

  /// The folder of our CUDA headers, unpacked.
  [[nodiscard]] Result<std::filesystem::path> headers() const;
  /// The same before anything is written.
  [[nodiscard]] static std::string headers_hash();

  [[nodiscard]] std::optional<BuiltProgram> find(const std::string& key) const;
  /// Puts what `built` names (its object lies in `work`) where find() sees it. `others`: files that it
  /// was made from and that the key does not tell; if one changes, the entry is worth nothing.
  [[nodiscard]] Result<BuiltProgram> keep(const std::string& key, const TemporaryFolder& work,
                                          BuiltProgram built,
                                          const std::vector<std::filesystem::path>& others) const;
  /// An empty folder to build in.
  [[nodiscard]] Result<TemporaryFolder> new_folder() const {
    return TemporaryFolder::make_in(folder_);
  }

  /// What it holds at most; those used least recently go first.
  static constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20U;
  static constexpr std::size_t most_entries = 200;
  void shrink(std::uintmax_t bytes = most_bytes, std::size_t entries = most_entries) const;

 private:
  explicit ProgramCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace warpscope
