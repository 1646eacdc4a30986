#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What a node's value came from, where the dataflow leaves it open: a thread that compares keys and
/// then stores a value which lay beside one has read all of them. Where a line stores, through a
/// whole launch, always what one line read, it takes it from there; else, where it always stores
/// something that was read from one array, from that array.
class NetworkSources {
 public:
  NetworkSources(const Trace& trace, const Dataflow& flow);

  template <class Visit>
  void for_each(const FlowNode& node, Visit visit) const {
    const Carrier& only = carriers_[node.access];
    for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
      const FlowEdge& edge = flow_->edges[e];
      const bool array = only.array < 0 || edge.array == only.array;
      const bool line = only.line == 0 || trace_->accesses[edge.load_access].line == only.line;
      if (array && line) visit(edge);
    }
  }
  [[nodiscard]] std::uint32_t count(const FlowNode& node) const {
    std::uint32_t count = 0;
    for_each(node, [&](const FlowEdge&) { ++count; });
    return count;
  }
  /// The value of its one source, unchanged.
  [[nodiscard]] bool is_copy(const FlowNode& node) const {
    return node.copy || (carriers_[node.access].array >= 0 && count(node) == 1);
  }

 private:
  /// Which sources count.
  struct Carrier {
    std::int32_t array = -1;  ///< -1: all
    std::uint32_t line = 0;   ///< 0: of any line
  };
  const Trace* trace_;
  const Dataflow* flow_;
  std::vector<Carrier> carriers_;  // per access
};

/// Where the value lies that was read along an edge, counted as FlowNode::first_word; no_value where
/// never seen.
[[nodiscard]] std::uint32_t word_of(const Trace& trace, const Dataflow& flow, const FlowEdge& edge);
/// The words of a value that lies there; none where never seen.
[[nodiscard]] std::span<const std::uint32_t> value_at(const Trace& trace, const Dataflow& flow,
                                                      ElementType type, std::uint32_t first_word);

}  // namespace warpscope
