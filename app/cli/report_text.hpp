#pragma once

#include <ostream>
#include <string>

#include "app/cli/report_json.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// A report for a person, in 80 columns: what ran, totals, what of them is otherwise as compiled, costs per source line,
/// findings and whether the result is right.
void print_report(std::ostream& out, const Document& document, const JoinedDocument& joined = {});

/// "size 256, block 256, int add, stride 4, input random #7": what ran, without the kernel's name.
[[nodiscard]] std::string geometry_text(const Trace& trace);

/// Recorded on the emulator, and not on header.device.
[[nodiscard]] bool on_emulator(const TraceHeader& header);

/// The title of what was recorded, in the current language if the catalogue has it.
[[nodiscard]] std::string title_text(const TraceHeader& header);

/// "1,024", "16 × 16".
[[nodiscard]] std::string grouped_extent(const Dim3& extent);

/// "reduce on 4 blocks of 256 threads".
[[nodiscard]] std::string launch_text(const Launch& launch);

/// Which launch of several is shown, and what makes one the costliest, for --help.
[[nodiscard]] std::string costliest_text();

/// What --as-written does, for --help.
[[nodiscard]] std::string as_written_text();

/// The findings' sentences, or that there are none.
void print_findings(std::ostream& out, const Trace& trace);

}  // namespace warpscope
