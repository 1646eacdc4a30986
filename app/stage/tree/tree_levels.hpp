#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/stage/tree/tree_layout.hpp"

namespace warpscope {

/// Which arrays are two halves that change roles: both are written, but never in one step, and the
/// first one again after the other. An array that is filled from left to right is none.
[[nodiscard]] std::vector<bool> double_buffers(const Trace& trace, const Dataflow& flow);

/// The depth of each node of a step below the step's other nodes: one more than those it was made
/// from and than the version of its cell that it replaces.
class StepLevels {
 public:
  StepLevels(const Dataflow& flow, std::span<const TreeTrack> tracks);
  /// For the nodes [begin, end), which are those of one step.
  void compute(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& levels);

 private:
  const Dataflow& flow_;
  std::span<const TreeTrack> tracks_;
  std::vector<std::vector<std::uint32_t>> last_;  // per array and cell: the last node + 1
};

}  // namespace warpscope
