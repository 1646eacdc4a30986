#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/machine/device_allocation.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/program/machine/watched_memory.hpp"
#include "instrumentation/program/protocol/compared_run.hpp"

namespace warpscope {

/// What the allocations that live, and the variables of the device, hold after each launch. Bytes that nobody has written do
/// not count, nor do addresses that malloc and new gave in kernels: they follow from the order in which threads ask.
///
/// A hash is a sum over pages. Of memory that only kernels and calls of CUDA write, it reads the pages that were written
/// since the launch before (DeviceAllocation::changed). Host code may write managed and pinned memory through code that
/// nobody sees, so this is read as a whole.
class MemoryStates {
 public:
  /// After a launch: what is new, and what holds something else than it was told of last.
  [[nodiscard]] std::vector<MemoryState> changes(const WatchedKernel& kernel);
  /// Tells the log of them.
  void tell(const WatchedKernel& kernel);

 private:
  struct Allocated {
    std::vector<std::uint64_t> pages;  ///< what each adds to the sum; empty: it is read as a whole
    std::uint64_t hash = 0;
    int seen = 0;  ///< the last launch after which it lived
  };
  struct Variable {
    MemoryState state;
    const std::byte* begin = nullptr;
    bool is_told = false;
  };
  void add_allocations(int launch, std::vector<MemoryState>& changed);
  void add_variables(const CodeMap& code, std::vector<MemoryState>& changed);
  static std::uint64_t hash_of(DeviceAllocation& allocation, Allocated& known);

  std::unordered_map<std::uint64_t, Allocated> allocations_;  // by number
  std::unordered_map<const CodeMap*, std::vector<Variable>> variables_;
};

/// Tells all of one memory; nothing if it does not live.
void tell_memory_contents(const WatchedKernel& kernel, WatchedMemory& memory, const MemoryKey& key);
/// Where it lies; null if it does not live.
[[nodiscard]] std::byte* address_of_memory(const WatchedKernel& kernel, const MemoryKey& key);

/// So much of one memory is told: more would not fit into the log together with what else there is.
inline constexpr std::size_t most_told_contents = std::size_t{64} << 20;

}  // namespace warpscope
