#include "app/stage/tree/tree_focus.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>

namespace warpscope {
namespace {

constexpr std::uint32_t most_map_columns = 128, most_map_rows = 32, map_blocks = 8;
constexpr std::uint32_t nodes_looked_at = 4096;  // of the present row, in a frame

double place_of(const TreeLayout& layout, const FlowNode& node) {
  return static_cast<double>(layout.x(node.array, node.index, false));
}

/// The nodes of a row that its warp makes from this access on; all of the row if there are none.
std::vector<std::uint32_t> at_work(const TreeLayout& layout, const Trace& trace,
                                   const Dataflow& flow, std::uint32_t access, std::uint32_t row) {
  const auto& nodes = flow.nodes;
  const Access& now = trace.accesses[access];
  auto node = std::ranges::lower_bound(nodes, access, {}, &FlowNode::access);
  std::vector<std::uint32_t> found;
  for (std::uint32_t seen = 0; node != nodes.end() && seen < nodes_looked_at; ++node, ++seen) {
    if (node->step != now.step || trace.accesses[node->access].warp != now.warp) break;
    const auto n = static_cast<std::uint32_t>(node - nodes.begin());
    if (layout.row_of(n) == row) found.push_back(n);
  }
  if (!found.empty()) return found;
  const auto all = layout.nodes(layout.rows()[row]);
  return {all.begin(), all.end()};
}

/// The elements [first, first + count) of a track, as a part of the tree.
void take(TreeFocus& focus, const TreeLayout& layout, int array, ElementIndex first,
          ElementIndex count) {
  const TreeTrack& track = layout.tracks()[static_cast<std::size_t>(array)];
  const auto x = [&](ElementIndex cell) {
    return static_cast<double>(layout.x(array, track.lowest + cell, false));
  };
  const double narrow =
      1.0 / (static_cast<double>(layout.cells()) * static_cast<double>(layout.columns()));
  const double step = track.cells > 1 ? x(1) - x(0) : narrow;
  focus.first = track.lowest + first;
  focus.end = track.lowest + std::min(track.cells, first + count);
  focus.left = x(first) - 0.5 * std::min(step, narrow);
  focus.right = focus.left + static_cast<double>(count) * step;
}

}  // namespace

TreeFocus choose_tree_focus(const TreeLayout& layout, const RowFacts& facts, const Trace& trace,
                            const Dataflow& flow, std::uint32_t access, std::uint32_t row,
                            const TreeRoom& room, std::optional<double> wanted) {
  TreeFocus focus{.row = row, .warp = trace.accesses[access].warp};
  const std::vector<std::uint32_t> own = at_work(layout, trace, flow, access, row);
  focus.node = own.front();
  if (wanted) {
    focus.node = *std::ranges::min_element(own, {}, [&](std::uint32_t n) {
      return std::abs(place_of(layout, flow.nodes[n]) - *wanted);
    });
  }
  const FlowNode& node = flow.nodes[focus.node];
  const TreeTrack& track = layout.tracks()[node.array];
  focus.first = track.lowest;
  focus.end = track.lowest + track.cells;
  // A row is understood from the one that it is made from, which stands above it.
  const auto fits = [&] {
    const auto width = room.width / static_cast<float>(focus.right - focus.left);
    for (std::uint32_t r = row > 0 ? row - 1 : row; r <= row; ++r) {
      const auto nodes = nodes_between(layout, flow, layout.rows()[r], focus.left, focus.right);
      if (!has_room(gaps_among(flow, layout, nodes, false), facts.digits[r], room.sizes, width)) {
        return false;
      }
    }
    return true;
  };
  if (fits()) return focus;
  const ElementIndex cell = track.cell(node.index);
  for (auto count = std::bit_ceil(static_cast<std::uint64_t>(track.cells)); count > 0; count /= 2) {
    const auto elements = static_cast<ElementIndex>(count);
    take(focus, layout, node.array, cell / elements * elements, elements);
    if (fits()) break;
  }
  return focus;
}

bool holds_sources(const TreeFocus& focus, const TreeLayout& layout, const Dataflow& flow) {
  const auto nodes = nodes_between(layout, flow, layout.rows()[focus.row], focus.left, focus.right);
  return std::ranges::all_of(nodes, [&](std::uint32_t n) {
    return std::ranges::all_of(edges_of(flow, flow.nodes[n]), [&](const FlowEdge& edge) {
      if (edge.source == FlowEdge::no_node || !layout.has(edge.source)) return true;
      const double x = place_of(layout, flow.nodes[edge.source]);
      return x >= focus.left && x <= focus.right;
    });
  });
}

TreeMap::TreeMap(const TreeLayout& layout, const Trace& trace, const Dataflow& flow) {
  all_rows_ = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(layout.rows().size()));
  rows_ = std::min(all_rows_, most_map_rows);
  const ElementIndex cells = std::max<ElementIndex>(1, layout.cells() * layout.columns());
  columns_ = static_cast<std::uint32_t>(std::min<ElementIndex>(cells, most_map_columns));
  any_.assign(std::size_t{rows_} * columns_, false);
  first_step_.assign(rows_, 0xffffffffU);
  last_step_.assign(rows_, 0);
  for (std::uint32_t r = 0; r < layout.rows().size(); ++r) {
    const TreeRow& row = layout.rows()[r];
    const std::uint32_t at = map_row(r);
    first_step_[at] = std::min(first_step_[at], row.step);
    last_step_[at] = std::max(last_step_[at], row.step);
    for (const std::uint32_t n : layout.nodes(row)) {
      any_[std::size_t{at} * columns_ + column(place_of(layout, flow.nodes[n]))] = true;
    }
  }
  if (layout.columns() > 1) {  // arrays side by side
    const auto arrays = std::min(columns_, static_cast<std::uint32_t>(layout.columns()));
    for (std::uint32_t c = 0; c < arrays; ++c) {
      const int array = layout.ruled_array(static_cast<int>(c));
      const std::string name = array < 0 ? "" : trace.arrays[static_cast<std::size_t>(array)].name;
      blocks_.push_back({.name = name,
                         .short_name = name,
                         .columns = columns_ * (c + 1) / arrays - columns_ * c / arrays});
    }
    return;
  }
  const int array = layout.ruled_array(0);
  const ElementIndex lowest =
      array < 0 ? 0 : layout.tracks()[static_cast<std::size_t>(array)].lowest;
  const std::uint32_t blocks = std::min(columns_, map_blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const std::string from = std::to_string(lowest + cells * b / blocks);
    blocks_.push_back({.name = from + " … " + std::to_string(lowest + cells * (b + 1) / blocks - 1),
                       .short_name = from,
                       .columns = columns_ * (b + 1) / blocks - columns_ * b / blocks});
  }
}

std::uint32_t TreeMap::column(double x) const {
  return std::min(columns_ - 1, static_cast<std::uint32_t>(std::max(0.0, x) * columns_));
}

std::uint32_t TreeMap::map_row(std::uint32_t row) const {
  return static_cast<std::uint32_t>(std::uint64_t{row} * rows_ / all_rows_);
}

FocusMap TreeMap::at(const TreeLayout& layout, const Trace& trace, const Dataflow& flow,
                     std::uint32_t access, const TreeFocus& focus, double top,
                     double bottom) const {
  const std::uint32_t first = column(focus.left + 1e-6), end = column(focus.right - 1e-6) + 1;
  FocusMap map{.blocks = blocks_,
               .present = column(place_of(layout, flow.nodes[focus.node])),
               .large = {{first, end, top, bottom}},
               .rows = rows_};
  // Of the rows of the present step: where it works, and what it has done.
  const Access& now = trace.accesses[access];
  std::vector<MapTime> times(any_.size(), MapTime::none);
  for (std::uint32_t row = 0; row < rows_; ++row) {
    const MapTime time = last_step_[row] < now.step ? MapTime::done : MapTime::later;
    for (std::uint32_t c = 0; c < columns_; ++c) {
      const std::size_t cell = std::size_t{row} * columns_ + c;
      if (any_[cell]) times[cell] = time;
    }
  }
  for (std::uint32_t r = layout.row_of_step(now.step); r < layout.rows().size(); ++r) {
    const TreeRow& row = layout.rows()[r];
    if (row.step != now.step) break;
    const auto nodes = layout.nodes(row);
    const std::size_t every = nodes.size() / nodes_looked_at + 1;
    for (std::size_t i = 0; i < nodes.size(); i += every) {
      const FlowNode& node = flow.nodes[nodes[i]];
      MapTime& time = times[std::size_t{map_row(r)} * columns_ + column(place_of(layout, node))];
      const bool works = node.access >= access && trace.accesses[node.access].warp == now.warp;
      if (time == MapTime::now) continue;
      if (works) {
        time = MapTime::now;
      } else if (node.access < access) {
        time = MapTime::done;
      }
    }
  }
  map.time = [times = std::move(times), columns = columns_](std::uint32_t c, std::uint32_t row) {
    return times[std::size_t{row} * columns + c];
  };
  return map;
}

std::uint32_t TreeMap::node(const TreeLayout& layout, const Dataflow& flow,
                            const MapPlace& place) const {
  const auto wanted = static_cast<std::uint32_t>(place.down * all_rows_);
  const auto nodes = layout.nodes(layout.rows()[std::min(wanted, all_rows_ - 1)]);
  return *std::ranges::min_element(nodes, {}, [&](std::uint32_t n) {
    return std::abs(place_of(layout, flow.nodes[n]) - this->place(place.column));
  });
}

}  // namespace warpscope
