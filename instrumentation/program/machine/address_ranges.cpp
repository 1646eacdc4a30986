#include "instrumentation/program/machine/address_ranges.hpp"

#include <iterator>

namespace warpscope {

void AddressRanges::add(std::uintptr_t begin, std::size_t bytes) {
  ranges_[begin] = bytes;
  by_size_.emplace(bytes, begin);
}

void AddressRanges::remove(Ranges::iterator range) {
  by_size_.erase({range->second, range->first});
  ranges_.erase(range);
}

void AddressRanges::give(std::uintptr_t begin, std::size_t bytes) {
  if (bytes == 0) return;
  const auto next = ranges_.lower_bound(begin);
  if (next != ranges_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == begin) {
      begin = before->first;
      bytes += before->second;
      remove(before);
    }
  }
  if (next != ranges_.end() && begin + bytes == next->first) {
    bytes += next->second;
    remove(next);
  }
  add(begin, bytes);
}

std::optional<std::uintptr_t> AddressRanges::take(std::size_t bytes) {
  const auto found = by_size_.lower_bound({bytes, 0});
  if (found == by_size_.end()) return std::nullopt;
  const auto [size, begin] = *found;
  remove(ranges_.find(begin));
  if (size > bytes) add(begin + bytes, size - bytes);
  return begin;
}

}  // namespace warpscope
