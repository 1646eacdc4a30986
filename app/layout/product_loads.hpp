#pragma once

#include <cstdint>
#include <vector>

#include "app/layout/grid_matrices.hpp"

namespace warpscope {

/// The loads that a product's results are made from, thread by thread. Sums are held in registers
/// over many steps, tile after tile, so that no one step tells of all of them: whatever a thread
/// loads from both factors goes into the result that it stores next.
class ProductLoads {
 public:
  ProductLoads() = default;
  /// Nothing where the launch has no product.
  ProductLoads(const Trace& trace, const Dataflow& flow, const Launch& launch,
               const GridLaunch& matrices);

  /// Whether an access loads from one of the factors.
  [[nodiscard]] bool loads(const Access& access) const {
    return access.operation == Operation::load && (access.array == left_ || access.array == above_);
  }
  /// The node of the result that a lane's load at an access goes into; FlowEdge::no_node where it
  /// stores none after it.
  [[nodiscard]] std::uint32_t result(int warp, int lane, std::uint32_t access) const;
  /// Loads for a result, and those of them among the trace's first `count` accesses. 0 of 0 for
  /// other nodes.
  struct Progress {
    std::size_t loaded = 0, all = 0;
  };
  [[nodiscard]] Progress progress(const Trace& trace, const Dataflow& flow, std::uint32_t node,
                                  std::uint32_t count) const;

 private:
  struct Thread {
    std::vector<std::uint32_t> loads;    // accesses, rising
    std::vector<std::uint32_t> results;  // nodes, rising
    std::vector<std::uint32_t> stored;   // their accesses
  };
  Thread& thread(int warp, int lane);

  int left_ = -1, above_ = -1, result_ = -1;
  std::vector<Thread> threads_;
};

}  // namespace warpscope
