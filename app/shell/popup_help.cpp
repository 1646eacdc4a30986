#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/key_sheet.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float key_gap = 12;
constexpr float key_bar = 10;   // of scrolling, at the right of the keys
constexpr float help_gap = 18;  // around each of the columns of the help
constexpr float help_row = 28;
constexpr float narrowest_help = 300;  // column

/// A part of the window, and what it shows.
struct WindowPart {
  std::string_view name, shows;
};
constexpr std::array window_parts{
    WindowPart{tr_noop("Source"),
               tr_noop("The line that runs now is marked. A bar says what a line costs. Point at a "
                       "word such as block.sync to see what CUDA calls it.")},
    WindowPart{tr_noop("Stage"), tr_noop("What the values go through: sums, exchanges, blocks of a "
                                         "matrix. Each step of the algorithm is a row.")},
    WindowPart{tr_noop("Memory"), tr_noop("Every element of the arrays, as it is at this moment.")},
    WindowPart{tr_noop("Lanes"),
               tr_noop("The 32 threads of the warp: filled takes part, hollow is idle.")},
    WindowPart{tr_noop("Banks"), tr_noop("Which lane wants which bank of shared memory, or which "
                                         "sectors of global memory, and what that costs.")},
    WindowPart{tr_noop("Totals"), tr_noop("What the whole run costs.")},
    WindowPart{tr_noop("Timeline"), tr_noop("The whole run over time. Click to go there.")},
};
constexpr std::array<std::string_view, 7> stepping{
    "access.next", "access.previous", "barrier.next", "play", "start", "telling", "jump"};
constexpr std::array<std::string_view, 5> changing{"size", "banks", "what_if", "compare", "undo"};
constexpr std::array<std::string_view, 7> going_on{"lesson", "palette",     "glossary", "kernel",
                                                   "open",   "program.new", "language"};

}  // namespace

void Popups::draw_help_leaves(const WidgetStyle& style) {
  const std::array<std::string, 2> leaves{tr("Help"), tr("All keys")};
  const int now = shown_ == Popup::help ? 0 : 1;
  int chosen = chips(style, leaves, now);
  const bool types = now == 1 && !fields_[0].empty();  // arrows move in the text
  if (!types && compat::key_pressed(Key::right, false)) chosen = 1;
  if (!types && compat::key_pressed(Key::left, false)) chosen = 0;
  if (chosen >= 0 && chosen != now) {
    session_.popup.shown = chosen == 0 ? Popup::help : Popup::keys;
  }
}

void Popups::help_keys(const WidgetStyle& style, std::string_view title,
                       std::span<const std::string_view> ids) const {
  label(style, title, help_row, 0);
  for (const std::string_view id : ids) {
    const Command* const command = commands_.find(id);
    assert(command != nullptr);
    key_row(style, shown_title(*command),
            command->keys.empty() ? "" : shown_text(command->keys.front()), help_row - 2);
  }
}

void Popups::help_parts(const WidgetStyle& style) {
  label(style, tr("One moment, seen from every side"), help_row, 0);
  for (const WindowPart& part : window_parts) {
    {
      const FontScope bold(style, Face::sans_bold, 14);
      paragraph(style, tr(part.name), style.theme.text);
    }
    paragraph(style, tr(part.shows), style.theme.muted);
    space(style, 6);
  }
}

void Popups::help_ways(const WidgetStyle& style) {
  label(style, tr("Where to go on"), help_row, 8);
  for (const std::string_view& id : going_on) {
    const Command* const command = commands_.find(id);
    assert(command != nullptr);
    const std::string keys = command->keys.empty() ? "" : shown_text(command->keys.front());
    std::string title = shown_title(*command);
    // The sheet's shorter words, where the title would be cut.
    constexpr float around = 2 * 8 + 12;
    const float room =
        room_for_next(style) - style.fonts.width(keys, {Face::sans, 14, {}}) - around;
    if (style.fonts.width(title, {Face::sans, 14, {}}) > room) {
      if (const std::string brief = shown_row(*command); !brief.empty()) title = brief;
    }
    const Row shown{.text = title,
                    .detail = keys,
                    .enabled = command->enabled(),
                    .height = help_row + 2,
                    .indent = 8};
    const IdScope scope(static_cast<int>(&id - going_on.data()));
    if (!row(style, "way", shown)) continue;
    session_.popup.shown = Popup::none;  // first: the command may open another one
    command->run();
  }
}

void Popups::draw_help(const WidgetStyle& style) {
  draw_help_leaves(style);
  space(style, 4);
  paragraph(style,
            tr("Warpscope runs a GPU kernel and keeps every access of every warp. Step through it "
               "as through a film: all panes show the same moment. Point at a word with dots under "
               "it to read what it means."),
            style.theme.text);
  space(style, 4);
  const int fitting = static_cast<int>(room_for_next(style) / narrowest_help);
  const ColumnsScope columns(style, "help", std::clamp(fitting, 1, 3), help_gap);
  if (!columns.visible()) return;
  columns.next();
  help_parts(style);
  columns.next();
  help_keys(style, tr("Step through it"), stepping);
  help_keys(style, tr("Change the run"), changing);
  columns.next();
  help_ways(style);
  label(style, tr("What the colours mean"), help_row, 8);
  const Theme& theme = style.theme;
  color_row(style, theme.now, tr("now"));
  color_row(style, theme.active, tr("done, or taking part"));
  color_row(style, theme.costly, tr("costly, or wrong"));
  color_row(style, theme.free, tr("nothing wasted, or measured"));
}

void Popups::draw_keys(const WidgetStyle& style) {
  draw_help_leaves(style);
  const std::string before = fields_[0];
  static_cast<void>(text_field(style, "query", fields_[0],
                               {.hint = tr("Find a key or what it does"), .focus = appears_}));
  constexpr float around = 150,
                  least = 80;  // leaves, field, padding, and the space around the sheet
  const float room = std::max(least, ImGui::GetIO().DisplaySize.y / style.fonts.scale() - around);
  const std::vector<KeyGroup> all = key_groups(commands_);
  const bool found = !fields_[0].empty();
  const std::vector<KeyGroup> groups = found ? key_groups(commands_, fields_[0]) : all;
  const float width = room_for_next(style) - key_bar;
  // What is found has the height of all, so that nothing jumps, and room for whole titles.
  const KeySheet whole = key_sheet(all, width, room);
  const KeySheet sheet = found ? key_sheet(groups, width / 2, room) : whole;
  const ScrollArea area(style, "list", std::min(room, whole.height + key_gap));
  area.hear_keys(sheet.row);
  if (fields_[0] != before) ImGui::SetScrollY(0);
  if (groups.empty()) {
    return paragraph(style, tr("No command goes by these words, and none has this key."),
                     style.theme.muted);
  }
  const ColumnsScope columns(style, "keys", static_cast<int>(sheet.columns()), key_gap);
  if (!columns.visible()) return;
  for (std::size_t column = 0; column < sheet.columns(); ++column) {
    columns.next();
    for (std::size_t i = sheet.first[column]; i < sheet.first[column + 1]; ++i) {
      label(style, groups[i].title, 1.5F * sheet.row, 0);
      for (const KeyRow& row : groups[i].rows)
        key_row(style, row.title, shown_keys(row.keys), sheet.row);
    }
  }
}

}  // namespace warpscope
