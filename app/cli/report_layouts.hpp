#pragma once

#include <ostream>
#include <string>

#include "app/cli/report_json.hpp"
#include "app/subject/document.hpp"
#include "app/subject/layout_search.hpp"

namespace warpscope {

/// What --layouts does, for --help.
[[nodiscard]] std::string layouts_text();
/// A table for each array with conflicts, in 80 columns: each layout that was tried, as an option says it and as the
/// source would, and what it costs; then the cheapest of all arrays together.
void print_layouts(std::ostream& out, const Document& document, const LayoutSearch& search);
/// The "layouts" and the "cheapest_layouts" of a report.
void add_layouts(Json& report, const Document& document, const LayoutSearch& search);

}  // namespace warpscope
