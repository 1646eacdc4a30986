#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/flow_sites.hpp"
#include "instrumentation/analysis/operand_rules.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The flow before everything is dropped that a store does not take: every node with all loads that
/// may feed it.
struct FlowDraft {
  static constexpr std::uint32_t no_site = 0xffffffffU;
  Dataflow flow;                          ///< without edge_count: a node's edges end at the next's
  std::vector<LoadKey> keys;              ///< of each edge
  std::vector<std::uint32_t> store_site;  ///< of each node; no_site unless a store
                                          ///< (atomics have sites too, but never copy)
  std::vector<StoreSite> store_sites;     ///< by site
  std::vector<bool> shuffled;             ///< per site: a shuffle uses what was loaded there
};
/// `rules`, by site, say what stores are known to take: nothing else feeds them, and what they
/// leave in a register waits for others. None if that is still to be learned: every store takes all
/// that it may.
[[nodiscard]] FlowDraft draft_flow(const Trace& trace, const FlowSites& sites,
                                   std::span<const OperandRule> rules = {});

}  // namespace warpscope
