#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {

/// A file that two runs of a program left behind otherwise.
struct FileDifference {
  std::string path;  ///< below the working folder
  enum class Kind : std::uint8_t { contents, only_first, only_second } kind = Kind::contents;
  std::uint64_t offset = 0;  ///< of `contents`: the first byte that differs
};

/// A working folder as it was before a program ran, for runs that each begin with it as it was. All of them work at the same
/// path, one after another. Links stay links, and lead where they led.
class WorkingCopy {
 public:
  /// Errors: the folder holds more than most_bytes or most_entries, or something in it cannot be read.
  [[nodiscard]] static Result<WorkingCopy> of(const std::filesystem::path& folder);

  /// Makes the folder for the next run. What is in it from the last one is lost, unless it was kept.
  [[nodiscard]] Result<std::filesystem::path> begin();
  /// What the last run left behind is kept, and the next ones are compared with it.
  Status keep();
  /// Where the last run's folder differs from the one that was kept; none: nowhere but in `but`. The first by name.
  [[nodiscard]] std::optional<FileDifference> difference(const std::set<std::string>& but) const;
  /// All that differ.
  [[nodiscard]] std::set<std::string> differing() const;

  static constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;
  static constexpr std::size_t most_entries = 10'000;

 private:
  explicit WorkingCopy(TemporaryFolder folder) : folder_(std::move(folder)) {}
  [[nodiscard]] std::filesystem::path part(const char* name) const { return folder_.path() / name; }
  TemporaryFolder folder_;
};

}  // namespace warpscope
