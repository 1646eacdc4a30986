#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A load in the source: where the text stands and which array it reads.
struct LoadSite {
  std::uint32_t source = 0;  ///< into Trace::sources
  std::uint32_t line = 0;
  std::uint16_t array = 0;
  friend auto operator<=>(const LoadSite&, const LoadSite&) = default;
};

/// One load as a store sees it: `back` loads of the same site lie between the two.
struct LoadKey {
  LoadSite site;
  std::uint32_t back = 0;
  friend auto operator<=>(const LoadKey&, const LoadKey&) = default;
};

/// What all stores of one line to one array have in common. A store that more loads reach than
/// most_matches combines them: nobody would write a copy so.
struct StoreSite {
  static constexpr std::size_t most_matches = 64;
  struct Match {
    LoadKey key;
    bool own_cell = false;  ///< once read the cell that was then stored to
  };
  std::vector<LoadSite> loads;  ///< that may feed it, each once
  bool seen = false;
  std::vector<Match> matches;  ///< loads that had the stored value every time, in order of time
  bool copies_alone = true;    ///< whenever there was one load only, the store had its value

  void add_load(const LoadSite& site);
  /// The loads that had the stored value this time: all candidates the first time, later those
  /// that still are.
  void keep_matches(const std::vector<Match>& present);
};

/// The flow before it is known which stores copy: every node with all loads that may feed it.
struct FlowDraft {
  static constexpr std::uint32_t no_site = 0xffffffffU;
  Dataflow flow;                          ///< without edge_count: a node's edges end at the next's
  std::vector<LoadKey> keys;              ///< of each edge
  std::vector<std::uint32_t> store_site;  ///< of each node; no_site unless a store
                                          ///< (atomics have sites too, but never copy)
  std::vector<StoreSite> store_sites;
  std::vector<LoadSite> shuffled;  ///< loads that shuffles use, each once
};
[[nodiscard]] FlowDraft draft_flow(const Trace& trace);

}  // namespace warpscope
