#include "app/shell/file_browser.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float browser_row = 28;
constexpr std::size_t most_browser_rows = 300;  // more are found by typing
constexpr std::size_t rows_in_sight = 7;

}  // namespace

void FileBrowser::open(const std::filesystem::path& folder) {
  list_ = {};
  wanted_.clear();
  go_to(folder);
}

void FileBrowser::go_to(const std::filesystem::path& folder) {
  std::error_code unknown;
  const std::filesystem::path whole = std::filesystem::absolute(folder, unknown);
  folder_ = unknown ? folder : whole.lexically_normal();
  if (!folder_.has_filename() && folder_.has_relative_path()) folder_ = folder_.parent_path();
  text_.clear();
  highlighted_ = 0;
  pointed_ = false;
  focus_ = true;
}

void FileBrowser::follow(const TypedPath& typed) {
  if (reading_.ready()) {
    if (auto read = reading_.take()) list_ = std::move(read).value();
  }
  if (wanted_ == typed.folder) return;
  wanted_ = typed.folder;
  list_ = {.folder = wanted_, .entries = {}, .problem = {}};
  reading_ = Background<FolderList>(
      "read a folder", [folder = wanted_]() -> Result<FolderList> { return list_folder(folder); });
}

std::optional<std::filesystem::path> FileBrowser::choose(const FolderEntry& entry) {
  const std::filesystem::path path = entry.path;
  if (!entry.folder) return path;
  go_to(path);
  return std::nullopt;
}

std::optional<std::filesystem::path> FileBrowser::enter(const TypedPath& typed,
                                                        const std::vector<std::size_t>& found) {
  if (pointed_ && !found.empty()) {
    return choose(list_.entries[found[static_cast<std::size_t>(highlighted_)]]);
  }
  if (text_.empty()) return std::nullopt;
  std::error_code unknown;
  std::filesystem::path path = typed.folder / typed.part;
  if (std::filesystem::is_directory(path, unknown)) {
    go_to(path);
    return std::nullopt;
  }
  if (std::filesystem::exists(path, unknown)) return path;
  if (std::filesystem::exists(text_, unknown)) return text_;  // as on the command line
  if (!found.empty()) return choose(list_.entries[found.front()]);
  return path;
}

int FileBrowser::draw_rows(const WidgetStyle& style, const std::vector<std::size_t>& found) const {
  int clicked = -1;
  const std::size_t count = std::min(found.size(), most_browser_rows);
  const std::size_t lines = std::clamp<std::size_t>(found.size(), 2, rows_in_sight);
  const ScrollArea area(style, "folder", static_cast<float>(lines) * (browser_row + 4));
  for (std::size_t i = 0; i < count; ++i) {
    const FolderEntry& entry = list_.entries[found[i]];
    const IdScope id(static_cast<int>(i));
    const bool lit = static_cast<int>(i) == highlighted_ && (pointed_ || !text_.empty());
    const Row line{.text = entry.name,
                   .detail = entry.folder ? tr("folder") : "",
                   .highlighted = lit,
                   .height = browser_row,
                   .in_list = true};
    if (row(style, "entry", line)) clicked = static_cast<int>(i);
  }
  if (found.size() > count) {
    paragraph(style,
              tr_n("and {} more: type a part of the name", "and {} more: type a part of the name",
                   static_cast<std::int64_t>(found.size() - count)),
              style.theme.muted);
  }
  if (found.empty() && !reads() && list_.problem.empty()) {
    paragraph(style, tr("Nothing here has this in its name."), style.theme.muted);
  }
  return clicked;
}

std::optional<std::filesystem::path> FileBrowser::draw(const WidgetStyle& style, bool appears,
                                                       const std::string& problem) {
  const std::string before = text_;
  const bool focus = std::exchange(focus_, false) || appears;
  const bool entered = text_field(style, "path", text_,
                                  {.label = tr("File, .cu, .wscope or .yaml"),
                                   .hint = tr("e.g. reduce.cu, or ../other/folder/"),
                                   .message = problem,
                                   .focus = focus});
  if (text_ != before) {
    highlighted_ = 0;
    pointed_ = false;
  }
  const TypedPath typed = typed_path_in(folder_, text_);
  follow(typed);
  const std::vector<std::size_t> found = entries_with(list_, typed.part);
  const int previous = highlighted_;
  follow_arrow_keys(highlighted_, static_cast<int>(std::min(found.size(), most_browser_rows)));
  pointed_ = pointed_ || highlighted_ != previous;
  label(style, printable(typed.folder.string()), 30, 0);
  const int clicked = draw_rows(style, found);
  if (!list_.problem.empty()) paragraph(style, list_.problem.text(), style.theme.muted);
  if (clicked >= 0) return choose(list_.entries[found[static_cast<std::size_t>(clicked)]]);
  const bool opens = button(style, tr("Open"), true, !text_.empty() || pointed_);
  return opens || entered ? enter(typed, found) : std::nullopt;
}

}  // namespace warpscope
