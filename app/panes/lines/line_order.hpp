#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/look/look.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the table of source lines tells of each of them.
enum class LineColumn : std::uint8_t {
  line,
  source,
  operation,
  requests,
  wavefronts,
  excess,
  sectors,
  active,
  degree,
  array,
  other,  ///< of a comparison, what the line costs in the other run
  count,  ///< how many there are
};

/// Whether lines that reach several arrays, or are called from several places, are opened into these.
enum class LineParts : std::uint8_t { closed, open, count };
inline constexpr std::array line_parts = std::to_array<Choice<LineParts>>({
    {LineParts::closed, "closed", tr_noop("whole lines")},
    {LineParts::open, "open", tr_noop("by array and caller")},
});
[[nodiscard]] constexpr const auto& choices_of(LineParts) { return line_parts; }

inline constexpr LookOption parts_option =
    option_of<LineParts>({.id = "parts",
                          .about = tr_noop("Whether source lines are divided by array and caller"),
                          .title = tr_noop("Lines:"),
                          .next_command = "lines.parts",
                          .next_title = tr_noop("Lines: divide them by array and caller, or not"),
                          .next_key = "Ctrl+Shift+U",
                          .next_sheet = tr_noop("Lines: by array and caller")});

struct LineColumnInfo : Choice<LineColumn> {
  std::string_view meaning{};  ///< a sentence without its stop
  bool number = true;          ///< right-aligned, the largest first
};
inline constexpr std::array line_columns = std::to_array<LineColumnInfo>({
    {{LineColumn::line, "line", tr_noop("Line"), "lines.line", "Ctrl+Shift+1"},
     tr_noop("line of the kernel's file")},
    {{LineColumn::source, "source", tr_noop("Source"), "lines.source", "Ctrl+Shift+2"},
     tr_noop("the line itself"),
     false},
    {{LineColumn::operation, "operation", tr_noop("Access"), "lines.operation", "Ctrl+Shift+3"},
     tr_noop("which memory, and how"),
     false},
    {{LineColumn::requests, "requests", tr_noop("Requests"), "lines.requests", "Ctrl+Shift+4"},
     tr_noop("warp instructions")},
    {{LineColumn::wavefronts, "wavefronts", tr_noop("Wavefronts"), "lines.wavefronts",
      "Ctrl+Shift+5"},
     tr_noop("what the banks of shared memory deliver one after another, or the constant cache")},
    {{LineColumn::excess, "excess", tr_noop("Excessive"), "lines.excess", "Ctrl+Shift+6"},
     tr_noop("wavefronts beyond what the same accesses need at least")},
    {{LineColumn::sectors, "sectors", tr_noop("Sectors"), "lines.sectors", "Ctrl+Shift+7"},
     tr_noop("pieces of 32 bytes that go to or come from global memory")},
    {{LineColumn::active, "active", tr_noop("Active lanes"), "lines.active", "Ctrl+Shift+8"},
     tr_noop("active lanes of all 32, on average")},
    {{LineColumn::degree, "degree", tr_noop("Worst conflict"), "lines.degree", "Ctrl+Shift+9"},
     tr_noop("of one request: N-way, N different words queue at one bank")},
    {{LineColumn::array, "array", tr_noop("Array"), "lines.array", "Ctrl+Shift+0"},
     tr_noop("whose elements the line touches"),
     false},
    {{LineColumn::other, "other", tr_noop("Other run")},
     tr_noop("wavefronts or sectors of the line in the other run, or before the save")},
});
[[nodiscard]] constexpr const auto& choices_of(LineColumn) { return line_columns; }

/// By which column the table is sorted: what matters most first, unless reversed.
struct LineOrder {
  LineColumn by = LineColumn::wavefronts;
  bool reversed = false;
  friend bool operator==(const LineOrder&, const LineOrder&) = default;

  /// Whether the smallest stands on top.
  [[nodiscard]] bool ascending() const {
    const bool at_first =
        !names_of(by).number || by == LineColumn::line || by == LineColumn::active;
    return at_first != reversed;
  }
  /// A click on a heading; a second one turns the order round.
  void choose(LineColumn column) { *this = {column, column == by && !reversed}; }
};

inline constexpr LookOption lines_option{
    .id = "sort",
    .about = tr_noop("By what the source lines are sorted"),
    .title = tr_noop("Lines: sort by"),
    .sheet = tr_noop("Lines: sort by column"),
    .next_command = "lines.next",
    .next_title = tr_noop("Lines: sort by the next column"),
    .next_key = "Shift+U",
    .choices = look_choices<LineColumn>,
    .chosen = [](const Look& look) { return static_cast<std::size_t>(look.get<LineOrder>().by); },
    .choose =
        [](Look& look, std::size_t column) {
          auto order = look.get<LineOrder>();
          order.choose(LineColumn(column));
          look.set(order);
        },
};

}  // namespace warpscope
