#pragma once

#include <ostream>

#include "app/subject/told_findings.hpp"

namespace warpscope {

/// What was found in a program, in 80 columns: the first faults with their places, and the first note of each kind.
void print_told(std::ostream& out, const ToldOfProgram& told, const ProgramOutcome& outcome);

}  // namespace warpscope
