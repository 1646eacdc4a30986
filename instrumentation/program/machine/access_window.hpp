#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/program/machine/watched_memory.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// What the lanes of a warp do to one array with one instruction.
struct WarpAccess {
  std::uint32_t site = 0;  ///< of LaunchSites
  std::uint32_t mask = 0;
  Operation operation = Operation::load;
  MemoryRegion* region = nullptr;
  std::size_t cells = 1;              ///< of the region's array, for each lane
  std::vector<ElementIndex> indices;  ///< of each lane's first
  std::vector<std::uint32_t>
      words;                ///< of each lane's cells; of an atomic its operands, and its result
  bool has_result = false;  ///< of an atomic: whether it stands in `words`

  [[nodiscard]] std::size_t bytes() const {
    return cells * static_cast<std::size_t>(region->array.type.bytes());
  }
  [[nodiscard]] std::int64_t offset(std::size_t lane) const {
    return indices[lane] * region->array.type.bytes();
  }
};

/// The latest accesses of a warp, as long as its code runs straight on. A compiler for a GPU moves members of a structure
/// at once that such code touches one by one, as far as the structure's alignment allows; a compiler for a processor takes
/// even copies of whole structures apart. What belongs together leaves the window as one access.
class AccessWindow {
 public:
  /// Whether accesses wait here, of other lanes or from another run of straight code.
  [[nodiscard]] bool ends_before(std::uint32_t mask, std::uint32_t run) const {
    return count_ > 0 && (mask != held_[0].access.mask || run != run_ || count_ >= most_held);
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Room for the next access of the same lanes, to be filled in before add().
  [[nodiscard]] WarpAccess& next();
  /// `together`: it may be a part of one that moves more.
  void add(std::uint32_t run, bool together);
  /// Gives out all accesses in their order.
  template <class Emit>
  void flush(Emit emit) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (held_[k].leader == k) give_out(k, emit);
    }
    count_ = 0;
  }

 private:
  static constexpr std::size_t most_held = 64;

  struct Held {
    WarpAccess access;
    std::size_t chunk =
        0;  // bytes, aligned: all lanes touch the same place in such a one; 0: alone
    std::size_t leader = 0;  // at whose place it leaves: the first load, the last store
  };

  template <class Emit>
  void give_out(std::size_t leader, Emit& emit) {
    collect(leader);
    for (std::size_t from = 0; from < parts_.size();) {
      const std::size_t count = moved_at_once(from);
      emit(count == 1 ? parts_[from]->access : joined(from, count));
      from += count;
    }
  }
  /// Those that leave with `leader`, by address.
  void collect(std::size_t leader);
  [[nodiscard]] std::size_t moved_at_once(std::size_t from) const;
  const WarpAccess& joined(std::size_t from, std::size_t count);
  [[nodiscard]] bool joins(const Held& added, std::size_t leader) const;

  std::vector<Held> held_;  // the first count_ are in use
  std::size_t count_ = 0;
  std::uint32_t run_ = 0;
  std::vector<const Held*> parts_;
  WarpAccess joined_;
};

}  // namespace warpscope
