#include "instrumentation/program/machine/pending_copies.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace warpscope {

void PendingCopies::begin_block(std::size_t threads) { threads_.assign(threads, {}); }

void PendingCopies::begin(std::int32_t rank, Copy copy) {
  OfThread& thread = threads_[static_cast<std::size_t>(rank)];
  copy.group = thread.groups;
  std::memset(copy.shadow, under_way, copy.bytes);
  thread.copies.push_back(copy);
}

void PendingCopies::commit(std::int32_t rank) { ++threads_[static_cast<std::size_t>(rank)].groups; }

void PendingCopies::wait(std::int32_t rank, std::uint64_t groups) {
  OfThread& thread = threads_[static_cast<std::size_t>(rank)];
  const std::uint64_t done = thread.groups - std::min(groups, thread.groups);
  while (!thread.copies.empty() && thread.copies.front().group < done) {
    const Copy& copy = thread.copies.front();
    std::ranges::replace(std::span(copy.shadow, copy.bytes), under_way, std::uint8_t{1});
    thread.copies.pop_front();
  }
}

PendingCopies::Found PendingCopies::at(const std::byte* address) const {
  for (std::size_t rank = 0; rank < threads_.size(); ++rank) {
    for (const Copy& copy : threads_[rank].copies) {
      if (address >= copy.address && address < copy.address + copy.bytes) {
        return {static_cast<std::int32_t>(rank), &copy};
      }
    }
  }
  return {};
}

}  // namespace warpscope
