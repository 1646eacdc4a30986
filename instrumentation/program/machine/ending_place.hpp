#pragma once

#include "instrumentation/program/protocol/machine_log.hpp"

namespace warpscope {

/// Where the running thread or the host stands now, as far as the machine knows. `instruction` is the interrupted address.
/// For a signal handler on the thread that ends: reads what is there, allocates nothing and waits for no lock.
void note_place(LoggedEnding& ending, const void* instruction);

}  // namespace warpscope
