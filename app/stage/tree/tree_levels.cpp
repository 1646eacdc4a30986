#include "app/stage/tree/tree_levels.hpp"

#include <algorithm>

namespace warpscope {

std::vector<bool> double_buffers(const Trace& trace, const Dataflow& flow) {
  struct Halves {
    std::uint32_t step = 0;  // in which it was last written, + 1
    bool side = false;       // then
    int changes = -1;        // of side; the first write is none
    bool mixed = false;
  };
  constexpr int fewest = 2;  // there and back
  std::vector<Halves> halves(trace.arrays.size());
  for (const FlowNode& node : flow.nodes) {
    Halves& of = halves[node.array];
    const bool side = node.index >= trace.arrays[node.array].count / 2;
    of.mixed = of.mixed || (of.step == node.step + 1 && of.side != side);
    if (of.changes < 0 || of.side != side) ++of.changes;
    of.step = node.step + 1;
    of.side = side;
  }
  std::vector<bool> result(halves.size(), false);
  for (std::size_t a = 0; a < halves.size(); ++a) {
    const std::int64_t count = trace.arrays[a].count;
    result[a] = count % 2 == 0 && count > 2 && halves[a].changes >= fewest && !halves[a].mixed;
  }
  return result;
}

StepLevels::StepLevels(const Dataflow& flow, std::span<const TreeTrack> tracks)
    : flow_(flow), tracks_(tracks) {
  for (const TreeTrack& track : tracks) last_.emplace_back(track.written.size(), 0);
}

void StepLevels::compute(std::uint32_t begin, std::uint32_t end,
                         std::vector<std::uint32_t>& levels) {
  levels.assign(end - begin, 0);
  for (std::uint32_t n = begin; n < end; ++n) {
    const FlowNode& node = flow_.nodes[n];
    std::uint32_t level = 0;
    for (std::uint32_t e = 0; e < node.edge_count; ++e) {
      const std::uint32_t source = flow_.edges[node.first_edge + e].source;
      if (source >= begin && source < n) level = std::max(level, levels[source - begin] + 1);
    }
    if (!last_[node.array].empty()) {
      const auto cell = static_cast<std::size_t>(tracks_[node.array].cell(node.index));
      std::uint32_t& last = last_[node.array][cell];
      if (last > begin) level = std::max(level, levels[last - 1 - begin] + 1);
      last = n + 1;
    }
    levels[n - begin] = level;
  }
}

}  // namespace warpscope
