#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "instrumentation/program/protocol/machine_log.hpp"

namespace warpscope {

// What the machine asks of the host side of CUDA's runtime, which the room above it (../runtime) answers. The rest of
// the runtime is the exported functions ws_cuda…, which the program's own calls reach (../include/cuda_runtime_api.h).

/// CUDA's name and CUDA's sentence for an error; of an unknown one as CUDA: "unrecognized error code".
[[nodiscard]] const char* error_name(int error);
[[nodiscard]] const char* error_text(int error);

/// At the end of the program: reports every error that the program never asked about, at its call or launch.
void report_unchecked_errors();

/// At the end of a program that succeeded: notes what cudaMalloc and its relatives gave and nobody freed.
void note_unfreed_memory();

/// At the end of the program: host functions of streams are not waited for any more, and what is behind them is not done.
void abandon_streams();
/// A host function that has not returned, if there is one, and the call that waits for it. For a signal handler: waits for
/// no lock.
void note_unfinished_host_function(LoggedEnding& ending);

/// True once the program has asked for the time between two events: such times are modelled, never measured.
[[nodiscard]] bool modelled_time_was_asked();
/// Adds what a running launch has done to its modelled time; may be called several times in a launch.
/// `warp_instructions`: of all warps; `bytes`: moved between the multiprocessors and global memory.
void model_kernel_work(std::int64_t warp_instructions, std::int64_t bytes);
/// A thread of a running launch has waited so many cycles for the clock alone.
void model_kernel_wait(std::uint64_t cycles);
/// Cycles of the device's clock since the program began.
[[nodiscard]] std::uint64_t modelled_cycles();

/// What the host's code calls the allocation that an address lies in, read from the text of the call that
/// made it: "d_in" of cudaMalloc(&d_in, bytes). Empty: not known.
[[nodiscard]] std::string host_name_of(const void* address);
/// Whether the call that made the allocation there made another one that still lives: the variable in it then names neither.
[[nodiscard]] bool shares_its_call(const void* address);

/// The memory of the host around an address that cudaHostRegister opened to the device; 0 bytes: none. For the machine
/// during a launch: takes no lock, since nothing is registered while a kernel runs.
struct RegisteredHost {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};
[[nodiscard]] RegisteredHost registered_host(const void* address);

/// The dynamic shared memory that the program allows a kernel by cudaFuncSetAttribute; 0: it said nothing.
[[nodiscard]] int dynamic_shared_limit_of(const void* kernel);

}  // namespace warpscope
