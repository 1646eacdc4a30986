#pragma once

#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"
#include "instrumentation/program/protocol/compared_run.hpp"

namespace warpscope {

/// Tells the log what each allocation that lives, and each variable of the device in the kernel's object, holds after its
/// launch. Bytes that nobody has written do not count, nor do addresses that malloc and new gave in kernels: they follow from
/// the order in which threads ask.
void tell_memory_states(const WatchedKernel& kernel);
/// Tells all of one memory; nothing if it does not live.
void tell_memory_contents(const WatchedKernel& kernel, WatchedMemory& memory, const MemoryKey& key);
/// Where it lies; null if it does not live.
[[nodiscard]] std::byte* address_of_memory(const WatchedKernel& kernel, const MemoryKey& key);

/// So much of one memory is told: more would not fit into the log together with what else there is.
inline constexpr std::size_t most_told_contents = std::size_t{64} << 20;

}  // namespace warpscope
