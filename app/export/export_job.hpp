#pragma once

#include <cstdint>
#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Something that is written bit by bit, so that whoever drives it can show progress and stop.
/// One that ends before it is done leaves nothing half-written.
class ExportJob {
 public:
  enum class Turn : std::uint8_t {
    worked,  ///< there is more to do
    waits,   ///< for what runs beside: ask again a little later
    done,
  };
  virtual ~ExportJob() = default;
  /// Does the next bit, such as one picture.
  [[nodiscard]] virtual Result<Turn> advance() = 0;
  /// Pictures drawn, and to be drawn.
  [[nodiscard]] virtual std::uint64_t drawn() const = 0;
  [[nodiscard]] virtual std::uint64_t total() const = 0;
};

/// Whether a file can be written there, as far as one can know before: the same sentences as
/// write_file_atomically. What takes minutes had better know first.
[[nodiscard]] Status check_writable(const std::filesystem::path& path);

}  // namespace warpscope
