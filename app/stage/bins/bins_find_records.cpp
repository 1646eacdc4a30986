#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "app/stage/bins/bins_kinds.hpp"

namespace warpscope {
namespace {

constexpr std::size_t least_parts = 3;
constexpr std::size_t least_share = 4;  // one in so many values is made of all parts, or anew

/// Common traits of the arrays of a record: when and where they are written.
struct Habit {
  std::uint64_t writes = 0;  // a sum over step and element, in whatever order they come
  std::size_t versions = 0;
  bool from_neighbours = false;  // other elements go into some version
};

std::uint64_t mixed(std::uint64_t step, std::uint64_t index) {
  std::uint64_t x = (step + 1) * 0x9e3779b97f4a7c15ULL + index * 0xc2b2ae3d27d4eb4fULL;
  x ^= x >> 31U;
  x *= 0xbf58476d1ce4e5b9ULL;
  return x ^ (x >> 29U);
}

std::vector<Habit> habits_of(const Trace& trace, const Dataflow& flow, NodeRange nodes) {
  std::vector<Habit> habits(trace.arrays.size());
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.origin || trace.arrays[node.array].space != Space::shared) continue;
    Habit& habit = habits[node.array];
    habit.writes += mixed(node.step, static_cast<std::uint32_t>(node.index));
    ++habit.versions;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = flow.edges[e];
      const bool inside = trace.arrays[edge.array].space == Space::shared;
      habit.from_neighbours = habit.from_neighbours || (inside && edge.index != node.index);
    }
  }
  return habits;
}

/// Arrays of the same shape that are made from records, though not with them: the unknowns.
void add_results(const Trace& trace, const Dataflow& flow, NodeRange nodes, Records& records) {
  const Array& part = trace.arrays[static_cast<std::size_t>(records.arrays.front())];
  const auto is_part = [&](int array) {
    return std::ranges::find(records.arrays, array) != records.arrays.end();
  };
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    const Array& array = trace.arrays[node.array];
    const bool alike =
        array.space == Space::shared && array.count == part.count && array.type == part.type;
    if (alike && node.edge_count > 0 && !is_part(node.array) &&
        is_part(flow.edges[node.first_edge].array)) {
      records.arrays.push_back(node.array);
    }
  }
}

/// Arrays of one shape that hold equations, of which a thread takes one after the other and keeps what it needs of the
/// last one in registers: it makes values of several parts of its own equation that nobody makes, and makes some of them
/// anew when it comes back. Empty: there are none.
std::vector<int> equations_in_order(const Trace& trace, const Dataflow& flow, NodeRange nodes) {
  using Shape = std::pair<ElementIndex, std::string>;
  const auto shape = [&](int array) -> Shape {
    const Array& data = trace.arrays[static_cast<std::size_t>(array)];
    return {data.count, data.type.name()};
  };
  struct Seen {
    std::set<int> made_arrays, parts;
    std::set<std::pair<int, ElementIndex>> cells;
    std::size_t made = 0, whole = 0, anew = 0;
  };
  std::map<Shape, Seen> shapes;
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.origin || node.index < 0) continue;
    const Shape own = shape(node.array);
    Seen& seen = shapes[own];
    std::set<int> parts;
    for (const FlowEdge& edge : edges_of(flow, node)) {
      const bool alike = edge.array >= 0 && edge.index == node.index && shape(edge.array) == own;
      if (alike) parts.insert(edge.array);
    }
    ++seen.made;
    seen.made_arrays.insert(node.array);
    seen.anew += seen.cells.emplace(node.array, node.index).second ? 0 : 1;
    if (parts.size() < least_parts) continue;
    ++seen.whole;
    seen.parts.insert(parts.begin(), parts.end());
  }
  for (auto& [of, seen_of_shape] : shapes) {
    Seen& seen = seen_of_shape;
    const auto given = std::ranges::count_if(
        seen.parts, [&](int array) { return !seen.made_arrays.contains(array); });
    const bool often =
        seen.whole * least_share >= seen.made && seen.anew * least_share >= seen.made;
    if (!often || static_cast<std::size_t>(given) < least_parts) continue;
    seen.parts.merge(seen.made_arrays);
    return {seen.parts.begin(), seen.parts.end()};
  }
  return {};
}

/// Which nodes belong to which record, by counting.
void sort_nodes(const Trace& trace, const Dataflow& flow, NodeRange nodes, Records& records) {
  std::vector<bool> inside(trace.arrays.size(), false);
  for (const int array : records.arrays) inside[static_cast<std::size_t>(array)] = true;
  const auto record_of = [&](const FlowNode& node) -> std::optional<std::size_t> {
    if ((node.origin && !records.given) || node.index < 0 ||
        !inside[static_cast<std::size_t>(node.array)])
      return {};
    return static_cast<std::size_t>(node.index % records.period);
  };
  records.first_made.assign(static_cast<std::size_t>(records.period) + 1, 0);
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    if (const auto record = record_of(flow.nodes[n])) ++records.first_made[*record + 1];
  }
  std::partial_sum(records.first_made.begin(), records.first_made.end(),
                   records.first_made.begin());
  records.made.resize(records.first_made.back());
  std::vector<std::size_t> next = records.first_made;
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    if (const auto record = record_of(flow.nodes[n])) records.made[next[*record]++] = n;
  }
  const std::int64_t middle = records.records / 2;
  const auto rank = [&](std::int64_t record) {
    return std::pair(records.made_of(record).size(), -std::abs(record - middle));
  };
  for (std::int64_t record = 0; record < records.records; ++record) {
    if (rank(record) > rank(records.typical)) records.typical = record;
  }
}

}  // namespace

Records find_records(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  const NodeRange nodes = nodes_of_launch(flow, launch);
  const std::vector<Habit> habits = habits_of(trace, flow, nodes);
  std::map<std::tuple<std::uint64_t, std::int64_t, std::string>, std::vector<int>> alike;
  for (std::size_t a = 0; a < habits.size(); ++a) {
    const Array& array = trace.arrays[a];
    if (habits[a].versions == 0 || !habits[a].from_neighbours) continue;
    alike[{habits[a].writes, array.count, array.type.name()}].push_back(static_cast<int>(a));
  }
  Records records;
  for (auto& [habit, arrays] : alike) {
    if (arrays.size() < least_parts || arrays.size() <= records.parts) continue;
    records.arrays = std::move(arrays);
    records.parts = records.arrays.size();
  }
  if (records.arrays.empty()) {
    records.arrays = equations_in_order(trace, flow, nodes);
    if (records.arrays.empty()) return records;
    records.given = true;
    records.parts = records.arrays.size();
    const Array& part = trace.arrays[static_cast<std::size_t>(records.arrays.front())];
    records.period = records.records = part.count;  // columns would be of other systems
    sort_nodes(trace, flow, nodes, records);
    return records;
  }
  const Array& part = trace.arrays[static_cast<std::size_t>(records.arrays.front())];
  records.period = part.columns > 0 ? part.columns : part.count;
  if (records.period <= 0) return {};
  records.records = records.period;
  add_results(trace, flow, nodes, records);
  sort_nodes(trace, flow, nodes, records);
  return records;
}

}  // namespace warpscope
