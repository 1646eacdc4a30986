#include "instrumentation/patterns/cell_versions.hpp"

#include <algorithm>
#include <limits>

namespace warpscope {

CellVersions::CellVersions(const Trace& trace, const Dataflow& flow) {
  find_pages(trace, flow);
  link_versions(flow);
  make_key_frames(trace, flow);
}

void CellVersions::find_pages(const Trace& trace, const Dataflow& flow) {
  struct Range {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = -1;
    std::int64_t touches = 0;
  };
  std::vector<Range> ranges(trace.arrays.size());
  for (const Access& access : trace.accesses) {
    Range& range = ranges[access.array];
    for_each_element(trace, access, [&](ElementIndex index) {
      if (index < 0) return;
      range.low = std::min(range.low, index >> page_bits);
      range.high = std::max(range.high, index >> page_bits);
      ++range.touches;
    });
  }
  pages_.resize(ranges.size());
  for (std::size_t a = 0; a < ranges.size(); ++a) {
    if (ranges[a].high < 0) continue;
    const std::int64_t count = ranges[a].high - ranges[a].low + 1;
    pages_[a].first = ranges[a].low;
    pages_[a].sparse = count > 4096 + 4 * ranges[a].touches;
    if (!pages_[a].sparse) pages_[a].slots.assign(static_cast<std::size_t>(count), no_slot);
  }
  give_slots(trace, flow);
}

void CellVersions::give_slots(const Trace& trace, const Dataflow& flow) {
  std::uint32_t used = 0;
  const auto touch = [&](std::size_t array, std::int64_t index) {
    Pages& pages = pages_[array];
    const std::int64_t number = (index >> page_bits) - pages.first;
    if (index < 0 || number < 0) return;
    std::uint32_t* begin = nullptr;
    if (pages.sparse) {
      begin = &pages.far.try_emplace(number, no_slot).first->second;
    } else if (number < std::ssize(pages.slots)) {
      begin = &pages.slots[static_cast<std::size_t>(number)];
    }
    if (begin == nullptr || *begin != no_slot) return;
    *begin = used;
    used += 1U << page_bits;
  };
  for (const Access& access : trace.accesses) {
    for_each_element(trace, access, [&](ElementIndex index) { touch(access.array, index); });
  }
  for (const FlowNode& node : flow.nodes) touch(node.array, node.index);
  slots_ = used;
}

std::uint32_t CellVersions::page(const Pages& pages, std::int64_t number) {
  if (pages.sparse) {
    const auto found = pages.far.find(number);
    return found == pages.far.end() ? no_slot : found->second;
  }
  if (number < 0 || number >= std::ssize(pages.slots)) return no_slot;
  return pages.slots[static_cast<std::size_t>(number)];
}

std::uint32_t CellVersions::slot(int array, std::int64_t index) const {
  if (index < 0 || static_cast<std::size_t>(array) >= pages_.size()) return no_slot;
  const Pages& pages = pages_[static_cast<std::size_t>(array)];
  const std::uint32_t begin = page(pages, (index >> page_bits) - pages.first);
  if (begin == no_slot) return no_slot;
  return begin + static_cast<std::uint32_t>(index & ((1 << page_bits) - 1));
}

void CellVersions::link_versions(const Dataflow& flow) {
  first_version_.assign(slots_, 0);
  next_version_.assign(flow.nodes.size(), 0);
  std::vector<std::uint32_t> last(slots_, 0);
  for (std::uint32_t n = 0; n < flow.nodes.size(); ++n) {
    const FlowNode& node = flow.nodes[n];
    const std::uint32_t at = slot(node.array, node.index);
    if (node.origin || at == no_slot) continue;
    (last[at] == 0 ? first_version_[at] : next_version_[last[at] - 1]) = n + 1;
    last[at] = n + 1;
  }
}

void CellVersions::make_key_frames(const Trace& trace, const Dataflow& flow) {
  constexpr std::size_t least = 65536;
  const std::size_t apart =  // touches: frames take no more room than half of the trace
      std::max({least, 2 * std::size_t{slots_}, trace.indices.size() / 64});
  CellMoment now;
  now.cells.assign(slots_, {});
  frames_.push_back(now);
  std::size_t touches = 0;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    touches += static_cast<std::size_t>(trace.accesses[a].active());
    if (touches < apart) continue;
    touches = 0;
    play(trace, flow, a + 1, now);
    frames_.push_back(now);
  }
}

void CellVersions::play(const Trace& trace, const Dataflow& flow, std::uint32_t count,
                        CellMoment& now) const {
  for (; now.moment < count; ++now.moment) {
    const Access& access = trace.accesses[now.moment];
    if (!stores(access.operation)) {
      for_each_element(trace, access, [&](ElementIndex index) {
        const std::uint32_t at = slot(access.array, index);
        if (at != no_slot) now.cells[at].read = now.moment + 1;
      });
    }
    const auto& nodes = flow.nodes;
    for (; now.node < nodes.size() && nodes[now.node].access <= now.moment; ++now.node) {
      const FlowNode& node = nodes[now.node];
      const std::uint32_t at = slot(node.array, node.index);
      if (!node.origin && at != no_slot) now.cells[at].node = now.node + 1;
    }
  }
}

const CellMoment& CellVersions::frame_before(std::uint32_t count) const {
  const auto after =
      std::upper_bound(frames_.begin(), frames_.end(), count,
                       [](std::uint32_t wanted, const CellMoment& f) { return wanted < f.moment; });
  return *(after - 1);
}

std::uint32_t CellVersions::next(std::uint32_t slot, std::uint32_t last) const {
  return last == 0 ? first_version_[slot] : next_version_[last - 1];
}

}  // namespace warpscope
