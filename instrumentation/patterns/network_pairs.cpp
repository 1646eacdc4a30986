#include "instrumentation/patterns/network_pairs.hpp"

#include <algorithm>

namespace warpscope {

IdlePairs::IdlePairs(const Trace& trace, const Dataflow& flow)
    : trace_(trace),
      // What was read for nothing is not known where edges are left out.
      used_(trace.accesses.size(), flow.cut_nodes == 0 ? 0 : all_lanes),
      stored_(trace.arrays.size(), false) {
  for (const FlowNode& node : flow.nodes) {
    if (node.origin) continue;
    stored_[node.array] = true;
    // An atomic or a shuffle takes from many lanes, of which the node names one.
    const bool alone = stores(trace.accesses[node.access].operation);
    const std::uint32_t lanes = alone ? 1U << node.lane : all_lanes;
    for (const FlowEdge& edge : edges_of(flow, node)) used_[edge.load_access] |= lanes;
  }
}

IdlePairs::Thread& IdlePairs::thread(const Access& access, int lane) {
  const auto rank = static_cast<std::uint32_t>(access.warp * warp_lanes + lane);
  if (rank >= threads_.size()) threads_.resize(rank + warp_lanes);
  Thread& thread = threads_[rank];
  if (thread.step != access.step) {
    thread = {.step = access.step, .array = access.array};
    touched_.push_back(rank);
  }
  return thread;
}

void IdlePairs::read(const Access& access, std::uint32_t number) {
  const auto indices = trace_.lane_indices(access);
  const auto width = static_cast<std::uint64_t>(trace_.arrays[access.array].type.words());
  for_each_lane(access.mask, [&](int lane, int k) {
    if ((used_[number] >> static_cast<unsigned>(lane) & 1U) != 0) return;
    Thread& reader = thread(access, lane);
    reader.other = reader.other || (reader.reads > 0 && reader.array != access.array);
    reader.array = access.array;
    if (reader.reads < 2) {
      const auto word = access.first_word + width * static_cast<std::uint64_t>(k);
      reader.read[reader.reads] = {indices[static_cast<std::size_t>(k)], number,
                                   static_cast<std::uint32_t>(word)};
    }
    ++reader.reads;
  });
}

void IdlePairs::write(const Access& access) {
  for_each_lane(access.mask, [&](int lane, int) {
    Thread& writer = thread(access, lane);
    if (writer.reads > 0) writer.other = true;
  });
}

const std::vector<IdlePair>& IdlePairs::of_step(std::uint32_t number) {
  found_.clear();
  touched_.clear();
  const Step& step = trace_.steps[number];
  for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
    const Access& access = trace_.accesses[a];
    if (!stored_[access.array]) continue;
    if (access.operation == Operation::load) {
      read(access, a);
    } else if (kind_of(access.operation) != OperationKind::hint) {
      write(access);
    }
  }
  for (const std::uint32_t rank : touched_) {
    const Thread& thread = threads_[rank];
    const bool pair = thread.reads == 2 && !thread.other;
    if (!pair || thread.read[0].index == thread.read[1].index) continue;
    found_.push_back({thread.array,
                      static_cast<std::uint8_t>(rank % warp_lanes),
                      {thread.read[0], thread.read[1]}});
  }
  return found_;
}

}  // namespace warpscope
