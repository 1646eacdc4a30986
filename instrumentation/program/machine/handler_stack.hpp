#pragma once

namespace warpscope {

/// Gives the calling thread a stack of its own for signal handlers, for ever. A thread whose stack may run over, or is as
/// small as a lane's, needs one: without it, a fault there ends the process without a word.
void use_handler_stack();

/// For a thread of the machine's own: the same, and the program's signals go to its own threads. Faults still come.
void become_machine_thread();

/// On such a thread: what a kernel raised there goes to the program, which has not seen it yet.
void pass_on_signals();

}  // namespace warpscope
