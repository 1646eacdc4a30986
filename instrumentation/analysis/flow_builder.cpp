#include "instrumentation/analysis/flow_builder.hpp"

#include "instrumentation/analysis/atomic.hpp"

namespace warpscope {

FlowBuilder::FlowBuilder(const Trace& trace, std::size_t sites) : trace_(trace) {
  draft_.store_sites.resize(sites);
  draft_.shuffled.resize(sites, false);
  reserve();
}

/// A large trace makes millions of nodes: growing would copy them over and over.
void FlowBuilder::reserve() {
  std::size_t nodes = 0, loads = 0;
  for (const Access& access : trace_.accesses) {
    (access.operation == Operation::load ? loads : nodes) +=
        static_cast<std::size_t>(access.active() * access.elements);
  }
  draft_.flow.nodes.reserve(nodes);
  draft_.store_site.reserve(nodes);
  draft_.flow.edges.reserve(loads);
  draft_.keys.reserve(loads);
}

void FlowBuilder::begin_node(const FlowNode& like, std::uint32_t site) {
  draft_.flow.nodes.push_back(like);
  last().first_edge = static_cast<std::uint32_t>(draft_.flow.edges.size());
  draft_.store_site.push_back(site);
}

void FlowBuilder::begin_computed(std::uint32_t before) {
  const bool known = before != FlowEdge::no_node && node(before).first_word != FlowNode::no_value;
  const std::uint32_t base = known ? node(before).first_word : 0;
  last().relative = !known || node(before).relative;
  last().first_word = static_cast<std::uint32_t>(trace_.words.size() + draft_.flow.computed.size());
  for (std::uint32_t k = 0; k < width(last()); ++k) {
    draft_.flow.computed.push_back(known ? word(base + k) : 0);
  }
}

void FlowBuilder::apply_to_value(Operation operation, std::uint32_t first_word) {
  const std::size_t at = last().first_word - trace_.words.size();
  apply_atomic(operation, trace_.arrays[last().array].type,
               reinterpret_cast<std::uint8_t*>(&draft_.flow.computed[at]),
               reinterpret_cast<const std::uint8_t*>(&trace_.words[first_word]));
}

bool FlowBuilder::has_value(const FlowNode& node, std::uint32_t first_word) const {
  for (std::uint32_t k = 0; k < width(node); ++k) {
    if (word(node.first_word + k) != word(first_word + k)) return false;
  }
  return true;
}

std::uint32_t FlowBuilder::word(std::uint32_t i) const {
  const std::size_t in_trace = trace_.words.size();
  return i < in_trace ? trace_.words[i] : draft_.flow.computed[i - in_trace];
}

}  // namespace warpscope
