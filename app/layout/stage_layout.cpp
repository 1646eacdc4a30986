#include "app/layout/stage_layout.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr float column_gap = 0.04F;
/// Below this ratio between the most and the least crowded cell an even axis is clearer.
constexpr float worth_stretching = 6;
/// 0 is an even axis, 1 gives every row of a tree the same width.
constexpr float stretching = 0.7F;

std::int32_t cell_of(const StageTrack& track, std::int32_t index) {
  const std::int32_t cell = index - track.lowest;
  return track.folded ? cell % track.cells : cell;
}

/// Whether an array is two halves that change roles: both are written, but never in one step.
bool is_double_buffer(const Trace& trace, const Dataflow& flow, std::size_t array) {
  const std::int64_t half = trace.arrays[array].count / 2;
  if (trace.arrays[array].count % 2 != 0 || half == 0) return false;
  bool seen[2] = {false, false};
  for (std::size_t step = 0; step + 1 < flow.first_node_of_step.size(); ++step) {
    int of_step = -1;
    for (auto n = flow.first_node_of_step[step]; n < flow.first_node_of_step[step + 1]; ++n) {
      if (flow.nodes[n].array != array) continue;
      const int side = flow.nodes[n].index >= half ? 1 : 0;
      if (of_step >= 0 && of_step != side) return false;
      of_step = side;
      seen[side] = true;
    }
  }
  return seen[0] && seen[1] && half > 1;
}

/// How deep each node of a step lies below the step's other nodes: one more than those it was made
/// from and than the version of its cell that it replaces.
class StepLevels {
 public:
  StepLevels(const Dataflow& flow, std::span<const StageTrack> tracks)
      : flow_(flow), tracks_(tracks) {
    for (const StageTrack& track : tracks) last_.emplace_back(track.written.size(), 0);
  }

  void compute(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& levels) {
    levels.assign(end - begin, 0);
    for (std::uint32_t n = begin; n < end; ++n) {
      const FlowNode& node = flow_.nodes[n];
      std::uint32_t level = 0;
      for (std::uint32_t e = 0; e < node.edge_count; ++e) {
        const std::uint32_t source = flow_.edges[node.first_edge + e].source;
        if (source >= begin && source < n) level = std::max(level, levels[source - begin] + 1);
      }
      if (!last_[node.array].empty()) {
        std::uint32_t& last = last_[node.array][cell_of(tracks_[node.array], node.index)];
        if (last > begin) level = std::max(level, levels[last - 1 - begin] + 1);
        last = n + 1;
      }
      levels[n - begin] = level;
    }
  }

 private:
  const Dataflow& flow_;
  std::span<const StageTrack> tracks_;
  std::vector<std::vector<std::uint32_t>> last_;  // per array and cell: the last node + 1
};

}  // namespace

StageLayout::StageLayout(const Trace& trace, const Dataflow& flow) {
  find_tracks(trace, flow);
  find_rows(trace, flow);
  find_columns(flow);
  sort_rows(trace, flow);
  stretch(flow);
}

void StageLayout::find_tracks(const Trace& trace, const Dataflow& flow) {
  tracks_.resize(trace.arrays.size());
  std::vector<std::int32_t> highest(tracks_.size(), -1);
  for (const FlowNode& node : flow.nodes) {
    StageTrack& track = tracks_[node.array];
    // What leaves the block lands somewhere in the grid's output: start at its first element.
    if (trace.arrays[node.array].space == Space::global && highest[node.array] < 0) {
      track.lowest = node.index;
    }
    track.lowest = std::min(track.lowest, node.index);
    highest[node.array] = std::max(highest[node.array], node.index);
  }
  for (std::size_t a = 0; a < tracks_.size(); ++a) {
    StageTrack& track = tracks_[a];
    if (highest[a] < 0) continue;
    track.cells = highest[a] - track.lowest + 1;
    if (trace.arrays[a].space == Space::global) continue;
    track.folded = is_double_buffer(trace, flow, a);
    if (track.folded) track.cells = static_cast<std::int32_t>(trace.arrays[a].count / 2);
    cells_ = std::max(cells_, track.cells);
    track.written.assign(static_cast<std::size_t>(track.cells), false);
  }
  for (const FlowNode& node : flow.nodes) {
    StageTrack& track = tracks_[node.array];
    if (!track.written.empty()) {
      track.written[static_cast<std::size_t>(cell_of(track, node.index))] = true;
    }
  }
}

void StageLayout::find_rows(const Trace& trace, const Dataflow& flow) {
  order_.resize(flow.nodes.size());
  row_of_.resize(flow.nodes.size());
  StepLevels step_levels(flow, tracks_);
  std::vector<std::uint32_t> keys;
  for (std::uint32_t step = 0; step + 1 < flow.first_node_of_step.size(); ++step) {
    const std::uint32_t begin = flow.first_node_of_step[step];
    const std::uint32_t end = flow.first_node_of_step[step + 1];
    if (begin == end) continue;
    step_levels.compute(begin, end, keys);
    for (std::uint32_t n = begin; n < end; ++n) {  // what leaves the block has rows of its own
      const bool global = trace.arrays[flow.nodes[n].array].space == Space::global;
      keys[n - begin] = 2 * keys[n - begin] + (global ? 1 : 0);
    }
    add_rows(step, begin, keys);
  }
}

void StageLayout::add_rows(std::uint32_t step, std::uint32_t first_node,
                           std::span<const std::uint32_t> keys) {
  std::vector<std::uint32_t> counts(*std::max_element(keys.begin(), keys.end()) + 1, 0);
  for (const std::uint32_t key : keys) ++counts[key];
  std::vector<std::uint32_t> row_of_key(counts.size());
  std::uint32_t first = first_node;
  for (std::uint32_t key = 0; key < counts.size(); ++key) {
    if (counts[key] == 0) continue;
    row_of_key[key] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back({.step = step, .level = key / 2, .first = first, .global = key % 2 == 1});
    first += counts[key];
  }
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t row = row_of_key[keys[i]];
    row_of_[first_node + i] = row;
    order_[rows_[row].first + rows_[row].count++] = first_node + i;
  }
}

void StageLayout::find_columns(const Dataflow& flow) {
  const std::size_t arrays = tracks_.size();
  std::vector<bool> together(arrays * arrays, false);
  std::vector<std::size_t> present;
  for (const StageRow& row : rows_) {
    present.clear();
    for (const std::uint32_t n : nodes(row)) {
      const std::size_t array = flow.nodes[n].array;
      if (std::find(present.begin(), present.end(), array) == present.end()) {
        present.push_back(array);
      }
    }
    for (const std::size_t a : present) {
      for (const std::size_t b : present) together[a * arrays + b] = a != b;
    }
  }
  for (std::size_t a = 0; a < arrays; ++a) {
    const auto taken = [&](int column) {
      for (std::size_t b = 0; b < a; ++b) {
        if (together[a * arrays + b] && tracks_[b].column == column) return true;
      }
      return false;
    };
    while (taken(tracks_[a].column)) ++tracks_[a].column;
    columns_ = std::max(columns_, tracks_[a].column + 1);
  }
}

void StageLayout::sort_rows(const Trace& trace, const Dataflow& flow) {
  const auto left_of = [&](std::uint32_t a, std::uint32_t b) {
    const FlowNode& first = flow.nodes[a];
    const FlowNode& second = flow.nodes[b];
    if (first.array != second.array) {
      return x(first.array, first.index, false) < x(second.array, second.index, false);
    }
    return cell_of(tracks_[first.array], first.index) <
           cell_of(tracks_[second.array], second.index);
  };
  for (StageRow& row : rows_) {
    const auto begin = order_.begin() + row.first;
    if (!std::is_sorted(begin, begin + row.count, left_of)) {
      std::sort(begin, begin + row.count, left_of);
    }
    bool first = true;
    for (const std::uint32_t n : nodes(row)) {
      const FlowNode& node = flow.nodes[n];
      if (node.first_word == FlowNode::no_value) continue;
      const ElementType type = trace.arrays[node.array].type;
      const double value = numeric_value(
          type, {trace.words.data() + node.first_word, static_cast<std::size_t>(type.words())});
      row.low = first ? value : std::min(row.low, value);
      row.high = first ? value : std::max(row.high, value);
      first = false;
    }
  }
}

void StageLayout::stretch(const Dataflow& flow) {
  // A row asks the same width for each of its nodes; a cell gets the most that any row asks of it.
  std::vector<std::vector<float>> wanted(tracks_.size());
  for (std::size_t a = 0; a < tracks_.size(); ++a) wanted[a].assign(tracks_[a].written.size(), 0);
  for (const StageRow& row : rows_) {
    if (row.count < 2) continue;
    const auto members = nodes(row);
    std::int32_t gap = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const FlowNode& node = flow.nodes[members[i]];
      const StageTrack& track = tracks_[node.array];
      if (track.written.empty()) continue;
      const std::int32_t cell = cell_of(track, node.index);
      if (i + 1 < members.size() && flow.nodes[members[i + 1]].array == node.array) {
        gap = std::max(1, cell_of(track, flow.nodes[members[i + 1]].index) - cell);
      }
      const float density = 1.0F / (static_cast<float>(row.count) * static_cast<float>(gap));
      for (std::int32_t c = cell; c < std::min(cell + gap, track.cells); ++c) {
        float& want = wanted[node.array][static_cast<std::size_t>(c)];
        want = std::max(want, density);
      }
    }
  }
  for (std::size_t a = 0; a < tracks_.size(); ++a) {
    float least = 2, most = 0;
    for (const float want : wanted[a]) {
      if (want > 0) least = std::min(least, want);
      most = std::max(most, want);
    }
    if (most < worth_stretching * least) continue;
    if (guide_ < 0 || tracks_[a].cells > tracks_[static_cast<std::size_t>(guide_)].cells) {
      guide_ = static_cast<int>(a);
    }
    std::vector<float>& edges = tracks_[a].edges;
    edges.assign(1, 0);
    for (const float want : wanted[a]) {
      edges.push_back(edges.back() + std::pow(std::max(want, least), stretching));
    }
    for (float& edge : edges) edge /= edges.back();
  }
}

std::uint32_t StageLayout::row_of_step(std::uint32_t step) const {
  const auto found =
      std::lower_bound(rows_.begin(), rows_.end(), step,
                       [](const StageRow& row, std::uint32_t wanted) { return row.step < wanted; });
  const auto row = static_cast<std::uint32_t>(found - rows_.begin());
  return rows_.empty() ? 0 : std::min(row, static_cast<std::uint32_t>(rows_.size()) - 1);
}

float StageLayout::x(int array, std::int32_t index, bool stretched) const {
  const StageTrack& track = tracks_[static_cast<std::size_t>(array)];
  // A cell that was read and never written lies outside of what nodes span.
  const std::int32_t cell = std::clamp(cell_of(track, index), 0, std::max(0, track.cells - 1));
  const auto middle = [](const StageTrack& stretched_track, std::int64_t c) {
    const auto i = static_cast<std::size_t>(c);
    return (stretched_track.edges[i] + stretched_track.edges[i + 1]) / 2;
  };
  float at = 0;
  if (stretched && !track.edges.empty()) {
    at = middle(track, cell);
  } else if (stretched && guide_ >= 0) {
    const StageTrack& guide = tracks_[static_cast<std::size_t>(guide_)];
    at = middle(guide, std::int64_t{cell} * guide.cells / std::max(1, track.cells));
  } else {
    // Half a cell of the widest array for all: element 1 of 8 stands below thread 32 of 256.
    at = static_cast<float>(cell) / static_cast<float>(std::max(1, track.cells)) +
         0.5F / static_cast<float>(cells_);
  }
  const float width =
      (1 - column_gap * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_);
  return static_cast<float>(track.column) * (width + column_gap) + at * width;
}

}  // namespace warpscope
