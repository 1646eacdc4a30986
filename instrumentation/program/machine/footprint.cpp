#include "instrumentation/program/machine/footprint.hpp"

#include <algorithm>

namespace warpscope {

Footprint::Marks* Footprint::marks_of(std::uintptr_t chunk) {
  if (last_marks_ != nullptr && last_ == chunk) return last_marks_;
  const auto known = chunks_.find(chunk);
  if (known == chunks_.end() && chunks_.size() >= most_chunks) return nullptr;
  last_ = chunk;
  last_marks_ = known != chunks_.end() ? &known->second : &chunks_[chunk];
  return last_marks_;
}

void Footprint::add(const void* address, std::size_t bytes, Does does) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const std::uintptr_t end = at + bytes; at < end; ++at) {
    Marks* const marks = marks_of(at / chunk_bytes);
    if (marks == nullptr) return;
    (*marks)[static_cast<std::size_t>(does)].set(at % chunk_bytes);
  }
}

std::vector<ByteRange> Footprint::ranges(Does does) const {
  std::vector<std::uintptr_t> order;
  order.reserve(chunks_.size());
  for (const auto& [chunk, marks] : chunks_) {
    if (marks[static_cast<std::size_t>(does)].any()) order.push_back(chunk);
  }
  std::ranges::sort(order);
  std::vector<ByteRange> found;
  for (const std::uintptr_t chunk : order) {
    const auto& bits = chunks_.at(chunk)[static_cast<std::size_t>(does)];
    const std::uintptr_t begin = chunk * chunk_bytes;
    for (std::size_t k = bits._Find_first(); k < chunk_bytes; k = bits._Find_next(k)) {
      if (!found.empty() && found.back().end == begin + k) {
        ++found.back().end;
        continue;
      }
      if (found.size() == most_ranges) return found;
      found.push_back({begin + k, begin + k + 1});
    }
  }
  return found;
}

UsedBytes Footprint::use() const {
  return {ranges(Does::read), ranges(Does::write), ranges(Does::update)};
}

}  // namespace warpscope
