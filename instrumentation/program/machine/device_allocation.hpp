#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope {

enum class AllocationKind : std::uint8_t { device, managed, pinned };

/// The call of the runtime that made an allocation, and the one that freed it, as the runtime keeps them.
struct AllocationCalls {
  const char* function = "";  ///< that made it
  const void *made = nullptr,
             *freed = nullptr;  ///< return addresses in the program; null: not known
  int argument = -1;  ///< of the call that made it: that which takes the pointer; -1: none
  int cause =
      -1;  ///< equal for allocations of one variable in one line of the source; -1: not known
};

/// Memory that the program asked for at once. The object is used again for another allocation some time after it was
/// freed (DeviceMemory::named_frees), so who has no lock reads only what has a function here.
struct DeviceAllocation {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  AllocationKind kind = AllocationKind::device;
  std::uint64_t number = 0;  ///< of allocations so far, from 1; 0: of none
  bool freed = false;
  bool heap = false;  ///< of which malloc and new give pieces to kernels
  bool of_graph =
      false;  ///< made by a node of a captured graph: revive() and release() follow its launches
  bool in_arena = false;  ///< no pages that nobody may touch lie around it
  std::string name;       ///< what the program calls it, once known
  bool padded = false;    ///< of structures with bytes that no member covers
  std::size_t pitch = 0;  ///< bytes of a row if it was allocated as rows, else 0
  /// A byte for each changed_page bytes from `begin` on: 1 if somebody may have written there since it was set to 0. Empty:
  /// nobody asks (DeviceMemory::note_changes).
  std::vector<std::uint8_t> changed;
  static constexpr std::size_t changed_page = 4096;
  AllocationCalls calls;
  std::uintptr_t room = 0;     ///< first address of what was taken for it and its guard
  std::size_t room_bytes = 0;  ///< of that

  /// From any thread.
  [[nodiscard]] bool is_freed() const {
    return std::atomic_ref(const_cast<bool&>(freed)).load(std::memory_order_acquire);
  }
  /// From any thread.
  [[nodiscard]] std::uint64_t number_now() const {
    return std::atomic_ref(const_cast<std::uint64_t&>(number)).load(std::memory_order_acquire);
  }
  /// Somebody writes `bytes` bytes at an address in it.
  void note_change(const void* address, std::size_t bytes) {
    if (changed.empty() || bytes == 0) return;
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin);
    const std::size_t last = std::min((offset + bytes - 1) / changed_page, changed.size() - 1);
    for (std::size_t page = offset / changed_page; page <= last; ++page) changed[page] = 1;
  }
  [[nodiscard]] bool holds(const void* address) const {
    return static_cast<const std::byte*>(address) >= begin &&
           static_cast<const std::byte*>(address) < begin + bytes;
  }
};

}  // namespace warpscope
