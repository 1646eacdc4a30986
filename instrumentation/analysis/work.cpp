#include "instrumentation/analysis/work.hpp"

#include <algorithm>

namespace warpscope {
namespace {

bool combines(const FlowNode& node) { return !node.copy && !node.origin && node.edge_count > 1; }

bool in_registers(const Access& access) {
  return exchanges(access.operation) || access.operation == Operation::atomic_add ||
         access.elements > 1;
}

}  // namespace

std::vector<std::uint64_t> work_of_steps(const Trace& trace, const Dataflow& flow) {
  const auto of_more = [](const FlowNode& node) { return combines(node) && node.edge_count > 2; };
  if (flow.cut_nodes > 0 || std::ranges::any_of(trace.accesses, in_registers) ||
      std::ranges::any_of(flow.nodes, of_more)) {
    return {};
  }
  std::vector<std::uint64_t> work;
  std::uint64_t done = 0;
  for (std::size_t step = 0; step + 1 < flow.first_node_of_step.size(); ++step) {
    const std::uint32_t end = flow.first_node_of_step[step + 1];
    for (auto node = flow.first_node_of_step[step]; node < end; ++node) {
      done += combines(flow.nodes[node]) ? 1 : 0;
    }
    work.push_back(done);
  }
  if (done == 0) work.clear();
  return work;
}

}  // namespace warpscope
