#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope {

/// The memory that an emulated program gets from cudaMalloc and its relatives: one range of addresses that
/// nothing else lies in, the same in every run, so that traces are too. Around each allocation lie
/// pages that nobody may touch. Every byte has a shadow that says whether anybody has written it.
class DeviceMemory {
 public:
  enum class Kind : std::uint8_t { device, managed, pinned };
  struct Allocation {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    Kind kind = Kind::device;
    std::uint64_t number = 0;  ///< of allocations so far, from 1
    bool freed = false;
    bool heap = false;  ///< of which malloc and new give pieces to kernels
    bool of_graph =
        false;  ///< made by a node of a captured graph: revive() and release() follow its launches
    std::string name;       ///< what the program calls it, once known
    bool padded = false;    ///< of structures with bytes that no member covers
    std::size_t pitch = 0;  ///< bytes of a row if it was allocated as rows, else 0
    /// From any thread.
    [[nodiscard]] bool is_freed() const {
      return std::atomic_ref(const_cast<bool&>(freed)).load(std::memory_order_acquire);
    }
    [[nodiscard]] bool holds(const void* address) const {
      return static_cast<const std::byte*>(address) >= begin &&
             static_cast<const std::byte*>(address) < begin + bytes;
    }
  };

  /// THE memory of this process. Reserves its range of addresses at the first call.
  static DeviceMemory& the();

  /// Nullptr if there is not so much left (the emulated device has total_bytes()).
  void* allocate(std::size_t bytes, Kind kind);
  /// False if no living allocation begins there.
  bool release(void* begin);
  /// Gives a released allocation its memory again, at the same address and unwritten. False if there is not so much left.
  bool revive(void* begin);
  /// From any thread, also while another one allocates: the allocation that the address lies in or, within its guard pages, next to: living ones first; null: none.
  [[nodiscard]] const Allocation* find(const void* address) const;
  [[nodiscard]] Allocation* find(const void* address);
  [[nodiscard]] bool owns(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - base() < reserved_bytes;
  }
  [[nodiscard]] std::size_t used_bytes() const { return used_; }
  [[nodiscard]] std::size_t total_bytes() const { return total_; }
  void set_total_bytes(std::size_t bytes) { total_ = bytes; }

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
  static constexpr std::size_t reserved_bytes = std::size_t{1} << 38;  ///< of addresses
  static constexpr std::size_t guard_bytes = 64 * 1024;                ///< before and after each

  [[nodiscard]] const std::map<std::uintptr_t, Allocation>& allocations() const {
    return allocations_;
  }

 private:
  DeviceMemory();
  /// Allocations by their addresses, for readers without a lock. Only ever appended to; replaced when it is full.
  struct Index {
    struct Slot {
      std::uintptr_t begin = 0;
      Allocation* made = nullptr;
    };
    explicit Index(std::size_t capacity) : slots(capacity) {}
    std::vector<Slot> slots;
    std::atomic<std::size_t> count = 0;
  };
  void add_to_index(Allocation& made);
  [[nodiscard]] static bool open_pages(std::uintptr_t first, std::uintptr_t bytes);
  std::atomic<const Index*> index_ = nullptr;
  std::vector<std::unique_ptr<Index>> indices_;  // old ones too: somebody may still look into them

  std::map<std::uintptr_t, Allocation>
      allocations_;  // by begin; freed ones too: their addresses are never used again while enough are left
  std::uintptr_t next_ = 0;
  std::size_t used_ = 0, total_ = std::size_t{8} << 30;
  std::uint64_t count_ = 0;
  std::vector<void*> open_guards_;
};

}  // namespace warpscope
