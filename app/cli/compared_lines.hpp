#pragma once

#include <ostream>

#include "app/cli/report_json.hpp"
#include "app/comparison/line_comparison.hpp"

namespace warpscope {

/// The "lines" of a comparison: docs/json.md.
[[nodiscard]] Json compared_lines_json(const Document& a, const Document& b,
                                       const LineComparison& lines);

/// The same as a table of whole grids for a terminal, with each line's text below its figures.
void print_compared_lines(std::ostream& out, const Document& a, const Document& b,
                          const LineComparison& lines);

}  // namespace warpscope
