#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// One version of one cell: an element of an array, from the store that made it to the next one.
struct FlowNode {
  ElementIndex index = 0;  ///< thread rank for registers
  std::int32_t array = 0;
  std::uint32_t access = 0;  ///< the access (store, atomic, shuffle) that made it; of an origin,
                             ///< the first load of it
  std::uint32_t step = 0;
  std::uint32_t first_word = 0;  ///< its value, see value_of(); no_value if never seen
  std::uint32_t first_edge = 0;  ///< incoming edges, in Dataflow::edges
  std::uint16_t edge_count = 0;
  std::uint8_t lane = 0;  ///< lane that stored; of those that added together, the first
  bool copy = false;      ///< the value of its one source, unchanged
  bool live = false;      ///< something that leaves the block depends on it
  bool origin = false;    ///< read from memory as it was before: made by nothing that is seen
  bool relative = false;  ///< its value is what was added: the cell's own was never seen
  bool cut = false;       ///< edges are left out, since too many loads are in its reach
  static constexpr std::uint32_t no_value = 0xffffffffU;
};

/// A value that was read and went into a node.
struct FlowEdge {
  std::uint32_t source = 0;       ///< node that was read; no_node: memory as it was before
  std::uint32_t load_access = 0;  ///< the access that read it
  std::int32_t array = 0;         ///< where it was read
  ElementIndex index = 0;
  static constexpr std::uint32_t no_node = 0xffffffffU;
};

/// Which loads feed which stores, told from the trace alone: a thread's loads feed its later stores
/// of the same step; loads of lines whose value is never used in their own step are held in a
/// register, over as many steps as it takes, and feed the thread's next store or shuffle that does
/// not just copy something else. A shuffle joins two threads' registers. An atomic is fed by the
/// cell's version before and by the loads of all lanes that add to the cell at once: they say what
/// is added, or where.
///
/// Traces that keep nothing in shared memory or registers have nodes for what is read from memory
/// too (FlowNode::origin), so that one sees where values come from. Memory that another block has
/// changed in between counts as memory from before.
///
/// One decision per source line, over the whole trace, says which of the loads in reach its stores
/// take, even if launches swap their buffers. They copy load L if their value was L's every time,
/// and L is not just the cell's old value. They select among the loads of one array if their value
/// was one of these every time, and loads of other arrays are in reach too. Both only if every
/// other load in reach serves some other store, or may have told where to read or to store. Else
/// they combine all. A store of a number that stands in its line takes none.
struct Dataflow {
  std::vector<FlowNode> nodes;  ///< in trace order
  std::vector<FlowEdge> edges;
  std::vector<std::uint32_t> first_node_of_step;  ///< size steps + 1
  std::vector<std::uint32_t> computed;  ///< values that atomics made, which no trace holds
  std::uint32_t cut_nodes = 0;          ///< that lack edges, see FlowNode::cut
  /// Edges in all of nodes with more than `few_reads` loads in reach: a product of large matrices, summed up in
  /// registers, would have billions.
  static constexpr std::size_t few_reads = 64, most_of_many = 500'000;
};
/// The words of a value of this type that begins at a first word, counted as in FlowNode; empty if
/// the value was never seen or does not lie there as a whole.
[[nodiscard]] std::span<const std::uint32_t> value_at(const Trace& trace, const Dataflow& flow,
                                                      ElementType type, std::uint32_t first_word);
/// The edges that come in.
[[nodiscard]] inline std::span<const FlowEdge> edges_of(const Dataflow& flow,
                                                        const FlowNode& node) {
  return std::span(flow.edges).subspan(node.first_edge, node.edge_count);
}
/// The first word of the value read along an edge, counted as FlowNode::first_word; no_value if it
/// was never seen.
[[nodiscard]] std::uint32_t word_of(const Trace& trace, const Dataflow& flow, const FlowEdge& edge);
/// The words of a node's value; empty if it was never seen.
[[nodiscard]] std::span<const std::uint32_t> value_of(const Trace& trace, const Dataflow& flow,
                                                      const FlowNode& node);
[[nodiscard]] Dataflow dataflow(const Trace& trace);

}  // namespace warpscope
