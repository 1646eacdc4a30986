#pragma once

#include <ostream>

#include "app/subject/document.hpp"

namespace warpscope {

/// A report for a person, in 80 columns: what ran, totals, costs per source line, findings and
/// whether the result is right.
void print_report(std::ostream& out, const Document& document);

/// "size 256, block 256, int add, stride 4, input random #7": what ran, without the kernel's name.
[[nodiscard]] std::string geometry_text(const Trace& trace);

/// "the emulator", or the GPU's name.
[[nodiscard]] std::string machine_text(const TraceHeader& header);

/// The findings' sentences, or that there are none.
void print_findings(std::ostream& out, const Trace& trace);

}  // namespace warpscope
