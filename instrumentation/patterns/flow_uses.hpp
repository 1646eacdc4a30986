#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The dataflow read from loads to stores: the nodes into which the values of each load go.
class FlowUses {
 public:
  FlowUses() = default;
  /// Both must outlive it.
  FlowUses(const Trace& trace, const Dataflow& flow);

  /// Edges whose value an access loads, by the node they lead to.
  [[nodiscard]] std::span<const std::uint32_t> edges_of(std::uint32_t access) const;
  /// The node that an edge leads to.
  [[nodiscard]] std::uint32_t node_of(std::uint32_t edge) const;
  /// Nodes that an access makes: [first, end).
  struct Range {
    std::uint32_t first = 0, end = 0;
  };
  [[nodiscard]] Range nodes_of(std::uint32_t access) const;
  /// How many of a node's loads have happened after the trace's first `count` accesses. Quick for
  /// stores, however many loads they are made of.
  [[nodiscard]] std::uint32_t loaded(std::uint32_t node, std::uint32_t count) const;

 private:
  const Trace* trace_ = nullptr;
  const Dataflow* flow_ = nullptr;
  std::vector<std::uint32_t> first_;  // per access: into edges_, and the end
  std::vector<std::uint32_t> edges_;
};

}  // namespace warpscope
