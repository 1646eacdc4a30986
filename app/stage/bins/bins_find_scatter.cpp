#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/stage/bins/bins_kinds.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_buckets = 16;
// With so few distances between places, the data decides nothing.
constexpr std::size_t regular_strides = 3;

struct Copies {
  std::vector<std::pair<ElementIndex, ElementIndex>> places;  // source, destination
  std::vector<Scatter::Copy> copies;
};

using Pairs = std::map<std::pair<int, int>, Copies>;
void look_at(const Trace& trace, const Dataflow& flow, std::uint32_t n, Pairs& pairs) {
  const FlowNode& node = flow.nodes[n];
  if (!node.copy || node.edge_count != 1) return;
  const FlowEdge& edge = flow.edges[node.first_edge];
  const bool inside = edge.index >= 0 && node.index >= 0 &&
                      edge.index < trace.arrays[edge.array].count &&
                      node.index < trace.arrays[node.array].count;
  if (edge.array == node.array || !inside) return;
  Copies& copies = pairs[{edge.array, node.array}];
  copies.places.emplace_back(edge.index, node.index);
  copies.copies.push_back({n, node.first_edge});
}

/// Whether places, in the order of their sources, go up and down as the data will.
bool irregular(Copies& copies) {
  std::ranges::sort(copies.places);
  std::set<std::int64_t> strides;
  for (std::size_t i = 1; i < copies.places.size(); ++i) {
    strides.insert(copies.places[i].second - copies.places[i - 1].second);
    if (strides.size() > regular_strides) return true;
  }
  return false;
}

/// The places at which sources fall back, when looked at in the order of their places.
std::vector<ElementIndex> buckets_of(const Copies& copies) {
  auto by_place = copies.places;
  std::ranges::sort(by_place, {}, [](const auto& copy) { return copy.second; });
  std::vector<ElementIndex> buckets;
  for (std::size_t i = 0; i < by_place.size(); ++i) {
    if (i > 0 && by_place[i].second == by_place[i - 1].second) return {};  // written twice
    if (i == 0 || by_place[i].first < by_place[i - 1].first) {
      buckets.push_back(by_place[i].second);
    }
    if (buckets.size() > most_buckets) return {};
  }
  return buckets;
}

/// Whether numbers repeat with some period, at least twice.
bool periodic(const std::vector<std::int64_t>& numbers) {
  const std::size_t most = std::min<std::size_t>(numbers.size() / 2, 256);
  for (std::size_t period = 1; period <= most; ++period) {
    std::size_t i = period;
    while (i < numbers.size() && numbers[i] == numbers[i - period]) ++i;
    if (i == numbers.size()) return true;
  }
  return false;
}

/// Whether values stay in their order, but lose the gaps between them, and the gaps are not those of
/// a loop or of a matrix: the data says who is kept.
bool compacts(const Copies& copies) {  // sorted by source
  std::vector<std::int64_t> apart;
  for (std::size_t i = 1; i < copies.places.size(); ++i) {
    if (copies.places[i].second != copies.places[i - 1].second + 1) return false;
    apart.push_back(copies.places[i].first - copies.places[i - 1].first);
  }
  return !periodic(apart);
}

}  // namespace

std::size_t Scatter::bucket(ElementIndex place) const {
  const auto after = std::ranges::upper_bound(buckets, place);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - buckets.begin() - 1));
}

Scatter find_scatter(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  Pairs all;
  std::map<int, std::size_t> versions;
  const NodeRange nodes = nodes_of_launch(flow, launch);
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    if (!flow.nodes[n].origin) ++versions[flow.nodes[n].array];
    look_at(trace, flow, n, all);
  }
  Scatter scatter;
  for (auto& [arrays, copies] : all) {
    if (copies.places.size() < 8 || copies.places.size() != versions[arrays.second]) continue;
    const bool scatters = irregular(copies);
    std::vector<ElementIndex> buckets = buckets_of(copies);
    scatter.compacts = buckets.size() == 1 && compacts(copies);
    if (!scatter.compacts && (!scatters || buckets.size() < 2)) continue;
    scatter.source = arrays.first;
    scatter.destination = arrays.second;
    scatter.buckets = std::move(buckets);
    scatter.copies = std::move(copies.copies);
    scatter.first_source = copies.places.front().first;
    scatter.end_source = copies.places.back().first + 1;
    const auto places = std::ranges::minmax_element(copies.places, {},
                                                    [](const auto& copy) { return copy.second; });
    scatter.first_place = places.min->second;
    scatter.end_place = places.max->second + 1;
    // One scale for both, so that the gaps are seen to go.
    if (scatter.compacts) {
      scatter.end_place = scatter.first_place + scatter.end_source - scatter.first_source;
    }
    return scatter;
  }
  return scatter;
}

}  // namespace warpscope
