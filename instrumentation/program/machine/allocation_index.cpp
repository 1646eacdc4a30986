#include "instrumentation/program/machine/allocation_index.hpp"

namespace warpscope {

void AllocationIndex::insert(DeviceAllocation& allocation) {
  const std::size_t at = page_of(reinterpret_cast<std::uintptr_t>(allocation.begin));
  const auto number = static_cast<int>(at / pages_of_part);
  const auto place = static_cast<int>(at % pages_of_part);
  std::atomic<Part*>& known = parts_[static_cast<std::size_t>(number)];
  Part* part = known.load(std::memory_order_relaxed);
  if (part == nullptr) {
    if (unused_.empty()) unused_.push_back(all_.emplace_back(std::make_unique<Part>()).get());
    part = unused_.back();
    unused_.pop_back();
    known.store(part, std::memory_order_release);
  }
  part->allocations[static_cast<std::size_t>(place)].store(&allocation, std::memory_order_release);
  part->taken.insert(place);
  taken_.insert(number);
}

void AllocationIndex::erase(const DeviceAllocation& allocation) {
  const std::size_t at = page_of(reinterpret_cast<std::uintptr_t>(allocation.begin));
  const auto number = static_cast<int>(at / pages_of_part);
  const auto place = static_cast<int>(at % pages_of_part);
  std::atomic<Part*>& known = parts_[static_cast<std::size_t>(number)];
  Part* const part = known.load(std::memory_order_relaxed);
  part->taken.erase(place);
  part->allocations[static_cast<std::size_t>(place)].store(nullptr, std::memory_order_release);
  if (!part->taken.empty()) return;
  taken_.erase(number);
  known.store(nullptr, std::memory_order_release);
  unused_.push_back(part);  // who still looks into it finds nothing, or what see() refuses
}

AllocationIndex::Seen AllocationIndex::see(const Part& part, int number, int place) const {
  DeviceAllocation* const at =
      part.allocations[static_cast<std::size_t>(place)].load(std::memory_order_acquire);
  if (at == nullptr) return {};
  Seen seen{.allocation = at, .number = at->number_now()};
  seen.begin =
      reinterpret_cast<std::uintptr_t>(std::atomic_ref(at->begin).load(std::memory_order_relaxed));
  seen.bytes = std::atomic_ref(at->bytes).load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  const bool stayed = seen.number != 0 && at->number_now() == seen.number;
  const bool here = page_of(seen.begin) == static_cast<std::size_t>(number) * pages_of_part +
                                               static_cast<std::size_t>(place);
  return stayed && here ? seen : Seen{};
}

AllocationIndex::Seen AllocationIndex::last_of(int number, int place) const {
  const Part* const part = parts_[static_cast<std::size_t>(number)].load(std::memory_order_acquire);
  if (part == nullptr) return {};
  for (int at = place; (at = part->taken.last_up_to(at)) >= 0; --at)
    if (const Seen seen = see(*part, number, at); seen.allocation != nullptr) return seen;
  return {};
}

AllocationIndex::Seen AllocationIndex::first_of(int number, int place) const {
  const Part* const part = parts_[static_cast<std::size_t>(number)].load(std::memory_order_acquire);
  if (part == nullptr) return {};
  for (int at = place; (at = part->taken.first_from(at)) >= 0; ++at)
    if (const Seen seen = see(*part, number, at); seen.allocation != nullptr) return seen;
  return {};
}

AllocationIndex::Seen AllocationIndex::last_up_to(std::uintptr_t address) const {
  const std::size_t at = page_of(address);
  const auto number = static_cast<int>(at / pages_of_part);
  const auto place = static_cast<int>(at % pages_of_part);
  Seen seen = last_of(number, place);
  if (seen.allocation != nullptr && seen.begin > address) seen = last_of(number, place - 1);
  for (int part = number - 1; seen.allocation == nullptr; --part) {
    part = taken_.last_up_to(part);
    if (part < 0) break;
    seen = last_of(part, pages_of_part - 1);
  }
  return seen;
}

AllocationIndex::Seen AllocationIndex::first_behind(std::uintptr_t address) const {
  const std::size_t at = page_of(address);
  const auto number = static_cast<int>(at / pages_of_part);
  const auto place = static_cast<int>(at % pages_of_part);
  Seen seen = first_of(number, place);
  if (seen.allocation != nullptr && seen.begin <= address) seen = first_of(number, place + 1);
  for (int part = number + 1; seen.allocation == nullptr; ++part) {
    part = taken_.first_from(part);
    if (part < 0) break;
    seen = first_of(part, 0);
  }
  return seen;
}

}  // namespace warpscope
