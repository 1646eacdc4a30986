#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array latency_hiding_parameters{
    Parameter{"order", "dependent independent",
              "whether a load's address is what the load before has brought"},
    Parameter{.name = "arithmetic",
              .values = "3 1 7 15 31 63",
              .meaning = "multiply-adds for each load",
              .low = 1,
              .high = 1024,
              .why = "longer is only slower"},
    Parameter{.name = "rounds",
              .values = "1 2 4 8 16",
              .meaning = "of four loads each",
              .low = 1,
              .high = 64,
              .why = "longer is only slower"}};

/// How a thread finds the next element.
struct DependentLoads {
  static constexpr bool chases = true;
};
struct IndependentLoads {
  static constexpr bool chases = false;
};

/// Loads of a round.
inline constexpr int latency_hiding_loads = 4;

/// a * 3 + b; wraps around as the GPU's integers do.
constexpr int tripled_and_added(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) * 3U + static_cast<unsigned>(b));
}

/// The element that a thread loads after the one `at`, of `count` in a ring.
constexpr int jumped(int at, int jump, int count) {
  return at < count - jump ? at + jump : at + jump - count;
}

// Latency: loads, and the arithmetic that hides how long they take.
//   Idea    A load takes hundreds of cycles, an arithmetic instruction a few. While a warp
//           waits, the scheduler issues from others. The more arithmetic there is for each
//           load, the fewer warps are needed for that.
//   Cost    A round: 4 loads of 4 sectors each and 4 * arithmetic multiply-adds.
//   Look    Multiprocessor, Latency. dependent: data[at] says where to go on, so a warp waits
//           four times in a round. independent: the places are known, the four loads are under
//           way together, and the warp waits once. Both load from the same places.
//   Needs   Whole warps. A jump is a multiple of 32 elements: each load is coalesced, and in
//           large arrays none finds in a cache what another one has brought just before.
//   Slide   50 warps hide 200 cycles if a warp does nothing but load, and a warp instruction
//           takes 4 cycles; 13 warps if every fourth instruction loads: 200 / 16 = 12.5. That
//           holds if the arithmetic between need not wait for the load. If it must, as here in
//           the dependent order, a round trip takes 212 cycles, and 14 warps are needed.
//   Today   nvcc moves loads up itself if their addresses are known, and four schedulers ask for
//           more warps than one: on an H200 no number of resident warps hides load after load.
struct LatencyHiding {
  static constexpr KernelInfo info{
      .id = "latency_hiding",
      .lecture = "C",
      .title = "Latency",
      .summary = "Loads that need one another or not, with arithmetic between them.",
      .min_block = 32,
      .default_block = 128,
      .default_size = 128,
      .max_size = std::int64_t{1} << 28,
      .max_emulated_size = 1 << 16,
      .parameters = latency_hiding_parameters};

  template <class Block, class Order>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in,
                            Global<Block, const int> data, Global<Block, int> out, int rounds,
                            int arithmetic, int jump, Order order) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    const int count = block.group_count() * block.size();

    int sum = in[i];
    block.step("start");

    int at = i;
    for (int round = 0; round < rounds; ++round) {
      int loaded[latency_hiding_loads];
      WS_UNROLL
      for (int k = 0; k < latency_hiding_loads; ++k) {
        loaded[k] = data[at];
        if (order.chases) {
          at = loaded[k];
          for (int a = 0; a < arithmetic; ++a) sum = tripled_and_added(sum, loaded[k]);
        } else {
          at = jumped(at, jump, count);
        }
      }
      WS_UNROLL
      for (int k = 0; k < latency_hiding_loads && !order.chases; ++k) {
        for (int a = 0; a < arithmetic; ++a) sum = tripled_and_added(sum, loaded[k]);
      }
      block.step("round", round + 1);
    }

    out[i] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
