#include "app/layout/cell_history.hpp"

#include <algorithm>
#include <limits>

namespace warpscope {

CellHistory::CellHistory(const Trace& trace, const Dataflow& flow) : trace_(&trace), flow_(&flow) {
  find_pages();
  link_versions();
  make_key_frames();
  seek(0);
}

void CellHistory::find_pages() {
  struct Range {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = -1;
    std::int64_t touches = 0;
  };
  std::vector<Range> ranges(trace_->arrays.size());
  for (const Access& access : trace_->accesses) {
    Range& range = ranges[access.array];
    for (const std::int64_t index : trace_->lane_indices(access)) {
      if (index < 0) continue;
      range.low = std::min(range.low, index >> page_bits);
      range.high = std::max(range.high, index >> page_bits);
      ++range.touches;
    }
  }
  pages_.resize(ranges.size());
  for (std::size_t a = 0; a < ranges.size(); ++a) {
    if (ranges[a].high < 0) continue;
    const std::int64_t count = ranges[a].high - ranges[a].low + 1;
    pages_[a].first = ranges[a].low;
    pages_[a].sparse = count > 4096 + 4 * ranges[a].touches;
    if (!pages_[a].sparse) pages_[a].slots.assign(static_cast<std::size_t>(count), no_slot);
  }
  give_slots();
}

void CellHistory::give_slots() {
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
  for (const Access& access : trace_->accesses) {
    for (const std::int32_t index : trace_->lane_indices(access)) touch(access.array, index);
  }
  for (const FlowNode& node : flow_->nodes) touch(node.array, node.index);
  cells_.assign(used, {});
}

std::uint32_t CellHistory::page(const Pages& pages, std::int64_t number) {
  if (pages.sparse) {
    const auto found = pages.far.find(number);
    return found == pages.far.end() ? no_slot : found->second;
  }
  if (number < 0 || number >= std::ssize(pages.slots)) return no_slot;
  return pages.slots[static_cast<std::size_t>(number)];
}

void CellHistory::link_versions() {
  first_version_.assign(cells_.size(), 0);
  next_version_.assign(flow_->nodes.size(), 0);
  std::vector<std::uint32_t> last(cells_.size(), 0);
  for (std::uint32_t n = 0; n < flow_->nodes.size(); ++n) {
    const FlowNode& node = flow_->nodes[n];
    const std::uint32_t at = slot(node.array, node.index);
    if (node.origin || at == no_slot) continue;
    (last[at] == 0 ? first_version_[at] : next_version_[last[at] - 1]) = n + 1;
    last[at] = n + 1;
  }
}

void CellHistory::make_key_frames() {
  constexpr std::size_t least = 65536;
  const std::size_t apart =  // touches: frames take no more room than half of the trace
      std::max({least, 2 * cells_.size(), trace_->indices.size() / 64});
  frames_.push_back({0, 0, cells_});
  std::size_t touches = 0;
  for (std::uint32_t a = 0; a < trace_->accesses.size(); ++a) {
    touches += static_cast<std::size_t>(trace_->accesses[a].active());
    if (touches < apart) continue;
    touches = 0;
    play(a + 1);
    frames_.push_back({moment_, next_node_, cells_});
  }
}

void CellHistory::play(std::uint32_t count) {
  for (; moment_ < count; ++moment_) {
    const Access& access = trace_->accesses[moment_];
    if (access.operation != Operation::store) {
      for (const std::int32_t index : trace_->lane_indices(access)) {
        const std::uint32_t at = slot(access.array, index);
        if (at != no_slot) cells_[at].read = moment_ + 1;
      }
    }
    const auto& nodes = flow_->nodes;
    for (; next_node_ < nodes.size() && nodes[next_node_].access <= moment_; ++next_node_) {
      const FlowNode& node = nodes[next_node_];
      const std::uint32_t at = slot(node.array, node.index);
      if (!node.origin && at != no_slot) cells_[at].node = next_node_ + 1;
    }
  }
}

void CellHistory::seek(std::uint32_t count) {
  if (trace_ == nullptr) return;
  count = std::min(count, static_cast<std::uint32_t>(trace_->accesses.size()));
  const auto after =
      std::upper_bound(frames_.begin(), frames_.end(), count,
                       [](std::uint32_t wanted, const KeyFrame& f) { return wanted < f.moment; });
  const KeyFrame& frame = *(after - 1);
  if (count < moment_ || frame.moment > moment_) {
    cells_ = frame.cells;
    moment_ = frame.moment;
    next_node_ = frame.node;
  }
  play(count);
}

std::uint32_t CellHistory::slot(int array, std::int64_t index) const {
  if (index < 0 || static_cast<std::size_t>(array) >= pages_.size()) return no_slot;
  const Pages& pages = pages_[static_cast<std::size_t>(array)];
  const std::uint32_t begin = page(pages, (index >> page_bits) - pages.first);
  if (begin == no_slot) return no_slot;
  return begin + static_cast<std::uint32_t>(index & ((1 << page_bits) - 1));
}

bool CellHistory::gone(int array, std::uint32_t access) const {
  const Space space = trace_->arrays[static_cast<std::size_t>(array)].space;
  if (space == Space::global || space == Space::constant || moment_ == 0) return false;
  const auto launch = [&](std::uint32_t a) {
    return trace_->steps[trace_->accesses[a].step].launch;
  };
  return launch(access) != launch(moment_ - 1);
}

CellState CellHistory::at(int array, std::int64_t index) const {
  const std::uint32_t at = slot(array, index);
  if (at == no_slot) return {};
  CellState state = cells_[at];
  if (state.read != 0 && gone(array, state.read - 1)) state.read = 0;
  if (state.node != 0 && gone(array, flow_->nodes[state.node - 1].access)) state.node = 0;
  return state;
}

std::uint32_t CellHistory::next(int array, std::int64_t index) const {
  const std::uint32_t at = slot(array, index);
  if (at == no_slot) return FlowEdge::no_node;
  const std::uint32_t last = cells_[at].node;
  const std::uint32_t next = last == 0 ? first_version_[at] : next_version_[last - 1];
  return next == 0 ? FlowEdge::no_node : next - 1;
}

std::span<const std::uint32_t> CellHistory::value(int array, std::int64_t index) const {
  const CellState state = at(array, index);
  const FlowNode* node = state.node == 0 ? nullptr : &flow_->nodes[state.node - 1];
  const bool loaded_later = state.read != 0 && (node == nullptr || state.read - 1 > node->access);
  if (loaded_later) {
    const Access& access = trace_->accesses[state.read - 1];
    const auto indices = trace_->lane_indices(access);
    const auto found = std::find(indices.begin(), indices.end(), index);
    if (access.operation == Operation::load && found != indices.end()) {
      return trace_->lane_value(access, static_cast<int>(found - indices.begin()));
    }
  }
  return node == nullptr ? std::span<const std::uint32_t>{} : value_of(*trace_, *flow_, *node);
}

}  // namespace warpscope
