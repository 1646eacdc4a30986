#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
///
/// The smallest files are copied, as many as `Limits` allow; the others are links to the real ones. Those are not protected:
/// who makes the runs asks changed_link() after each. What the program's own run changed of them is copied after all, as it
/// left it.
class WorkingCopy {
 public:
  struct Limits {
    std::uintmax_t copied_bytes = std::uintmax_t{64} << 20;
    std::size_t entries = 10'000;                            ///< files, folders and links in all
    std::uintmax_t changed_bytes = std::uintmax_t{1} << 30;  ///< copied after all
  };
  /// Errors: the folder has too many entries, or something in it cannot be read.
  [[nodiscard]] static Result<WorkingCopy> of(const std::filesystem::path& folder,
                                              const Limits& limits);
  [[nodiscard]] static Result<WorkingCopy> of(const std::filesystem::path& folder) {
    return of(folder, Limits{});
  }

  /// After the program's own run: copies the files behind links that it changed. Errors: they are too large.
  Status settle();
  /// Makes the folder for the next run, settled. What is in it from the last one is lost, unless it was kept.
  [[nodiscard]] Result<std::filesystem::path> begin();
  /// A file behind a link that was changed since settle(), by its path in the folder; none: none was.
  [[nodiscard]] std::optional<std::string> changed_link() const;
  /// What the last run left behind is kept, and the next ones are compared with it.
  Status keep();
  /// Where the last run's folder differs from the one that was kept; none: nowhere but in `but`. The first by name.
  [[nodiscard]] std::optional<FileDifference> difference(const std::set<std::string>& but) const;
  /// All that differ.
  [[nodiscard]] std::set<std::string> differing() const;

 private:
  /// Changes whenever somebody writes the file.
  struct Stamp {
    std::uint64_t device = 0, file = 0, bytes = 0;
    std::int64_t modified = 0, changed = 0;  // ns
    bool operator==(const Stamp&) const = default;
  };
  struct Link {
    std::filesystem::path path;  // in the folder
    std::optional<Stamp> stamp;  // of the real file
  };
  WorkingCopy(TemporaryFolder folder, std::filesystem::path real, const Limits& limits)
      : folder_(std::move(folder)), real_(std::move(real)), limits_(limits) {}
  [[nodiscard]] std::filesystem::path part(const char* name) const { return folder_.path() / name; }
  /// Unset: there is no such file.
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);
  Status copy_real();

  TemporaryFolder folder_;
  std::filesystem::path real_;
  Limits limits_;
  std::vector<Link> links_;
  bool is_settled_ = false;
};

}  // namespace warpscope
