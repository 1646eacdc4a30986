#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/protocol/program_options.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

// What the host side of a program (instrumentation/program/runtime) asks of the machine. One program per process.

/// Begins: before the program's own code runs, static constructors included.
void begin_program(const ProgramOptions& options);

/// How each thread of a launch is run.
struct LaunchCall {
  void (*thunk)(void* arguments) = nullptr;
  void* arguments = nullptr;
  /// The same for blocks at speed; null: what follows from `thunk` and the kernel.
  void (*thunk_at_speed)(void* arguments) = nullptr;
  void* arguments_at_speed = nullptr;
};

/// Runs a launch to its end. Returns a cudaError_t: 0, or 700 (illegal address), 710 (assert), 715
/// (illegal instruction), 716 (misaligned), 719 (launch failure), 720 (cooperative too large). The configuration has been checked.
int run_launch(const ws_launch_config& config, const void* kernel, const char* name,
               const LaunchCall& call, const ws_parameter* parameters, int parameter_count);
/// The counterpart of a function of the program, for blocks at speed; null: none.
[[nodiscard]] const void* function_at_speed(const void* function);

/// False once a launch was ended before its last thread had.
[[nodiscard]] bool all_launches_ran_through();

/// What a fault in the program means, asked by the handler of SIGSEGV, SIGBUS, SIGFPE and SIGILL with what it was given.
/// True if it was a kernel's: the handler returns, and the program goes on.
bool handle_device_fault(int signal, void* siginfo, void* ucontext);

/// A finding about the running lane, whose launch fails with that error: "Thread 3 WHAT on line 41." WHAT is a
/// message of its own: "executes a trap".
void report_in_lane(FindingKind kind, const void* return_address, const Sentence& what, int error);
/// A lane of the running launch has waited so many cycles for the clock alone.
void note_kernel_wait(std::uint64_t cycles);
/// The running lane's stack is over: tells it, and ends the launch.
[[noreturn]] void end_lane_without_stack(const void* return_address);

/// True on a thread of a kernel.
[[nodiscard]] bool on_device();
/// The place in the host's code that called into the runtime: "vector_add.cu", 41. `return_address` is that of
/// the exported function.
struct HostPlace {
  std::string file;
  std::uint32_t line = 0;
};
[[nodiscard]] HostPlace host_place(const void* return_address);

/// Adds a finding about the host's side, at the place of a call. `message` is one sentence without place.
void report_host(FindingKind kind, const void* return_address, Sentence message);
/// The same of what is not the program's fault, but worth saying.
void note_host(const void* return_address, Sentence message,
               FindingKind kind = FindingKind::wrong_call);
/// Says in the trace what the host did: "copy in: 1,024 bytes to d_in".
void tell_host(Sentence text);
/// What the program calls the memory at an address: the kernel's parameter, else "memory 3".
[[nodiscard]] Sentence name_of_memory(const void* address);

/// A __device__ or __constant__ variable that the address lies in.
struct SymbolPlace {
  std::string name;
  void* begin = nullptr;
  std::size_t bytes = 0;
};
[[nodiscard]] std::optional<SymbolPlace> find_symbol(const void* address);

}  // namespace warpscope
