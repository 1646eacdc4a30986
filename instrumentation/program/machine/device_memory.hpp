#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/program/machine/address_ranges.hpp"
#include "instrumentation/program/machine/allocation_index.hpp"
#include "instrumentation/program/machine/device_allocation.hpp"
#include "instrumentation/program/machine/distinct_names.hpp"

namespace warpscope {

/// How many mappings the system gives a process: vm.max_map_count.
[[nodiscard]] std::size_t most_mappings();

/// The memory that an emulated program gets from cudaMalloc and its relatives: one range of addresses that
/// nothing else lies in, the same in every run, so that traces are too. Every byte has a shadow that says whether
/// anybody has written it.
///
/// Around each allocation lie pages that nobody may touch. Each costs the system four mappings, of which a process has
/// some 65,000 (vm.max_map_count). So while most_guarded allocations live, further ones of up to most_in_arena bytes
/// share arenas, which are open as a whole. What that gives up: blocks at speed, and host code without hooks, run over
/// the end of such an allocation, or use it when it is freed, and nobody notices. Blocks that are checked ask find()
/// and are as exact as before, since guard_bytes still lie between two. Only when arenas take spacious_bytes,
/// or an eighth of RLIMIT_DATA, allocations lie a page apart: then an index that leads further out is taken for one of
/// its neighbour.
class DeviceMemory {
 public:
  using Kind = AllocationKind;
  using Allocation = DeviceAllocation;

  /// THE memory of this process. Reserves its range of addresses at the first call.
  static DeviceMemory& the();

  /// Nullptr: refusal() says why.
  void* allocate(std::size_t bytes, Kind kind);
  /// Why allocate() gave nothing.
  enum class Refusal : std::uint8_t {
    none,
    full,       ///< the emulated device has total_bytes()
    addresses,  ///< no range of addresses is left that is long enough
    mappings,   ///< the system gives a process no more mappings: vm.max_map_count
    data        ///< nor so much memory: RLIMIT_DATA, or its own
  };
  [[nodiscard]] Refusal refusal() const { return refusal_; }
  /// False if no living allocation begins there. What was freed stays known until named_frees others have been freed
  /// after it, or until addresses run out: then those are given again that were freed first.
  bool release(void* begin);
  /// Something was released, and its addresses were not given again since.
  [[nodiscard]] bool has_released() const { return !freed_.empty(); }
  /// Gives a released allocation its memory again, at the same address and unwritten. False if there is not so much left.
  bool revive(void* begin);
  /// From any thread, also while another one allocates: the allocation that the address lies in or, within guard_bytes,
  /// next to: the nearest one; null: none.
  [[nodiscard]] const Allocation* find(const void* address) const;
  [[nodiscard]] Allocation* find(const void* address);
  [[nodiscard]] bool owns(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - base() < reserved_bytes;
  }
  [[nodiscard]] std::size_t used_bytes() const { return used_; }
  [[nodiscard]] std::size_t total_bytes() const { return total_; }
  /// What each byte of memory holds that nobody has written: of what is allocated from now on, and of shared memory.
  void set_unset(std::uint8_t byte) { unset_ = byte; }
  [[nodiscard]] std::uint8_t unset() const { return unset_; }
  /// But 0 behind so many bytes of an allocation, since what is filled takes memory.
  static constexpr std::size_t most_filled = std::size_t{1} << 30;
  void set_total_bytes(std::size_t bytes) { total_ = bytes; }
  /// Of all allocations that live.
  [[nodiscard]] std::vector<void*> living() const;
  /// Calls use(allocation) for each that lives.
  template <class Use>
  void for_each_living(Use use) {
    for (Allocation& allocation : allocations_)
      if (allocation.number != 0 && !allocation.freed) use(allocation);
  }
  /// What is allocated from now on knows which of its pages were written (DeviceAllocation::changed), if it is memory that
  /// only kernels and calls of CUDA write.
  void note_changes() { notes_changes_ = true; }
  /// Somebody may write there without saying so in the shadow.
  void note_change(const void* address, std::size_t bytes);

  /// Names an allocation: as asked, if no living one is called so, else with a number behind it.
  void give_name(Allocation& allocation, const std::string& wanted);
  /// Says which calls an allocation is of. No call has said so before.
  void set_calls(Allocation& allocation, const AllocationCalls& calls);
  /// How many living allocations have that cause (AllocationCalls::cause).
  [[nodiscard]] std::size_t living_of_cause(int cause) const;

  /// One byte per byte: 0 where nobody has written. Valid for any address that owns() says yes to and
  /// that lies in an allocation.
  [[nodiscard]] static std::uint8_t* shadow(const void* address) {
    return reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uintptr_t>(address) +
                                           reserved_bytes);
  }
  void mark_written(const void* address, std::size_t bytes);
  [[nodiscard]] bool is_written(const void* address, std::size_t bytes) const;
  /// Copies what is known of each byte, too.
  void copy_written(void* to, const void* from, std::size_t bytes);

  /// Opens the guard page at a faulting address so that the program can go on, until
  /// close_guards(); false if the address is in no guard.
  bool open_guard(const void* address);
  void close_guards();

  [[nodiscard]] static constexpr std::uintptr_t base() { return 0x200000000000; }
  static constexpr std::size_t reserved_bytes = AllocationIndex::bytes;  ///< of addresses
  static constexpr std::size_t guard_bytes = 64 * 1024;                  ///< before and after each
  static constexpr std::size_t named_frees = 16384;  ///< so many freed ones are known
  static constexpr std::size_t most_guarded = 4096;  ///< living ones, see above
  static constexpr std::size_t most_in_arena = std::size_t{4} << 20;
  static constexpr std::size_t spacious_bytes = std::size_t{2} << 30;

 private:
  DeviceMemory();
  /// Addresses for an allocation, open.
  struct Room {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;  ///< with its guard
    bool in_arena = false;
  };
  std::optional<Room> make_room(std::size_t pages);
  std::optional<Room> room_in_arena(std::size_t pages);
  bool open_arena();
  std::optional<std::uintptr_t> take_addresses(std::size_t bytes);
  bool open_pages(std::uintptr_t first, std::size_t bytes);
  /// Gives pages back to the system; the next who may touch them finds zeros.
  static void empty_pages(std::uintptr_t first, std::size_t bytes);
  /// The pages of an allocation.
  static std::pair<std::uintptr_t, std::size_t> pages_of(const Allocation& allocation);
  void fill(const Allocation& allocation) const;
  /// Of an allocation that nobody has written yet.
  void begin_changes(Allocation& allocation) const;
  void count_living(const Allocation& allocation, bool lives);
  /// A freed allocation is not known any more; its addresses may be used again.
  void forget(Allocation& allocation);
  bool forget_oldest();

  AllocationIndex index_{base()};
  std::deque<Allocation> allocations_;  // living and known ones, and unused_
  std::vector<Allocation*> unused_;
  std::deque<std::pair<Allocation*, std::uint64_t>> freed_;  // with their numbers, oldest first
  std::vector<std::size_t> of_cause_;                        // living ones
  DistinctNames names_;                                      // of living ones
  AddressRanges free_, in_arenas_;
  std::uintptr_t next_ = 0;  // from here on nothing has ever been used
  std::size_t used_ = 0, total_ = std::size_t{8} << 30;
  std::size_t guarded_ = 0;
  std::uint8_t unset_ = 0;
  bool notes_changes_ = false;
  std::vector<std::pair<std::uintptr_t, std::size_t>> arenas_;  // what of them is open
  bool spacious_ = true;  // whole guards lie between what arenas hold
  std::uint64_t count_ = 0;
  Refusal refusal_ = Refusal::none;
  std::vector<void*> open_guards_;
};

}  // namespace warpscope
