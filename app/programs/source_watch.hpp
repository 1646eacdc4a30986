#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace warpscope {

/// Sees whether files were saved since it was made. A file that is not there, as while an editor
/// replaces it, has not been saved yet.
class SourceWatch {
 public:
  explicit SourceWatch(const std::vector<std::filesystem::path>& files);

  /// Watches a file more, unless it does already.
  void add(const std::filesystem::path& file);
  /// Forgets all other files.
  void keep_only(const std::vector<std::filesystem::path>& files);
  /// The first file that differs from what it was; it counts as seen.
  [[nodiscard]] std::optional<std::filesystem::path> saved();

 private:
  struct Stamp {
    std::filesystem::file_time_type time{};
    std::uintmax_t bytes = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  [[nodiscard]] static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::vector<std::pair<std::filesystem::path, std::optional<Stamp>>> files_;
};

}  // namespace warpscope
