#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "app/stage/bins/bins_kinds.hpp"

namespace warpscope {
namespace {

constexpr std::uint32_t no_tag = 32;

bool is_word(ElementType type) {
  return type.components == 1 && (type.scalar == Scalar::u32 || type.scalar == Scalar::i32);
}

/// One array of the launch, while its versions are examined.
struct Candidate {
  std::size_t raised = 0;
  bool broken = false;
  bool repeated = false;           // some cell was raised more than once, or by an atomic
  std::uint32_t tags = 0xffffffU;  // bit k: tags may begin at bit k + 5
  std::uint32_t lanes = 0;         // lanes that stored
  [[nodiscard]] std::uint32_t tag_bit() const {
    if (std::popcount(lanes) < 2) return no_tag;
    for (std::uint32_t bit = 0; bit < 24; ++bit) {
      if ((tags >> bit & 1U) != 0) return bit + 5;
    }
    return no_tag;
  }
};

/// The edge along which a node reads its own cell's last version; nullptr if there is none, or if
/// another cell of its array goes into it.
const FlowEdge* own_version(const Dataflow& flow, const FlowNode& node) {
  const FlowEdge* own = nullptr;
  for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
    const FlowEdge& edge = flow.edges[e];
    if (edge.array != node.array) continue;
    if (edge.index != node.index) return nullptr;
    own = &edge;
  }
  return own;
}

bool made_by_atomic(const Trace& trace, const FlowNode& node) {
  return is_atomic(trace.accesses[node.access].operation);
}

bool is_cleared(const Trace& trace, const Dataflow& flow, const FlowNode& node) {
  const auto value = value_of(trace, flow, node);
  return !made_by_atomic(trace, node) && node.edge_count == 0 &&
         std::ranges::all_of(value, [](std::uint32_t word) { return word == 0; });
}

void see_tags(const Trace& trace, const Dataflow& flow, const FlowNode& node, Candidate& of) {
  const auto value = value_of(trace, flow, node);
  of.lanes |= 1U << node.lane;
  if (!is_word(trace.arrays[node.array].type) || value.size() != 1) {
    of.tags = 0;
    return;
  }
  for (std::uint32_t bit = 0; bit < 24; ++bit) {
    if (value[0] >> (bit + 5) != node.lane) of.tags &= ~(1U << bit);
  }
}

double count_held(const Trace& trace, const Dataflow& flow, const FlowNode& node,
                  std::uint32_t tag) {
  Counters counters;
  counters.tag_bit = tag;
  return counters.count(trace.arrays[node.array].type, value_of(trace, flow, node));
}

void see_raise(const Trace& trace, const Dataflow& flow, const FlowNode& node, const FlowEdge* own,
               Candidate& of) {
  ++of.raised;
  if (made_by_atomic(trace, node)) {
    of.repeated = true;
    return;
  }
  if (own->source == FlowEdge::no_node) return;
  const FlowNode& before = flow.nodes[own->source];
  const std::uint32_t tag = of.tag_bit();
  if (count_held(trace, flow, node, tag) <= count_held(trace, flow, before, tag)) of.broken = true;
  if (!before.origin && before.edge_count > 0) of.repeated = true;
}

std::vector<Candidate> look_at_arrays(const Trace& trace, const Dataflow& flow, NodeRange nodes) {
  std::vector<Candidate> all(trace.arrays.size());
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.origin || made_by_atomic(trace, node) || own_version(flow, node) == nullptr) continue;
    see_tags(trace, flow, node, all[node.array]);
  }
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    Candidate& of = all[node.array];
    if (node.origin || of.broken) continue;
    const FlowEdge* own = own_version(flow, node);
    const bool registers = trace.arrays[node.array].space == Space::registers;
    if (!registers && (made_by_atomic(trace, node) || (own != nullptr && !node.copy))) {
      see_raise(trace, flow, node, own, of);
    } else if (registers || !is_cleared(trace, flow, node)) {
      of.broken = true;
    }
  }
  return all;
}

/// The cells of another array that add up the counters, if each counter goes into one.
void find_totals(const Trace& trace, const Dataflow& flow, NodeRange nodes, Counters& counters) {
  const std::int64_t cells = trace.arrays[static_cast<std::size_t>(counters.array)].count;
  std::map<int, std::vector<std::int32_t>> into;  // by array
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.array == counters.array) continue;
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = flow.edges[e];
      if (edge.array != counters.array || edge.index < 0 || edge.index >= cells) continue;
      auto& bin_of = into[node.array];
      if (bin_of.empty()) bin_of.assign(static_cast<std::size_t>(cells), -1);
      std::int32_t& bin = bin_of[static_cast<std::size_t>(edge.index)];
      bin = bin == -1 || bin == node.index ? node.index : -2;
    }
  }
  for (auto& [array, bin_of] : into) {
    const std::int64_t bins = trace.arrays[static_cast<std::size_t>(array)].count;
    if (bins > cells ||
        std::ranges::any_of(bin_of, [&](std::int32_t bin) { return bin < 0 || bin >= bins; })) {
      continue;
    }
    counters.totals = array;
    counters.bins = bins;
    counters.bin_of = std::move(bin_of);
    return;
  }
}

void find_most(const Trace& trace, const Dataflow& flow, NodeRange nodes, Counters& counters) {
  const Array& array = trace.arrays[static_cast<std::size_t>(counters.array)];
  std::vector<double> last(static_cast<std::size_t>(array.count), 0);
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const FlowNode& node = flow.nodes[n];
    if (node.array != counters.array || node.index < 0 || node.index >= array.count) continue;
    last[static_cast<std::size_t>(node.index)] = count_held(trace, flow, node, counters.tag_bit);
  }
  std::vector<double> bins(static_cast<std::size_t>(counters.bins), 0);
  for (std::int64_t cell = 0; cell < array.count; ++cell) {
    double& bin = bins[static_cast<std::size_t>(counters.bin(cell))];
    bin += last[static_cast<std::size_t>(cell)];
    counters.most = std::max(counters.most, bin);
  }
}

}  // namespace

double Counters::count(ElementType type, std::span<const std::uint32_t> words) const {
  if (words.empty()) return 0;
  if (tag_bit < no_tag) return words[0] & ((1U << tag_bit) - 1);
  return numeric_value(type, words);
}

Counters find_counters(const Trace& trace, const Dataflow& flow, const Launch& launch) {
  constexpr std::int64_t most_cells = 1 << 14;  // each picture computes a bar's height anew
  const NodeRange nodes = nodes_of_launch(flow, launch);
  const std::vector<Candidate> all = look_at_arrays(trace, flow, nodes);
  Counters counters;
  std::size_t most_raised = 0;
  for (std::size_t a = 0; a < all.size(); ++a) {
    // A cell that was raised once is not a count but a ticket.
    const bool counts = !all[a].broken && all[a].repeated && all[a].raised > 1 &&
                        trace.arrays[a].count <= most_cells;
    if (!counts) continue;
    Counters candidate;
    candidate.array = static_cast<int>(a);
    candidate.tag_bit = all[a].tag_bit();
    candidate.bins = trace.arrays[a].count;
    find_totals(trace, flow, nodes, candidate);
    // Counters that are added up elsewhere come first: the totals are only raised too.
    const bool better = counters.array < 0 || counters.array == candidate.totals ||
                        (all[a].raised > most_raised && candidate.array != counters.totals);
    if (!better) continue;
    most_raised = all[a].raised;
    counters = std::move(candidate);
  }
  if (counters.array >= 0) find_most(trace, flow, nodes, counters);
  return counters;
}

}  // namespace warpscope
