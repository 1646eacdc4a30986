#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace warpscope {

/// The asynchronous copies of a block whose threads have not waited for them yet. The machine copies at once, so that only
/// the shadow of shared memory knows which bytes a GPU may still have to write.
class PendingCopies {
 public:
  /// A shadow's byte of memory that is being copied to; 0: never written, 1: written.
  static constexpr std::uint8_t under_way = 2;

  struct Copy {
    const std::byte* address = nullptr;
    std::uint8_t* shadow = nullptr;
    std::size_t bytes = 0;
    std::uint32_t site = 0;   ///< of LaunchSites
    std::uint64_t group = 0;  ///< of the thread's, from 0
  };
  struct Found {
    std::int32_t rank = 0;  ///< of the thread that copies
    const Copy* copy = nullptr;
  };

  void begin_block(std::size_t threads);
  /// A thread begins a copy, which counts with its next commit().
  void begin(std::int32_t rank, Copy copy);
  /// What the thread has begun since the last time is a group.
  void commit(std::int32_t rank);
  /// The thread waits for all groups but its last `groups`.
  void wait(std::int32_t rank, std::uint64_t groups);
  /// A copy to a byte that is under way; null: none.
  [[nodiscard]] Found at(const std::byte* address) const;

 private:
  struct OfThread {
    std::deque<Copy> copies;   // in their order
    std::uint64_t groups = 0;  // committed
  };
  std::vector<OfThread> threads_;
};

}  // namespace warpscope
