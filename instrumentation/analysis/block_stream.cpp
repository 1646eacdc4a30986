#include "instrumentation/analysis/block_stream.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t remembered_loads = 4;

bool gives_value(const Access& access) {
  return access.operation == Operation::load || exchanges(access.operation) ||
         (is_atomic(access.operation) && access.has_result);
}

/// Whether the elements that `access` names have the numbers that its lanes got from `load`.
bool takes_indices(const Trace& trace, const Access& access, const Access& load) {
  if (load.operation != Operation::load || (access.mask & ~load.mask) != 0) return false;
  const ElementType type = trace.arrays[static_cast<std::size_t>(load.array)].type;
  if (is_real(type.scalar) || type.components != 1 || type.bytes() > 4) return false;
  const auto indices = trace.lane_indices(access);
  bool all = true;
  for_each_lane(access.mask, [&](int lane, int k) {
    const std::uint32_t below = load.mask & ((1U << static_cast<unsigned>(lane)) - 1);
    const std::uint32_t word = trace.lane_value(load, std::popcount(below)).front();
    all = all && static_cast<ElementIndex>(static_cast<std::int32_t>(word)) ==
                     indices[static_cast<std::size_t>(k)];
  });
  return all;
}

/// Puts the streams of a block's warps together, step by step.
class StreamBuilder {
 public:
  StreamBuilder(const Trace& trace, const Summary& summary, const Dataflow& flow, LoadWait wait,
                std::size_t warps)
      : trace_(trace), summary_(summary), flow_(flow), wait_(wait), progress_(warps) {
    stream_.warps.resize(warps);
    loads_.resize(warps);
  }

  /// Adds a step's accesses, at most `quota` in all of each warp. Returns whether they were all.
  bool add_step(std::uint32_t number, std::uint32_t quota) {
    const Step& step = trace_.steps[number];
    const auto all = std::span(trace_.accesses).subspan(step.first_access, step.access_count);
    const std::uint32_t first_node = flow_.first_node_of_step[number];
    nodes_ = std::span(flow_.nodes)
                 .subspan(first_node, flow_.first_node_of_step[number + 1] - first_node);
    bool whole = true;
    for (auto first = all.begin(); first != all.end();) {
      const std::int32_t warp = first->warp;
      const auto last = std::partition_point(
          first, all.end(), [warp](const Access& access) { return access.warp <= warp; });
      const auto begin = step.first_access + static_cast<std::uint32_t>(first - all.begin());
      const auto end = begin + static_cast<std::uint32_t>(last - first);
      whole = add_accesses(static_cast<std::size_t>(warp), begin, end, quota) && whole;
      first = last;
    }
    for (std::size_t warp = 0; step.barrier && warp < stream_.warps.size(); ++warp) {
      whole = progress_[warp].taken < quota && whole;
      add_barrier(warp);
    }
    return whole;
  }
  BlockStream take() { return std::move(stream_); }

 private:
  bool add_accesses(std::size_t warp, std::uint32_t begin, std::uint32_t end, std::uint32_t quota) {
    const std::uint32_t room = quota - std::min(quota, progress_[warp].taken);
    const std::uint32_t stop = begin + std::min(room, end - begin);
    if (wait_ == LoadWait::use) collect_needs(begin, stop);
    for (std::uint32_t number = begin; number < stop; ++number) add_access(warp, number);
    return stop == end;
  }
  void add_access(std::size_t warp, std::uint32_t number) {
    const Access& access = trace_.accesses[number];
    std::vector<WarpInstruction>& own = stream_.warps[warp];
    ++progress_[warp].taken;
    const AccessCost& cost = summary_.accesses[number];
    WarpInstruction next{.access = number,
                         .units = std::max<std::uint16_t>(
                             1, static_cast<std::uint16_t>(cost.wavefronts + cost.sectors)),
                         .space = trace_.arrays[static_cast<std::size_t>(access.array)].space,
                         .gives = gives_value(access)};
    begin_needs(next);
    if (wait_ == LoadWait::each) {
      need_last(warp);
    } else {
      need_values(warp, number);
      need_indices(warp, access);
    }
    end_needs(next);
    if (next.gives) {
      progress_[warp].last_value = static_cast<std::uint32_t>(own.size());
      loads_[warp].emplace_back(number, static_cast<std::uint32_t>(own.size()));
    }
    own.push_back(next);
    ++stream_.accesses;
  }
  void add_barrier(std::size_t warp) {
    WarpInstruction barrier;
    begin_needs(barrier);
    if (wait_ == LoadWait::each) need_last(warp);
    end_needs(barrier);
    ++progress_[warp].taken;
    stream_.warps[warp].push_back(barrier);
  }

  void begin_needs(WarpInstruction& instruction) const {
    instruction.first_need = static_cast<std::uint32_t>(stream_.needs.size());
  }
  void end_needs(WarpInstruction& instruction) {
    const auto begin = stream_.needs.begin() + instruction.first_need;
    std::sort(begin, stream_.needs.end());
    stream_.needs.erase(std::unique(begin, stream_.needs.end()), stream_.needs.end());
    instruction.need_count = static_cast<std::uint16_t>(
        std::min<std::size_t>(stream_.needs.size() - instruction.first_need, 0xffff));
  }
  void need_last(std::size_t warp) {
    if (progress_[warp].last_value) stream_.needs.push_back(*progress_[warp].last_value);
  }
  /// What the dataflow brings together in an access.
  void need_values(std::size_t warp, std::uint32_t number) {
    const auto first = std::ranges::lower_bound(step_needs_, number, {}, &Need::access);
    for (auto need = first; need != step_needs_.end() && need->access == number; ++need) {
      const auto& known = loads_[warp];
      const auto found = std::ranges::lower_bound(known, need->load, {}, &Loaded::first);
      if (found != known.end() && found->first == need->load) {
        stream_.needs.push_back(found->second);
      }
    }
  }
  void need_indices(std::size_t warp, const Access& access) {
    if (exchanges(access.operation)) return;
    const auto& known = loads_[warp];
    for (std::size_t i = known.size();
         i-- > known.size() - std::min(known.size(), remembered_loads);) {
      if (!takes_indices(trace_, access, trace_.accesses[known[i].first])) continue;
      stream_.needs.push_back(known[i].second);
      return;
    }
  }

  struct Need {
    std::uint32_t access = 0, load = 0;
    friend auto operator<=>(const Need&, const Need&) = default;
  };
  /// The loads, shuffles and atomics that feed these accesses. Nodes stand in the order of accesses.
  void collect_needs(std::uint32_t begin, std::uint32_t end) {
    step_needs_.clear();
    auto node = std::ranges::lower_bound(nodes_, begin, {}, &FlowNode::access);
    for (; node != nodes_.end() && node->access < end; ++node) {
      stream_.needs_cut = stream_.needs_cut || node->cut;
      for (const FlowEdge& edge : edges_of(flow_, *node)) {
        // A shuffle reads what the shuffle before has left in the register.
        const bool own = edge.load_access == node->access;
        if (own && edge.source == FlowEdge::no_node) continue;
        const std::uint32_t load = own ? flow_.nodes[edge.source].access : edge.load_access;
        const Need need{node->access, load};
        if (load < node->access && (step_needs_.empty() || step_needs_.back() != need)) {
          step_needs_.push_back(need);
        }
      }
    }
    std::ranges::sort(step_needs_);
    step_needs_.erase(std::unique(step_needs_.begin(), step_needs_.end()), step_needs_.end());
  }

  struct Progress {
    std::uint32_t taken = 0;
    std::optional<std::uint32_t> last_value;  // position of the last access that gave one
  };
  using Loaded = std::pair<std::uint32_t, std::uint32_t>;  // access and its position

  const Trace& trace_;
  const Summary& summary_;
  const Dataflow& flow_;
  LoadWait wait_;
  BlockStream stream_;
  std::vector<Progress> progress_;
  std::vector<std::vector<Loaded>> loads_;
  std::span<const FlowNode> nodes_;  // of the present step
  std::vector<Need> step_needs_;     // of the accesses that are being added
};

}  // namespace

BlockStream block_stream(const Trace& trace, const Summary& summary, const Dataflow& flow,
                         std::uint32_t launch, LoadWait wait, std::uint32_t most) {
  const Launch& own = trace.launches[launch];
  const auto warps = static_cast<std::size_t>((own.threads() + warp_lanes - 1) / warp_lanes);
  StreamBuilder builder(trace, summary, flow, wait, warps);
  const std::uint32_t quota = std::max<std::uint32_t>(1, most / static_cast<std::uint32_t>(warps));
  const std::uint32_t end = own.first_step + own.step_count;
  bool whole = true;
  for (std::uint32_t step = own.first_step; step < end && whole; ++step) {
    whole = builder.add_step(step, quota);
  }
  BlockStream stream = builder.take();
  stream.cut = !whole;
  if (own.step_count > 0) {
    const Step& last = trace.steps[end - 1];
    stream.first_access = trace.steps[own.first_step].first_access;
    stream.end_access = last.first_access + last.access_count;
  }
  return stream;
}

std::uint64_t value_waits(const BlockStream& stream, std::size_t warp) {
  std::uint64_t waits = 0;
  std::uint32_t known = 0;  // instructions whose values are there: loads come in order
  for (const WarpInstruction& each : stream.warps[warp]) {
    const auto needs = stream.needs_of(each);
    if (needs.empty() || needs.back() < known) continue;
    known = needs.back() + 1;
    ++waits;
  }
  return waits;
}

BlockStream load_chain(std::uint32_t loads) {
  BlockStream stream;
  stream.accesses = stream.end_access = loads;
  std::vector<WarpInstruction>& warp = stream.warps.emplace_back();
  for (std::uint32_t i = 0; i < loads; ++i) {
    warp.push_back({.access = i,
                    .first_need = static_cast<std::uint32_t>(stream.needs.size()),
                    .need_count = static_cast<std::uint16_t>(i > 0 ? 1 : 0),
                    .space = Space::global,
                    .gives = true});
    if (i > 0) stream.needs.push_back(i - 1);
  }
  return stream;
}

}  // namespace warpscope
