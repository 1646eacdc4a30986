#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "app/commands/word_search.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// What a row of the palette stands for. Of rows that fit a query equally well, the earlier kind comes
/// first: who types a term wants to know what it means. In a lecture terms come last.
enum class PaletteKind : std::uint8_t { term, kernel, lesson, lecture, program, setting, command };
/// One word in the current language: "term".
[[nodiscard]] std::string_view kind_label(PaletteKind kind);

/// Something that the user can find by what they type, and what choosing it does.
struct PaletteItem {
  PaletteKind kind = PaletteKind::command;
  std::string id;       ///< of the term, kernel, command …; a program's or lecture's file
  std::string title;    ///< in the current language, as all that follows
  std::string detail;   ///< beside it: keys, or a folder
  std::string about;    ///< said below the list while it is highlighted; may be empty
  bool chosen = false;  ///< a setting that is in force
  int first = 0;        ///< of those offered while nothing is typed, the highest first
  std::function<Status()> choose;
  std::function<Status(std::int64_t)>
      choose_sized;   ///< with so many elements; none: it has no size
  SearchWords words;  ///< of all languages
};

/// Everything that can be found: terms, kernels, lessons, programs that were opened before, settings,
/// and commands that can be run now. Of the moment at which it was made; session and commands must
/// outlive it.
class Palette {
 public:
  Palette() = default;
  Palette(Session& session, const Commands& commands);

  [[nodiscard]] const std::vector<PaletteItem>& items() const { return items_; }
  /// Items whose words fit all that was typed, the best first. If nothing was typed: what is useful
  /// here, then all the rest. A number beside a kernel's name, "bitonic 256", is the size that it gets. What was found before ends its life.
  [[nodiscard]] std::vector<const PaletteItem*> find(std::string_view typed);

 private:
  /// What fits, with how well it does.
  [[nodiscard]] std::vector<std::pair<int, const PaletteItem*>> hits(std::string_view typed) const;
  /// Makes sized_ anew; their places there, with how well they fit.
  std::vector<std::pair<int, std::size_t>> find_sized(std::string_view typed);

  std::vector<PaletteItem> items_, sized_;
  bool lecturing_ = false;
};

}  // namespace warpscope
