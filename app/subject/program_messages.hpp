#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// Messages of the compiler for a person, in 80 columns: each with its place, the line of the
/// source and a caret below it. At most ten errors or warnings, and five lines of each.
[[nodiscard]] std::string diagnostics_text(std::span<const Diagnostic> diagnostics);

/// Why nothing was built, with the compiler's messages. ErrorKind::usage if the program is not
/// legal, ErrorKind::unavailable without a compiler.
[[nodiscard]] Error build_error(const BuildFailure& failure);

/// How a program ended, in one sentence; empty if it returned 0.
[[nodiscard]] Sentence end_text(const ProgramOutcome& outcome);
/// The same for the command line: names the option that sets the limit at which it ended.
[[nodiscard]] Sentence typed_end_text(const ProgramOutcome& outcome);

/// Of each launch that failed, up to `most`: "Launch 1 (add) failed with cudaErrorIllegalAddress: …"; then how many more did.
/// Empty if none did.
[[nodiscard]] std::vector<std::string> failed_launches_text(std::span<const ProgramLaunch> launches,
                                                            std::int64_t most);

/// "stopped after 60 s", of one that was stopped when its time was over.
[[nodiscard]] std::string stop_text(const ProgramOutcome& outcome);

/// "block 3", "block (3, 1, 0)": coordinates, of which those that `extent` lacks are left out.
[[nodiscard]] std::string coordinates_text(const Dim3& place, const Dim3& extent);

}  // namespace warpscope
