#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpscope {

/// What the table of source lines tells of each of them.
enum class LineColumn : std::uint8_t {
  line,
  source,
  operation,
  requests,
  cost,
  excess,
  active,
  degree
};

struct LineColumnInfo {
  LineColumn column = LineColumn::line;
  std::string_view id;       ///< "cost"
  std::string_view heading;  ///< "Cost"
  std::string_view meaning;  ///< a sentence without its stop
  bool number = true;        ///< right-aligned, the largest first
};
inline constexpr std::array line_columns{
    LineColumnInfo{LineColumn::line, "line", "Line", "line of the kernel's file", true},
    LineColumnInfo{LineColumn::source, "source", "Source", "the line itself", false},
    LineColumnInfo{LineColumn::operation, "operation", "Access", "which memory, and how", false},
    LineColumnInfo{LineColumn::requests, "requests", "Requests", "warp instructions", true},
    LineColumnInfo{LineColumn::cost, "cost", "Cost",
                   "wavefronts of shared memory, passes of constant memory, sectors of global",
                   true},
    LineColumnInfo{LineColumn::excess, "excess", "Excess",
                   "cost beyond what the same accesses need at least", true},
    LineColumnInfo{LineColumn::active, "active", "Lanes", "active lanes of 32, on average", true},
    LineColumnInfo{LineColumn::degree, "degree", "Degree",
                   "lanes that queue at one bank at the worst request", true},
};
[[nodiscard]] constexpr const LineColumnInfo& info(LineColumn column) {
  return line_columns[static_cast<std::size_t>(column)];
}

/// By which column the table is sorted: what matters most first, unless reversed.
struct LineOrder {
  LineColumn by = LineColumn::cost;
  bool reversed = false;
  friend bool operator==(const LineOrder&, const LineOrder&) = default;

  /// Whether the smallest stands on top.
  [[nodiscard]] bool ascending() const {
    const bool at_first = !info(by).number || by == LineColumn::line || by == LineColumn::active;
    return at_first != reversed;
  }
  /// A click on a heading; a second one turns the order round.
  void choose(LineColumn column) { *this = {column, column == by && !reversed}; }
  void choose_next() {
    *this = {static_cast<LineColumn>((static_cast<std::size_t>(by) + 1) % line_columns.size())};
  }
};

}  // namespace warpscope
