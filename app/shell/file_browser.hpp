#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/folder_list.hpp"
#include "app/ui/widgets.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// A field for a path and the list of the folder that it leads to: a click or Enter enters a folder
/// or chooses a file. A folder is read in the background, so that a slow disk keeps no frame
/// waiting.
class FileBrowser {
 public:
  /// Starts in a folder.
  void open(const std::filesystem::path& folder);
  /// Returns the file that the user chose, which may not exist; `problem` is said below the field.
  [[nodiscard]] std::optional<std::filesystem::path> draw(const WidgetStyle& style, bool appears,
                                                          const std::string& problem);
  /// Whether a folder is still being read.
  [[nodiscard]] bool reads() const { return reading_.valid(); }

 private:
  void go_to(const std::filesystem::path& folder);
  /// Shows what was read, and reads what the text leads to.
  void follow(const TypedPath& typed);
  [[nodiscard]] std::optional<std::filesystem::path> choose(const FolderEntry& entry);
  [[nodiscard]] std::optional<std::filesystem::path> enter(const TypedPath& typed,
                                                           const std::vector<std::size_t>& found);
  /// Returns the index of the row that was clicked; -1: none.
  int draw_rows(const WidgetStyle& style, const std::vector<std::size_t>& found) const;

  std::filesystem::path folder_;  // that the text is relative to
  std::string text_;
  FolderList list_;
  std::filesystem::path wanted_;  // folder that is read, or was
  Background<FolderList> reading_;
  int highlighted_ = 0;
  bool pointed_ = false;  // by the arrow keys
  bool focus_ = false;
};

}  // namespace warpscope
