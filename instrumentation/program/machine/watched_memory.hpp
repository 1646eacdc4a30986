#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A range of memory that a kernel can name: an allocation, a variable, a host buffer that it may use.
struct MemoryRegion {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  Array array;
  /// What the kernel calls it: the parameters that point to its begin. Empty: as the array is called.
  std::vector<ArrayName> called = {};
  std::optional<Structure> structure;
  std::uint8_t alignment = 1;  ///< of a structure, as its type asks for it: at most 16
  /// A GPU moves so many adjoining bytes of a structure at once if code touches them together.
  std::uint8_t at_once = 1;
  bool is_vector = false;  ///< the structure is one of CUDA's vectors
  bool halves = false;     ///< see copies_halves()
  bool untyped = false;    ///< its cells are as wide as the first access
  bool guessed = false;    ///< nothing says whether its cells are integers or not
  bool placed = false;     ///< of shared memory: its base is known
  int race = -1;           ///< among the race detector's arrays
  std::uint8_t piece = 0;  ///< bytes of the narrowest access to it that races were looked for in
  std::array<int, 2> ids{-1, -1};     ///< in the trace, and in the counted one
  std::vector<std::uint8_t> written;  ///< of shared memory, a byte each
  DeviceMemory::Allocation* allocation = nullptr;
  std::int64_t race_cell = 0;  ///< bytes of its elements among those: those of the narrowest access

  [[nodiscard]] std::int64_t race_cells() const {
    return (static_cast<std::int64_t>(bytes) + race_cell - 1) / race_cell;
  }
  [[nodiscard]] std::int64_t offset(const std::byte* address) const { return address - begin; }
  [[nodiscard]] std::int64_t index(const std::byte* address) const {
    return offset(address) / array.type.bytes();
  }
  [[nodiscard]] bool holds(const std::byte* address, std::size_t size) const {
    return address >= begin && address + size <= begin + bytes;
  }
  [[nodiscard]] bool freed() const { return allocation != nullptr && allocation->freed; }
  /// Of an address in a structure: how far behind the structure's begin, in bytes.
  [[nodiscard]] std::int64_t offset_in_structure(const std::byte* address) const {
    return structure ? offset(address) % structure->bytes : 0;
  }
  /// A copy of a structure reads members that nobody needs, and what lies between members. `known` tells of each byte
  /// whether something has been written there.
  [[nodiscard]] bool copies_what_is_there(const std::byte* address,
                                          std::span<const std::uint8_t> known) const;
  /// g++ moves 16 bytes of a structure at once that is aligned by 8, and does not say so: for all that is known,
  /// an access was of two halves.
  [[nodiscard]] bool copies_halves(const std::byte* address, std::size_t size) const {
    return halves && size == 16 && offset_in_structure(address) + 16 <= structure->bytes;
  }
  /// In elements that the source names: structures where it has them.
  [[nodiscard]] std::int64_t elements() const;
  /// What the kernel calls it, or that is its own name.
  [[nodiscard]] const std::string& name() const {
    return called.empty() ? array.name : called.front().name;
  }
  /// `name[index]`, the index in such elements; beyond the ends, too.
  [[nodiscard]] std::string element_text(const std::byte* address) const;
  /// Memory that no type describes has cells as wide as the first access to it.
  void settle_type(const SimtLane& first_access);
};

/// What a launch's kernel can name in memory: which region an address belongs to, what it is called and of which type it
/// is. Regions stay where they are until the launch ends. Allocations get their names here: that of the host's variable, or,
/// if that tells nothing, of the parameter that first points to them.
class WatchedMemory {
 public:
  explicit WatchedMemory(const WatchedKernel& kernel);

  /// All of a block's shared memory holds what unset memory does, and counts as not written.
  void begin_block();
  /// Shared memory of a block that waits for the whole grid, while other blocks run.
  struct Shared {
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> written;  ///< of blocks that are watched
  };
  /// Throws bad_alloc.
  void put_away(Shared& shared, bool watched) const;
  void take_back(const Shared& shared);
  /// Another trace begins that a block is counted in.
  void forget_counted();
  /// The region an address is in or, for one just outside, was meant to be in; null: none.
  [[nodiscard]] MemoryRegion* at(std::byte* address);
  /// The same memory with smaller cells, for accesses that its own do not fit.
  [[nodiscard]] MemoryRegion& narrow(MemoryRegion& region, std::size_t cell);
  /// Gives shared memory a place in the block's, behind what has one. The kernel's own has from the beginning.
  void place_shared(MemoryRegion& region);

  /// Shared memory of a block: what the kernel declares, and what the launch asks for.
  [[nodiscard]] std::int64_t shared_bytes() const { return shared_used_; }
  /// Whether an address is that of a mark of the compiler's in thread-local storage, which a GPU has none of.
  [[nodiscard]] bool is_of_compiler(const std::byte* address) const;
  /// What lies in it now.
  [[nodiscard]] std::vector<std::uint8_t> shared_image() const;
  /// Whether an access, even if outside of every region, stays in this thread's copy of shared memory.
  [[nodiscard]] bool in_shared_storage(const std::byte* address, std::size_t bytes) const {
    return address >= shared_begin_ && address + bytes <= shared_begin_ + shared_size_;
  }

 private:
  void find_shared_variables();
  void order_dynamic(std::vector<const ProgramVariable*>& dynamic) const;
  MemoryRegion& add_shared(const ProgramVariable& variable, std::byte* begin, std::size_t bytes);
  MemoryRegion* shared_at(const std::byte* address);
  MemoryRegion& of_allocation(DeviceMemory::Allocation& allocation);
  MemoryRegion& of_host(std::byte* begin, std::size_t bytes);
  MemoryRegion& of_variable(const ProgramVariable& variable);
  /// The kernel's parameters that point into an allocation; to its begin alone if so asked.
  [[nodiscard]] std::vector<const ProgramParameter*> parameters_into(
      const DeviceMemory::Allocation& allocation, bool only_begin) const;

  const WatchedKernel& kernel_;
  std::deque<MemoryRegion> regions_;
  std::vector<MemoryRegion*> shared_;                    // by address
  std::vector<std::span<const std::byte>> of_compiler_;  // in thread-local storage
  std::map<std::uint64_t, MemoryRegion*> allocations_;   // by number
  std::map<const void*, MemoryRegion*> variables_;
  std::map<std::pair<MemoryRegion*, std::size_t>, MemoryRegion*> narrowed_;
  bool made_by_gcc_ = false;           // the program is
  std::byte* shared_begin_ = nullptr;  // this thread's block of thread-local storage
  std::size_t shared_size_ = 0;
  std::int64_t shared_used_ = 0;
};

}  // namespace warpscope
