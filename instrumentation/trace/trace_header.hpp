#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The JSON text at the start of a `.wscope` file: what is small and worth reading without this
/// program. It holds TraceHeader, the sources without their texts, locations, types, arrays,
/// launches and findings, and the names that steps refer to by number. Bytes that are no
/// UTF-8 become U+FFFD.
[[nodiscard]] std::string header_text(const Trace& trace,
                                      const std::vector<std::string>& step_names);

/// Fills `trace`, `step_names` and the lengths of the sources' texts from such a text;
/// Launch::first_step follows from the counts. A text of format 2 has no locations: they stand with
/// the accesses. Names are made printable (trace/printable.hpp), and cut if they are far longer
/// than any of ours. Throws BadTrace.
void parse_header(std::string_view text, int version, Trace& trace,
                  std::vector<std::string>& step_names, std::vector<std::uint64_t>& source_bytes);

}  // namespace warpscope
