#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/panes/lines/line_table.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// In place of a figure that a row does not have.
inline constexpr std::string_view no_figure = "–";

/// How much the cell of a line says: "12", "hel…per:12", "my_helper:12 ← kernel.cu:40".
struct LineNaming {
  enum File : std::uint8_t { none, brief, whole };
  File file = none;     ///< of several files, which one
  bool caller = false;  ///< the line that calls, if there is one
};

/// The text of a cell.
[[nodiscard]] std::string line_cell(const Trace& trace, const LineRow& row, LineColumn column,
                                    LineNaming naming = {});
/// What a row does, where no column has room to say it: "ld", "st", "at" for atomics, "cp" for asynchronous copies,
/// "sh" for shuffles, "pf" for prefetches.
[[nodiscard]] std::string operation_mark(const LineRow& row);
/// Where a row is called: "78", "main.cu:78" of another file; empty: nobody calls, or several do.
[[nodiscard]] std::string line_call_text(const Trace& trace, const LineRow& row);
/// "78 ▸ As": who calls, and what is touched.
[[nodiscard]] std::string line_part_text(const Trace& trace, const LineRow& part);
/// The calls that lead to a row, the nearest first, in sentences, each behind a line break.
[[nodiscard]] std::string line_calls_told(const Trace& trace, const LineRow& row);
/// The order of the rows: "by wavefronts, reversed".
[[nodiscard]] std::string line_order_text(LineColumn column, bool reversed);

}  // namespace warpscope
