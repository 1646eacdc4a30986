#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "app/look/cell_shade.hpp"
#include "app/look/heat_rows.hpp"
#include "app/look/line_order.hpp"
#include "app/look/timing_look.hpp"

namespace warpscope {

/// How views show a moment, as far as the user chooses it. It is passed whole from commands and
/// command line to the views; a view that wants another choice adds a member, and a row below.
struct Look {
  CellShade cells{};    ///< what the colour of shared memory tells
  HeatRows heat{};      ///< what the heat map shows
  LineOrder lines{};    ///< of the table of source lines
  TimingLook timing{};  ///< what the timing view draws
};

/// Rows that keys have scrolled by, so far. Views scroll by what is added: a window's sum means
/// nothing to the views of another picture, so this is no part of Look.
struct KeyScroll {
  int cells = 0;  ///< of shared memory
  int stage = 0;
};

/// A choice of whichever enumeration.
struct LookChoice {
  std::string_view id, label, command, key;
};
template <class Value>
inline constexpr auto look_choices = [] {
  std::array<LookChoice, all_values<Value>.size()> list;
  for (const Value value : all_values<Value>) {
    const auto& names = names_of(value);
    list[static_cast<std::size_t>(value)] = {names.id, names.label, names.command, names.key};
  }
  return list;
}();

/// A member of Look that one of several values is chosen for.
struct LookOption {
  std::string_view id;     ///< "heat": --heat on the command line
  std::string_view view;   ///< the view that shows it
  std::string_view about;  ///< of the command line's help: "What the heat map shows"
  std::string_view title;  ///< of its commands, before the choice's label: "Heat map:"
  std::string_view sheet;  ///< one row of the key sheet for all of them
  std::string_view next_command, next_title, next_key;  ///< empty: there is no such command
  bool calls_view;                                      ///< its commands bring the view forward
  std::span<const LookChoice> choices;
  std::size_t (*chosen)(const Look&);  ///< index of the present choice
  /// Chooses; the present one once more may turn an order round, so who only wants it chosen
  /// compares with chosen() first.
  void (*choose)(Look&, std::size_t);
};
/// THE list: commands, keys and the command line take them from here.
inline constexpr std::array look_options = std::to_array<LookOption>({
    {.id = "cells",
     .view = "memory",
     .about = "What the colour of shared memory tells",
     .title = "Memory by",
     .sheet = "",
     .next_command = "cells.next",
     .next_title = "Memory by value, writer or age",
     .next_key = "A",
     .calls_view = false,  // in a lecture that would fold the stage away
     .choices = look_choices<CellShade>,
     .chosen = [](const Look& look) { return static_cast<std::size_t>(look.cells); },
     .choose = [](Look& look, std::size_t i) { look.cells = CellShade(i); }},
    {.id = "heat",
     .view = "heat",
     .about = "What the heat map shows",
     .title = "Heat map:",
     .sheet = "",
     .next_command = "heat.next",
     .next_title = "Heat map: banks, or words",
     .next_key = "Shift+A",
     .calls_view = true,
     .choices = look_choices<HeatRows>,
     .chosen = [](const Look& look) { return static_cast<std::size_t>(look.heat); },
     .choose = [](Look& look, std::size_t i) { look.heat = HeatRows(i); }},
    {.id = "sort",
     .view = "lines",
     .about = "By what the source lines are sorted",
     .title = "Lines: sort by",
     .sheet = "Lines: sort by column",
     .next_command = "lines.next",
     .next_title = "Lines: sort by the next column",
     .next_key = "Shift+U",
     .calls_view = true,
     .choices = look_choices<LineColumn>,
     .chosen = [](const Look& look) { return static_cast<std::size_t>(look.lines.by); },
     .choose = [](Look& look, std::size_t i) { look.lines.choose(LineColumn(i)); }},
    {.id = "timing",
     .view = "timing",
     .about = "What the timing view draws",
     .title = "Timing:",
     .sheet = "Timing: the pictures",
     .next_command = "",
     .next_title = "",
     .next_key = "",
     .calls_view = true,
     .choices = look_choices<TimingPicture>,
     .chosen = [](const Look& look) { return static_cast<std::size_t>(look.timing.picture); },
     .choose = [](Look& look, std::size_t i) { look.timing.picture = TimingPicture(i); }},
});

}  // namespace warpscope
