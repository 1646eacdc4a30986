#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "instrumentation/program/machine/device_allocation.hpp"
#include "instrumentation/program/machine/place_set.hpp"

namespace warpscope {

/// Allocations by the pages that they begin in, of which no two share one. One thread changes it; any other may look at
/// the same time, without a lock. It is as large as what is in it: parts without allocations serve elsewhere.
class AllocationIndex {
 public:
  static constexpr std::size_t page = 4096;
  static constexpr int pages_of_part = 4096, parts = 65536;
  static constexpr std::size_t bytes = page * pages_of_part * parts;  ///< of addresses

  explicit AllocationIndex(std::uintptr_t base) : base_(base) {}

  /// What an allocation is, as read at one moment.
  struct Seen {
    DeviceAllocation* allocation = nullptr;  ///< null: none
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::uint64_t number = 0;
  };
  void insert(DeviceAllocation& allocation);
  void erase(const DeviceAllocation& allocation);
  /// The last one that begins at an address or before it.
  [[nodiscard]] Seen last_up_to(std::uintptr_t address) const;
  /// The first one that begins behind an address.
  [[nodiscard]] Seen first_behind(std::uintptr_t address) const;

 private:
  struct Part {
    PlaceSet<pages_of_part> taken;
    std::array<std::atomic<DeviceAllocation*>, pages_of_part> allocations{};
  };
  [[nodiscard]] std::size_t page_of(std::uintptr_t address) const {
    return (address - base_) / page;
  }
  [[nodiscard]] Seen see(const Part& part, int number, int place) const;
  [[nodiscard]] Seen last_of(int number, int place) const;
  [[nodiscard]] Seen first_of(int number, int place) const;

  std::uintptr_t base_;
  PlaceSet<parts> taken_;
  std::array<std::atomic<Part*>, parts> parts_{};
  std::vector<std::unique_ptr<Part>> all_;
  std::vector<Part*> unused_;
};

}  // namespace warpscope
