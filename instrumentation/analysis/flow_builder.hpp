#pragma once

#include <vector>

#include "instrumentation/analysis/flow_draft.hpp"

namespace warpscope {

/// Puts a draft together: nodes, their edges, their values, the sites of stores.
class FlowBuilder {
 public:
  FlowBuilder(const Trace& trace, std::size_t sites);

  void begin_step() { draft_.flow.first_node_of_step.push_back(count()); }
  /// `like` says all but the edges, which are added next.
  void begin_node(const FlowNode& like, std::uint32_t site);
  void add_edge(const FlowEdge& edge, const LoadKey& key) {
    draft_.flow.edges.push_back(edge);
    draft_.keys.push_back(key);
  }
  /// Whether the last node may have edges for so many loads that are in its reach; if not, it is cut.
  [[nodiscard]] bool has_room(std::size_t reads) {
    if (reads <= Dataflow::few_reads) return true;
    if (of_many_ + reads > Dataflow::most_of_many) {
      last().cut = true;
      return false;
    }
    of_many_ += reads;
    return true;
  }
  /// To be called once.
  [[nodiscard]] FlowDraft take() { return std::move(draft_); }

  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(draft_.flow.nodes.size());
  }
  [[nodiscard]] FlowNode& node(std::uint32_t n) { return draft_.flow.nodes[n]; }
  [[nodiscard]] FlowNode& last() { return draft_.flow.nodes.back(); }

  [[nodiscard]] StoreSite& site(std::uint32_t number) { return draft_.store_sites[number]; }
  /// A shuffle uses what was loaded there.
  void add_shuffled(std::uint32_t site) { draft_.shuffled[site] = true; }

  /// Gives the last node the value of the version before, or zero if that was never seen.
  void begin_computed(std::uint32_t before);
  /// Applies to that value an atomic whose operands begin at this word of the trace.
  void apply_to_value(Operation operation, std::uint32_t first_word);
  /// Whether a node's value equals the element whose words begin there. The value must be known.
  [[nodiscard]] bool has_value(const FlowNode& node, std::uint32_t first_word) const;

 private:
  void reserve();
  /// A word by number: the trace's words come first, then the computed ones.
  [[nodiscard]] std::uint32_t word(std::uint32_t i) const;
  [[nodiscard]] std::uint32_t width(const FlowNode& node) const {
    return static_cast<std::uint32_t>(trace_.arrays[node.array].type.words());
  }

  const Trace& trace_;
  FlowDraft draft_;
  std::size_t of_many_ = 0;  // edges of nodes that have many
};

}  // namespace warpscope
