#include "app/stage/tree/tree_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stage/tree/tree_levels.hpp"

namespace warpscope {
namespace {

constexpr float column_gap = 0.04F;
/// Below this ratio between the most and the least crowded cell an even axis is clearer.
constexpr float worth_stretching = 6;
/// 0 is an even axis, 1 gives every row of a tree the same width.
constexpr float stretching = 0.7F;

/// Whether values come from there and go there, but the block does not keep them there.
bool is_outside(const Trace& trace, std::size_t array) {
  return is_lasting(trace.arrays[array].space);
}

}  // namespace

TreeLayout::TreeLayout(const Trace& trace, const Dataflow& flow)
    : TreeLayout(trace, flow, Steps{0, static_cast<std::uint32_t>(trace.steps.size())}) {}

TreeLayout::TreeLayout(const Trace& trace, const Dataflow& flow, std::uint32_t launch)
    : TreeLayout(trace, flow,
                 Steps{trace.launches[launch].first_step,
                       trace.launches[launch].first_step + trace.launches[launch].step_count}) {}

TreeLayout::TreeLayout(const Trace& trace, const Dataflow& flow, Steps steps) {
  find_tracks(trace, flow, steps);
  find_rows(trace, flow, steps);
  find_columns(flow);
  find_scales(trace);
  sort_rows(trace, flow);
  stretch(flow);
}

void TreeLayout::find_tracks(const Trace& trace, const Dataflow& flow, Steps steps) {
  if (flow.nodes.empty()) return tracks_.resize(trace.arrays.size());
  const std::uint32_t first = flow.first_node_of_step[steps.first];
  const auto made =
      std::span(flow.nodes).subspan(first, flow.first_node_of_step[steps.end] - first);
  tracks_.resize(trace.arrays.size());
  std::vector<ElementIndex> highest(tracks_.size(), -1);
  for (const FlowNode& node : made) {
    TreeTrack& track = tracks_[node.array];
    // Values that leave the block land somewhere in the grid's output: start at its first element.
    if (is_outside(trace, node.array) && highest[node.array] < 0) {
      track.lowest = node.index;
    }
    track.lowest = std::min(track.lowest, node.index);
    highest[node.array] = std::max(highest[node.array], node.index);
  }
  const std::vector<bool> folded = double_buffers(trace, flow);
  ElementIndex widest_global = 1;
  for (std::size_t a = 0; a < tracks_.size(); ++a) {
    TreeTrack& track = tracks_[a];
    if (highest[a] < track.lowest) continue;
    track.cells = highest[a] - track.lowest + 1;
    widest_global = std::max(widest_global, track.cells);
    if (is_outside(trace, a)) continue;
    track.folded = folded[a];
    if (track.folded) track.cells = trace.arrays[a].count / 2;
    cells_ = std::max(cells_, track.cells);
    track.written.assign(static_cast<std::size_t>(track.cells), false);
  }
  const auto inside = [](const TreeTrack& track) { return !track.written.empty(); };
  if (std::ranges::none_of(tracks_, inside)) cells_ = widest_global;
  for (const FlowNode& node : made) {
    TreeTrack& track = tracks_[node.array];
    if (!track.written.empty()) {
      track.written[static_cast<std::size_t>(track.cell(node.index))] = true;
    }
  }
}

void TreeLayout::find_rows(const Trace& trace, const Dataflow& flow, Steps steps) {
  order_.resize(flow.nodes.size());
  row_of_.resize(flow.nodes.size(), no_row);
  if (flow.nodes.empty()) return;
  StepLevels step_levels(flow, tracks_);
  std::vector<std::uint32_t> keys;
  for (std::uint32_t step = steps.first; step < steps.end; ++step) {
    const std::uint32_t begin = flow.first_node_of_step[step];
    const std::uint32_t end = flow.first_node_of_step[step + 1];
    if (begin == end) continue;
    step_levels.compute(begin, end, keys);
    // Values that leave the block have rows of their own
    for (std::uint32_t n = begin; n < end; ++n) {
      const bool global = is_outside(trace, flow.nodes[n].array);
      keys[n - begin] = 2 * keys[n - begin] + (global ? 1 : 0);
    }
    add_rows(step, begin, keys);
  }
}

void TreeLayout::add_rows(std::uint32_t step, std::uint32_t first_node,
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

void TreeLayout::find_columns(const Dataflow& flow) {
  // Only arrays with nodes matter: a trace may name many others.
  std::vector<std::size_t> place(tracks_.size(), 0), used;
  for (std::size_t a = 0; a < tracks_.size(); ++a) {
    if (tracks_[a].cells == 0) continue;
    place[a] = used.size();
    used.push_back(a);
  }
  const std::size_t arrays = used.size();
  std::vector<bool> together(arrays * arrays, false);
  std::vector<std::size_t> present;
  for (const TreeRow& row : rows_) {
    present.clear();
    for (const std::uint32_t n : nodes(row)) {
      const std::size_t array = place[flow.nodes[n].array];
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
        if (together[a * arrays + b] && tracks_[used[b]].column == column) return true;
      }
      return false;
    };
    int& column = tracks_[used[a]].column;
    while (taken(column)) ++column;
    columns_ = std::max(columns_, column + 1);
  }
}

/// Arrays of the block that are smaller than others stand for parts of them: element 1 of 8 stands
/// below thread 32 of 256. Memory outside of the block lies at the addresses that are written above,
/// unless it has an element for each row of a matrix.
void TreeLayout::find_scales(const Trace& trace) {
  for (TreeTrack& track : tracks_) {
    track.across = track.cells;
    const int ruled = track.cells > 0 && track.written.empty() ? ruled_array(track.column) : -1;
    if (ruled < 0) continue;
    const auto place = static_cast<std::size_t>(ruled);
    const ElementIndex columns = trace.arrays[place].columns;
    const bool per_row = columns > 0 && trace.arrays[place].count == columns * track.cells;
    if (!per_row) track.across = std::max(track.cells, tracks_[place].cells);
  }
}

void TreeLayout::sort_rows(const Trace& trace, const Dataflow& flow) {
  const auto left_of = [&](std::uint32_t a, std::uint32_t b) {
    const FlowNode& first = flow.nodes[a];
    const FlowNode& second = flow.nodes[b];
    if (first.array != second.array) {
      return x(first.array, first.index, false) < x(second.array, second.index, false);
    }
    return tracks_[first.array].cell(first.index) < tracks_[second.array].cell(second.index);
  };
  for (TreeRow& row : rows_) {
    const auto begin = order_.begin() + row.first;
    if (!std::is_sorted(begin, begin + row.count, left_of)) {
      std::sort(begin, begin + row.count, left_of);
    }
    for (const std::uint32_t n : nodes(row)) {
      const FlowNode& node = flow.nodes[n];
      const auto value = value_of(trace, flow, node);
      if (!value.empty()) row.values.add(numeric_value(trace.arrays[node.array].type, value));
    }
  }
}

void TreeLayout::stretch(const Dataflow& flow) {
  // A row asks the same width for each of its nodes; a cell gets the most that any row asks for it.
  std::vector<std::vector<float>> wanted(tracks_.size());
  for (std::size_t a = 0; a < tracks_.size(); ++a) wanted[a].assign(tracks_[a].written.size(), 0);
  for (const TreeRow& row : rows_) {
    if (row.count < 2) continue;
    const auto members = nodes(row);
    ElementIndex gap = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const FlowNode& node = flow.nodes[members[i]];
      const TreeTrack& track = tracks_[node.array];
      if (track.written.empty()) continue;
      const ElementIndex cell = track.cell(node.index);
      if (i + 1 < members.size() && flow.nodes[members[i + 1]].array == node.array) {
        gap = std::max<ElementIndex>(1, track.cell(flow.nodes[members[i + 1]].index) - cell);
      }
      const float density = 1.0F / (static_cast<float>(row.count) * static_cast<float>(gap));
      for (ElementIndex c = cell; c < std::min(cell + gap, track.cells); ++c) {
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

std::uint32_t TreeLayout::row_of_step(std::uint32_t step) const {
  const auto found =
      std::lower_bound(rows_.begin(), rows_.end(), step,
                       [](const TreeRow& row, std::uint32_t wanted) { return row.step < wanted; });
  const auto row = static_cast<std::uint32_t>(found - rows_.begin());
  return rows_.empty() ? 0 : std::min(row, static_cast<std::uint32_t>(rows_.size()) - 1);
}

int TreeLayout::ruled_array(int column) const {
  int found = -1;
  for (std::size_t a = 0; a < tracks_.size(); ++a) {
    if (tracks_[a].column != column || tracks_[a].cells == 0) continue;
    const auto rank = [](const TreeTrack& track) {
      return std::pair(!track.written.empty(), track.cells);
    };
    if (found < 0 || rank(tracks_[a]) > rank(tracks_[static_cast<std::size_t>(found)])) {
      found = static_cast<int>(a);
    }
  }
  return found;
}

float TreeLayout::x(int array, ElementIndex index, bool stretched) const {
  const TreeTrack& track = tracks_[static_cast<std::size_t>(array)];
  // A cell that was read and never written lies outside of what nodes span.
  const ElementIndex cell =
      std::clamp<ElementIndex>(track.cell(index), 0, std::max<ElementIndex>(0, track.cells - 1));
  const auto middle = [](const TreeTrack& stretched_track, std::int64_t c) {
    const auto i = static_cast<std::size_t>(c);
    return (stretched_track.edges[i] + stretched_track.edges[i + 1]) / 2;
  };
  float at = 0;
  if (stretched && !track.edges.empty()) {
    at = middle(track, cell);
  } else if (stretched && guide_ >= 0) {
    const TreeTrack& guide = tracks_[static_cast<std::size_t>(guide_)];
    at = middle(guide, cell * guide.cells / std::max<ElementIndex>(1, track.across));
  } else {
    at = static_cast<float>(cell) / static_cast<float>(std::max<ElementIndex>(1, track.across)) +
         0.5F / static_cast<float>(std::max(cells_, track.across));  // half a cell of the widest
  }
  const float width =
      (1 - column_gap * static_cast<float>(columns_ - 1)) / static_cast<float>(columns_);
  return static_cast<float>(track.column) * (width + column_gap) + at * width;
}

}  // namespace warpscope
