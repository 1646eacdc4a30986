#include "app/stage/network/network_twins.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace warpscope {
namespace {

/// A cell that a value is made of: in which band, and where there.
struct TwinSource {
  std::size_t band = 0;
  std::int32_t place = 0;
  friend auto operator<=>(const TwinSource&, const TwinSource&) = default;
};

/// A value that is made of others, in a band.
struct TwinJoin {
  std::uint32_t step = 0;
  std::int32_t place = 0;
  std::vector<TwinSource> sources;
  friend auto operator<=>(const TwinJoin&, const TwinJoin&) = default;
};

std::vector<std::vector<TwinJoin>> joins_of_bands(const Dataflow& flow, const NetworkWires& wires,
                                                  std::span<const NetworkOp> ops) {
  std::vector<std::vector<TwinJoin>> joins(wires.bands().size());
  const auto source_of = [&](std::int32_t wire) {
    const std::size_t band = wires.wires()[static_cast<std::size_t>(wire)].band;
    return TwinSource{band, wire - wires.bands()[band].first_wire};
  };
  for (const NetworkOp& op : ops) {
    if (op.kind != NetworkKind::join) continue;
    const TwinSource target = source_of(op.target);
    TwinJoin join{.step = op.step, .place = target.place};
    for (const FlowEdge& edge : edges_of(flow, flow.nodes[op.node[0]])) {
      const std::int32_t wire = wires.wire(edge.array, edge.index);
      if (wire >= 0) join.sources.push_back(source_of(wire));
    }
    joins[target.band].push_back(std::move(join));
  }
  return joins;
}

void sort_joins(std::vector<TwinJoin>& joins) {
  for (TwinJoin& join : joins) std::ranges::sort(join.sources);
  std::ranges::sort(joins);
}

/// Whether the joins of band a become those of band b when both change their names.
bool are_twins(const std::vector<TwinJoin>& joins_of_a, std::vector<TwinJoin> joins_of_b,
               std::size_t a, std::size_t b) {
  if (joins_of_a.empty() || joins_of_a.size() != joins_of_b.size()) return false;
  bool mixed = false;
  for (TwinJoin& join : joins_of_b) {
    for (TwinSource& source : join.sources) {
      if (source.band != a && source.band != b) return false;
      mixed = mixed || source.band == a;
      source.band = a + b - source.band;
    }
  }
  if (!mixed) return false;
  sort_joins(joins_of_b);
  return joins_of_a == joins_of_b;
}

}  // namespace

std::vector<bool> bands_without_twins(const Dataflow& flow, const NetworkWires& wires,
                                      std::span<const NetworkOp> ops) {
  const auto& bands = wires.bands();
  std::vector<std::vector<TwinJoin>> joins = joins_of_bands(flow, wires, ops);
  for (std::vector<TwinJoin>& of_band : joins) sort_joins(of_band);
  std::vector<bool> wanted(bands.size(), true);
  for (std::size_t b = 1; b < bands.size(); ++b) {
    for (std::size_t a = 0; a < b && wanted[b]; ++a) {
      wanted[b] =
          !(wanted[a] && bands[a].wires == bands[b].wires && are_twins(joins[a], joins[b], a, b));
    }
  }
  return wanted;
}

}  // namespace warpscope
