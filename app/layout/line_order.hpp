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
  wavefronts,
  excess,
  sectors,
  active,
  degree
};

struct LineColumnInfo {
  LineColumn column = LineColumn::line;
  std::string_view id;       ///< "wavefronts"
  std::string_view heading;  ///< "Wavefronts"
  std::string_view meaning;  ///< a sentence without its stop
  bool number = true;        ///< right-aligned, the largest first
};
inline constexpr std::array line_columns{
    LineColumnInfo{LineColumn::line, "line", "Line", "line of the kernel's file", true},
    LineColumnInfo{LineColumn::source, "source", "Source", "the line itself", false},
    LineColumnInfo{LineColumn::operation, "operation", "Access", "which memory, and how", false},
    LineColumnInfo{LineColumn::requests, "requests", "Requests", "warp instructions", true},
    LineColumnInfo{LineColumn::wavefronts, "wavefronts", "Wavefronts",
                   "passes through the banks of shared memory, or the constant cache", true},
    LineColumnInfo{LineColumn::excess, "excess", "Excessive",
                   "wavefronts beyond what the same accesses need at least", true},
    LineColumnInfo{LineColumn::sectors, "sectors", "Sectors",
                   "pieces of 32 bytes that go to or come from global memory", true},
    LineColumnInfo{LineColumn::active, "active", "Active lanes",
                   "active lanes of all 32, on average", true},
    LineColumnInfo{LineColumn::degree, "degree", "Worst conflict",
                   "of one request: N-way, N different words queue at one bank", true},
};
[[nodiscard]] constexpr const LineColumnInfo& info(LineColumn column) {
  return line_columns[static_cast<std::size_t>(column)];
}

/// By which column the table is sorted: what matters most first, unless reversed.
struct LineOrder {
  LineColumn by = LineColumn::wavefronts;
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
