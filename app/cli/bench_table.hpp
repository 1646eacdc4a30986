#pragma once

#include <ostream>

#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {

/// Prints a record for people: what was timed, beside limit and rival, then what was skipped and
/// why.
void print_bench(std::ostream& out, const TimingRecord& record);

}  // namespace warpscope
