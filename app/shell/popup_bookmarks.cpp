#include <fmt/format.h>

#include <algorithm>

#include "app/shell/controls.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float most_height = 9 * 40;

}  // namespace

void Popups::draw_bookmarks(const WidgetStyle& style) {
  heading(style, tr("Bookmarks"));
  const Bookmarks list = session_.notes.notebook.all();  // a copy: the code below changes it
  if (list.empty()) {
    paragraph(
        style,
        tr("None yet. Ctrl 1 … Ctrl 9 set one where the playhead stands; 1 … 9 come back to it."),
        style.theme.muted);
    return;
  }
  const int count = static_cast<int>(list.size());
  follow_arrow_keys(highlighted_, count);
  int chosen = -1;
  {
    const ScrollArea area(style, "bookmarks",
                          std::min(most_height, static_cast<float>(count) * (row_height + 6)));
    for (int i = 0; i < count; ++i) {
      const Bookmark& mark = list[static_cast<std::size_t>(i)];
      const bool same = session_.notes.shows_run_of(mark);
      const bool here = same && mark.access == session_.playback.left().position();
      const IdScope id(i);
      const std::string text =
          fmt::format("{}   {}", mark.number, mark.note.empty() ? mark.place : mark.note);
      const std::string detail = same ? tr("access {}", mark.access)
                                      : run_difference(mark.run, session_.shown().options.request);
      const Row shown{.text = text,
                      .detail = detail,
                      .chosen = here,
                      .highlighted = i == highlighted_,
                      .in_list = true};
      if (!row(style, "row", shown)) continue;
      if (i == highlighted_) chosen = i;  // a second click goes there
      highlighted_ = i;
    }
  }
  if (draw_note(style, list[static_cast<std::size_t>(highlighted_)])) chosen = highlighted_;
  if (chosen < 0) return;
  session_.popup.shown = Popup::none;
  session_.notes.go_to(list[static_cast<std::size_t>(chosen)].number);
}

bool Popups::draw_note(const WidgetStyle& style, const Bookmark& mark) {
  const bool other = std::exchange(noted_, mark.number) != mark.number;
  if (other) fields_[0] = mark.note;
  const IdScope id(mark.number);
  const std::string title = tr("Note of bookmark {0}: {1}", mark.number, mark.place);
  bool go = text_field(style, "note", fields_[0],
                       {.label = title,
                        .hint = tr("What to say here; Enter goes there, Ctrl Delete deletes"),
                        .focus = other || appears_});
  session_.notes.notebook.write_note(mark.number, fields_[0]);
  hairline(style);
  go |= button(style, tr("Go there"), true);
  beside(style);
  const bool erased = button(style, tr("Delete")) ||
                      (ImGui::GetIO().KeyCtrl && compat::key_pressed(Key::del, false));
  if (!erased) return go;
  session_.notes.erase(mark.number);
  highlighted_ = std::clamp(
      highlighted_, 0, std::max(0, static_cast<int>(session_.notes.notebook.all().size()) - 1));
  noted_ = 0;
  return false;
}

}  // namespace warpscope
