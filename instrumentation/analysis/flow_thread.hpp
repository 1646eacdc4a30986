#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/flow_draft.hpp"

namespace warpscope {

/// Something a thread has read and not yet, or not finally, used.
struct Read {
  FlowEdge edge;
  std::uint32_t site = 0;
  std::uint32_t first_word = FlowNode::no_value;  ///< of what was read; no_value for a register
  bool keep = false;                              ///< beyond its step, until a store uses it
  bool used = false;
  bool is_register = false;
};

/// A thread's reads and its register at one point of the walk through the trace.
struct FlowThread {
  /// A store of this step, and how many reads the thread had done before it.
  struct Mark {
    std::uint32_t store_site = 0;
    std::uint32_t reads = 0;
  };
  std::uint32_t step = 0;
  std::vector<Read> reads;
  std::uint32_t first_read = 0;  ///< those before it reach later stores by way of an earlier one
  std::uint32_t held = 0;        ///< so many of them are of earlier steps
  std::uint32_t settled = 0;  ///< reads known to be kept, so that a long wait costs nothing a step
  std::vector<Mark> marks;
  std::uint32_t register_node = FlowEdge::no_node;  ///< made by its last shuffle

  void enter(std::uint32_t present_step) {
    if (step == present_step) return;
    step = present_step;
    reads.erase(reads.begin(), reads.begin() + first_read);
    settled -= std::min(settled, first_read);
    const auto gone = std::remove_if(reads.begin() + settled, reads.end(),
                                     [](const Read& read) { return read.used || !read.keep; });
    reads.erase(gone, reads.end());
    held = settled = static_cast<std::uint32_t>(reads.size());
    first_read = 0;
    marks.clear();
  }
  /// The first read that a store may use. The same line again, in a loop, does not use again what
  /// it used last time.
  [[nodiscard]] std::uint32_t first_read_for(std::uint32_t store_site) const {
    const auto again = std::find_if(marks.rbegin(), marks.rend(), [&](const Mark& mark) {
      return mark.store_site == store_site;
    });
    return again == marks.rend() ? first_read : std::max(first_read, again->reads);
  }
  /// Stores use only what follows the first `count` reads; a shuffle since has left fewer.
  void skip_to(std::uint32_t count) {
    const auto present = static_cast<std::uint32_t>(reads.size());
    first_read = std::max(first_read, std::min(count, present));
  }
  /// A store uses all reads from `first` on.
  void use(std::uint32_t first) {
    for (std::size_t r = first; r < reads.size(); ++r) reads[r].used = true;
    settled = std::min(settled, first);
  }
  /// A store uses one read, and leaves the others.
  void use_one(std::size_t read) {
    reads[read].used = true;
    settled = std::min(settled, static_cast<std::uint32_t>(read));
  }
  /// Which of the reads from `first` on a store takes, in order of time: the nearest of what it is
  /// known to take, those of this step before others.
  void find_taken(std::uint32_t first, const OperandRule& rule,
                  std::vector<std::size_t>& taken) const {
    const bool one = rule.kind == OperandRule::Kind::one;
    taken.clear();
    std::uint32_t back = 0;
    for (std::size_t r = reads.size(); r-- > first;) {
      if (!taken.empty() && (one || r + 1 == held)) break;
      if (!rule.takes_from(reads[r].site)) continue;
      if (!one || back++ == rule.one.back) taken.push_back(r);
    }
    std::reverse(taken.begin(), taken.end());
  }
  /// The keys of the reads from `first` on: counted backwards per site.
  void number_reads(std::uint32_t first, std::vector<LoadKey>& keys) const {
    std::vector<LoadKey> counts;
    keys.resize(reads.size() - first);
    for (std::size_t r = reads.size(); r-- > first;) {
      const std::uint32_t site = reads[r].site;
      auto count = std::find_if(counts.begin(), counts.end(),
                                [&](const LoadKey& key) { return key.site == site; });
      if (count == counts.end()) count = counts.insert(count, {site, 0});
      keys[r - first] = {site, count->back++};
    }
  }
  [[nodiscard]] bool has_loads() const {
    return std::any_of(reads.begin() + first_read, reads.end(),
                       [](const Read& read) { return !read.is_register; });
  }
  /// From now on the register holds what a shuffle gave.
  void replace_register(const Read& result) {
    register_node = result.edge.source;
    reads.assign(1, result);
    held = settled = 0;
    marks.clear();
    first_read = 0;
  }
};

}  // namespace warpscope
