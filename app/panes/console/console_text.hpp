#pragma once

#include <string>

#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// How many blocks of a program were checked: "Checked all 16 blocks of 3 launches." `whole`: as a
/// sentence, else as words of a subtitle: "all 16 blocks checked".
[[nodiscard]] std::string checked_text(const ProgramOutcome& outcome, bool whole);

/// Whether nothing of a program went unseen.
[[nodiscard]] bool all_blocks_checked(const ProgramOutcome& outcome);

}  // namespace warpscope
