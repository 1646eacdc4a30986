#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/look/look.hpp"

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
  count,  ///< how many there are
};

struct LineColumnInfo : Choice<LineColumn> {
  std::string_view meaning{};  ///< a sentence without its stop
  bool number = true;          ///< right-aligned, the largest first
};
inline constexpr std::array line_columns = std::to_array<LineColumnInfo>({
    {{LineColumn::line, "line", "Line", "lines.line", "Ctrl+Shift+1"}, "line of the kernel's file"},
    {{LineColumn::source, "source", "Source", "lines.source", "Ctrl+Shift+2"},
     "the line itself",
     false},
    {{LineColumn::operation, "operation", "Access", "lines.operation", "Ctrl+Shift+3"},
     "which memory, and how",
     false},
    {{LineColumn::requests, "requests", "Requests", "lines.requests", "Ctrl+Shift+4"},
     "warp instructions"},
    {{LineColumn::wavefronts, "wavefronts", "Wavefronts", "lines.wavefronts", "Ctrl+Shift+5"},
     "what the banks of shared memory deliver one after another, or the constant cache"},
    {{LineColumn::excess, "excess", "Excessive", "lines.excess", "Ctrl+Shift+6"},
     "wavefronts beyond what the same accesses need at least"},
    {{LineColumn::sectors, "sectors", "Sectors", "lines.sectors", "Ctrl+Shift+7"},
     "pieces of 32 bytes that go to or come from global memory"},
    {{LineColumn::active, "active", "Active lanes", "lines.active", "Ctrl+Shift+8"},
     "active lanes of all 32, on average"},
    {{LineColumn::degree, "degree", "Worst conflict", "lines.degree", "Ctrl+Shift+9"},
     "of one request: N-way, N different words queue at one bank"},
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
    .about = "By what the source lines are sorted",
    .title = "Lines: sort by",
    .sheet = "Lines: sort by column",
    .next_command = "lines.next",
    .next_title = "Lines: sort by the next column",
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
