#include "app/stage/network/network_wires.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "app/stage/tree/tree_levels.hpp"

namespace warpscope {
namespace {

using ArrayPair = std::pair<std::int32_t, std::int32_t>;

/// How far elements move when they go from one array to another, and how often.
struct Shifts {
  static constexpr std::size_t most = 64;  // a permuted array has more
  std::map<std::int64_t, std::uint32_t> counts;
  std::uint32_t nodes = 0;
  std::vector<std::int64_t> sources, targets;  ///< of copies from an array that is only read
};

struct Link {
  ArrayPair arrays;
  std::int64_t shift = 0;  ///< source index minus target index
  std::uint32_t count = 0;
};

/// Sources that say where an element came from: that of a copy, or both cells of one array.
std::span<const FlowEdge> telling(const Dataflow& flow, const FlowNode& node) {
  const std::span<const FlowEdge> edges = edges_of(flow, node);
  const bool both = edges.size() == 2 && edges[0].array == edges[1].array;
  return both || (edges.size() == 1 && node.copy) ? edges : std::span<const FlowEdge>();
}

/// The first of places that follow one another without a gap, each taken once.
std::optional<std::int64_t> first_of_run(std::vector<std::int64_t> places) {
  std::ranges::sort(places);
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i] != places[i - 1] + 1) return std::nullopt;
  }
  return places.empty() ? std::nullopt : std::optional(places.front());
}

/// An array that is only read, and that a copy of all its elements puts in another order, keeps its
/// own order on the wires: the copies cross.
std::optional<Link> permutation(const ArrayPair& arrays, const Shifts& shifts) {
  if (shifts.sources.size() != shifts.nodes) return std::nullopt;
  const auto source = first_of_run(shifts.sources), target = first_of_run(shifts.targets);
  if (!source || !target) return std::nullopt;
  return Link{arrays, *source - *target, shifts.nodes};
}

/// `folded(array, index)`: where an element stands in its half, pads left out.
template <class Folded>
std::vector<Link> find_links(const Dataflow& flow, Folded folded) {
  std::set<std::int32_t> written;
  for (const FlowNode& node : flow.nodes) {
    if (!node.origin) written.insert(node.array);
  }
  std::map<ArrayPair, Shifts> all;
  Shifts* last = nullptr;
  ArrayPair last_pair;
  for (const FlowNode& node : flow.nodes) {
    const std::span<const FlowEdge> edges = telling(flow, node);
    if (edges.empty()) continue;
    const ArrayPair pair{edges.front().array, node.array};
    if (pair.first == pair.second) continue;
    if (last == nullptr || pair != last_pair) {
      last = &all[pair];
      last_pair = pair;
    }
    ++last->nodes;
    if (edges.size() == 1 && !written.contains(pair.first)) {
      last->sources.push_back(folded(pair.first, edges.front().index));
      last->targets.push_back(folded(node.array, node.index));
    }
    for (const FlowEdge& edge : edges) {
      const std::int64_t shift = folded(edge.array, edge.index) - folded(node.array, node.index);
      const auto known = last->counts.find(shift);
      if (known != last->counts.end()) {
        ++known->second;
      } else if (last->counts.size() < Shifts::most) {
        last->counts.emplace(shift, 1);
      }
    }
  }
  std::vector<Link> links;
  for (const auto& [pair, shifts] : all) {
    Link best{pair};
    for (const auto& [shift, count] : shifts.counts) {
      const bool shorter = std::llabs(shift) < std::llabs(best.shift);
      if (count > best.count || (count == best.count && shorter)) {
        best.shift = shift;
        best.count = count;
      }
    }
    if (2 * best.count >= shifts.nodes) {
      links.push_back(best);
    } else if (const auto whole = permutation(pair, shifts)) {
      links.push_back(*whole);
    }
  }
  std::ranges::stable_sort(links, std::greater<>{}, &Link::count);
  return links;
}

/// The place of each cell once pads are left out, empty if there are none: gaps of one length, up to
/// 8 cells, after runs of one length, half a warp or more.
std::vector<std::int32_t> without_pads(const std::vector<bool>& used) {
  constexpr std::int64_t longest = 8, shortest_run = 16;
  std::vector<std::int32_t> places;
  std::int32_t place = 0;
  std::int64_t run = 0, gap = 0, every = 0, pad = 0;
  for (const bool is_used : used) {
    places.push_back(place);
    if (!is_used) {
      ++gap;
      continue;
    }
    if (gap > 0) {
      if (every == 0) {
        every = run;
        pad = gap;
      }
      if (run != every || gap != pad) return {};
      run = gap = 0;
    }
    ++run;
    ++place;
  }
  const bool pads = pad > 0 && pad <= longest && every >= shortest_run && run <= every;
  return pads ? places : std::vector<std::int32_t>();
}

/// Pairs of arrays that are written in one step: they hold different elements, though one may once
/// have been copied from the other.
std::set<ArrayPair> written_together(const Dataflow& flow) {
  std::set<ArrayPair> pairs;
  std::vector<std::int32_t> present;
  for (std::size_t s = 0; s + 1 < flow.first_node_of_step.size(); ++s) {
    present.clear();
    std::uint32_t last = FlowEdge::no_node;
    for (std::uint32_t n = flow.first_node_of_step[s]; n < flow.first_node_of_step[s + 1]; ++n) {
      const FlowNode& node = flow.nodes[n];
      if (node.origin || node.access == last) continue;
      last = node.access;
      if (std::ranges::find(present, node.array) == present.end()) present.push_back(node.array);
    }
    for (const std::int32_t a : present) {
      for (const std::int32_t b : present) {
        if (a != b) pairs.insert({a, b});
      }
    }
  }
  return pairs;
}

bool may_join(const std::set<ArrayPair>& apart, const std::vector<std::int32_t>& first,
              const std::vector<std::int32_t>& second) {
  return std::ranges::none_of(first, [&](std::int32_t a) {
    return std::ranges::any_of(second, [&](std::int32_t b) { return apart.contains({a, b}); });
  });
}

}  // namespace

std::vector<std::int64_t> swapped_halves(const Trace& trace, const Dataflow& flow) {
  const std::vector<bool> folded = double_buffers(trace, flow);
  std::vector<std::int64_t> halves(folded.size(), 0);
  for (std::size_t a = 0; a < folded.size(); ++a) {
    if (folded[a]) halves[a] = trace.arrays[a].count / 2;
  }
  return halves;
}

NetworkWires::NetworkWires(const Trace& trace, const Dataflow& flow) {
  find_bands(trace, flow);
  find_wires(trace, flow);
}

void NetworkWires::find_bands(const Trace& trace, const Dataflow& flow) {
  places_.resize(trace.arrays.size());
  const std::vector<std::int64_t> halves = swapped_halves(trace, flow);
  std::vector<bool> used(places_.size(), false);
  for (const FlowNode& node : flow.nodes) used[node.array] = used[node.array] || !node.origin;
  find_pads(trace, flow);
  for (std::size_t a = 0; a < places_.size(); ++a) {
    places_[a].half = halves[a];
    if (halves[a] > 0) unpadded_[a].clear();
  }
  const std::vector<Link> links = find_links(
      flow, [&](std::int32_t array, ElementIndex index) { return folded(array, index); });
  for (const Link& link : links) used[link.arrays.first] = used[link.arrays.second] = true;

  std::vector<std::vector<std::int32_t>> groups;
  for (std::size_t a = 0; a < places_.size(); ++a) {
    if (!used[a]) continue;
    places_[a].band = static_cast<std::int32_t>(groups.size());
    groups.push_back({static_cast<std::int32_t>(a)});
  }
  const std::set<ArrayPair> apart = written_together(flow);
  for (const Link& link : links) {
    const Place from = places_[link.arrays.first];
    const Place to = places_[link.arrays.second];
    if (from.band == to.band) continue;
    auto& target = groups[static_cast<std::size_t>(to.band)];
    auto& group = groups[static_cast<std::size_t>(from.band)];
    if (!may_join(apart, group, target)) continue;
    // Source index + its shift is the same place as target index + its shift.
    const std::int64_t move = from.shift + link.shift - to.shift;
    for (const std::int32_t array : target) {
      places_[array].band = from.band;
      places_[array].shift += move;
    }
    group.insert(group.end(), target.begin(), target.end());
    target.clear();
  }
  make_bands(std::move(groups));
}

void NetworkWires::make_bands(std::vector<std::vector<std::int32_t>> groups) {
  for (auto& group : groups) {
    if (group.empty()) continue;
    std::ranges::sort(group);
    for (const std::int32_t array : group) {
      places_[array].band = static_cast<std::int32_t>(bands_.size());
    }
    bands_.push_back({.arrays = std::move(group)});
  }
}

void NetworkWires::find_pads(const Trace& trace, const Dataflow& flow) {
  std::vector<std::vector<bool>> used(places_.size());
  for (const FlowNode& node : flow.nodes) {
    const Array& array = trace.arrays[node.array];
    if (array.space != Space::shared || node.index < 0 || node.index >= array.count) continue;
    used[node.array].resize(static_cast<std::size_t>(array.count));
    used[node.array][static_cast<std::size_t>(node.index)] = true;
  }
  for (const std::vector<bool>& of : used) unpadded_.push_back(without_pads(of));
}

std::int64_t NetworkWires::folded(std::int32_t array, ElementIndex index) const {
  const std::vector<std::int32_t>& unpadded = unpadded_[array];
  const auto at = static_cast<std::size_t>(index);
  const std::int64_t place = index >= 0 && at < unpadded.size() ? unpadded[at] : index;
  return places_[array].half > 0 ? place % places_[array].half : place;
}

std::optional<std::int32_t> NetworkWires::cell(std::int32_t array, ElementIndex index) const {
  const Place& place = places_[array];
  if (place.band < 0 || index < 0) return std::nullopt;
  const std::int64_t cell = folded(array, index) + place.shift;
  if (cell < std::numeric_limits<std::int32_t>::min() / 2 ||
      cell > std::numeric_limits<std::int32_t>::max() / 2) {
    return std::nullopt;
  }
  return static_cast<std::int32_t>(cell);
}

void NetworkWires::find_wires(const Trace& trace, const Dataflow& flow) {
  struct Seen {
    std::int32_t cell;
    std::int32_t array;
    ElementIndex index;
    bool written;  ///< by the block, into memory that it keeps
  };
  std::vector<std::vector<Seen>> seen(bands_.size());
  wire_of_cell_.resize(bands_.size());
  const auto add = [&](std::int32_t array, ElementIndex index, bool made) {
    const auto place = cell(array, index);
    if (!place) return;
    const auto band = static_cast<std::size_t>(places_[array].band);
    const Space space = trace.arrays[array].space;
    const bool written = made && !is_lasting(space);
    const std::uint32_t known = wire_of_cell_[band].get(*place);
    if (known == CellMap::nothing) {
      wire_of_cell_[band].set(*place, static_cast<std::uint32_t>(seen[band].size()));
      seen[band].push_back({*place, array, index, written});
    } else if (written && !seen[band][known].written) {
      seen[band][known] = {*place, array, index, written};
    }
  };
  for (const FlowNode& node : flow.nodes) {
    add(node.array, node.index, !node.origin);
    for (const FlowEdge& edge : edges_of(flow, node)) add(edge.array, edge.index, false);
  }
  for (std::size_t b = 0; b < bands_.size(); ++b) {
    std::ranges::sort(seen[b], {}, &Seen::cell);
    bands_[b].first_wire = static_cast<std::int32_t>(wires_.size());
    bands_[b].wires = static_cast<std::int32_t>(seen[b].size());
    for (const Seen& one : seen[b]) {
      wire_of_cell_[b].set(one.cell, static_cast<std::uint32_t>(wires_.size()));
      wires_.push_back({one.array, one.index, static_cast<std::uint32_t>(b)});
    }
  }
}

std::int32_t NetworkWires::wire(std::int32_t array, ElementIndex index) const {
  const auto place = cell(array, index);
  if (!place) return -1;
  const std::uint32_t found =
      wire_of_cell_[static_cast<std::size_t>(places_[array].band)].get(*place);
  return found == CellMap::nothing ? -1 : static_cast<std::int32_t>(found);
}

std::vector<std::int32_t> NetworkWires::keep(const std::vector<bool>& wanted) {
  std::vector<std::int32_t> new_band(bands_.size(), -1), new_wire(wires_.size(), -1);
  std::vector<NetworkBand> bands;
  std::vector<NetworkWire> wires;
  for (std::size_t b = 0; b < bands_.size(); ++b) {
    if (!wanted[b]) continue;
    new_band[b] = static_cast<std::int32_t>(bands.size());
    NetworkBand band = std::move(bands_[b]);
    const std::int32_t before = band.first_wire;
    band.first_wire = static_cast<std::int32_t>(wires.size());
    for (std::int32_t w = 0; w < band.wires; ++w) {
      const auto old = static_cast<std::size_t>(before) + static_cast<std::size_t>(w);
      new_wire[old] = band.first_wire + w;
      NetworkWire wire = wires_[old];
      wire.band = static_cast<std::uint32_t>(bands.size());
      wires.push_back(wire);
    }
    bands.push_back(std::move(band));
  }
  for (Place& place : places_) {
    if (place.band >= 0) place.band = new_band[static_cast<std::size_t>(place.band)];
  }
  bands_ = std::move(bands);
  wires_ = std::move(wires);
  wire_of_cell_ = std::vector<CellMap>(bands_.size());
  for (std::size_t w = 0; w < wires_.size(); ++w) {
    const auto place = cell(wires_[w].array, wires_[w].index);
    if (place) wire_of_cell_[wires_[w].band].set(*place, static_cast<std::uint32_t>(w));
  }
  return new_wire;
}

}  // namespace warpscope
