#pragma once

#include <cstdint>
#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Work that writes a file bit by bit, so that its driver can show progress and stop it. A job that
/// ends before it is done leaves nothing half-written.
class ExportJob {
 public:
  enum class Turn : std::uint8_t {
    worked,  ///< there is more to do
    waits,   ///< for work beside it: ask again a little later
    done,
  };
  virtual ~ExportJob() = default;
  /// Does the next bit, such as one picture.
  [[nodiscard]] virtual Result<Turn> advance() = 0;
  /// Pictures drawn so far, and pictures to draw in all.
  [[nodiscard]] virtual std::uint64_t drawn() const = 0;
  [[nodiscard]] virtual std::uint64_t total() const = 0;
};

/// Whether a file can be written there, as far as that can be known before, with the sentences of
/// write_file_atomically. Work that takes minutes had better know first.
[[nodiscard]] Status check_writable(const std::filesystem::path& path);

}  // namespace warpscope
