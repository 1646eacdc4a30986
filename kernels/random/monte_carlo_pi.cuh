#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/random_parameters.hpp"

namespace warpscope {

// The Monte Carlo method: how many random points of a square lie within the circle?  π = 4 hits / n.
//   Idea    A thread draws points from a sequence of its own and counts in a register. Shuffles add
//           up the warp's counts, one atomic adds them to the sum. Then a second launch divides.
//   Cost    n points for an error of about 1.64 / √n: a digit more costs a hundred times the points.
//   Look    Series: the error falls with the root of n, and not smoothly. Banks: nothing to see, the
//           points are never in memory.
//   Needs   Whole warps. Counts are whole numbers, so that their order does not matter: the result is
//           the same on every machine. The seed is the input's first number.
struct MonteCarloPi {
  static constexpr KernelInfo info{
      .id = "monte_carlo_pi",
      .lecture = "C",
      .title = "3 Monte Carlo: π",
      .summary =
          "Random points, those within a circle counted: the error falls with the root of n.",
      .elements_per_thread = 2,
      .min_block = 32,
      .max_block = 256,
      .default_size = 64,
      .max_size = std::int64_t{1} << 16,
      .max_emulated_size = 512,
      .parameters = monte_carlo_parameters,
      .type = "uint",
      .range = seeds};

  /// Points of a turn of a thread: four words are two of them.
  static constexpr int points = 2;

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint32_t> seed,
                            Global<Block, std::uint32_t> hits, int first_turn, int turns) const {
    const int thread = block.group_index() * block.size() + block.thread_rank();
    const std::uint32_t key = seed[0];

    int count = 0;
    for (int turn = 0; turn < turns; ++turn) {
      const Words4 words = philox_of_thread(key, static_cast<std::uint32_t>(thread),
                                            static_cast<std::uint32_t>(first_turn + turn));
      count += within(words.x, words.y) + within(words.z, words.w);
    }
    block.step("points", turns);

    for (int distance = 16; distance > 0; distance /= 2) {
      const int other = block.shfl_down(count, distance);
      count += other;
      block.step("shuffle", distance);
    }
    if (block.thread_rank() % 32 == 0) hits.atomic_add(0, static_cast<std::uint32_t>(count));
    reconverge(block);
    block.step("add");
  }

  /// 1 if the point lies within the circle around the corner.
  static constexpr int within(std::uint32_t a, std::uint32_t b) {
    const float x = uniform_of(a);
    const float y = uniform_of(b);
    const float y_squared = y * y;
    return multiply_add(x, x, y_squared) <= 1 ? 1 : 0;
  }
};

// The other launch of the Monte Carlo method: one thread estimates π of all points so far.
//   Needs   A block, whatever its size.
struct MonteCarloEstimate {
  static constexpr KernelInfo info{.id = "monte_carlo_estimate",
                                   .source = "kernels/random/monte_carlo_pi.cuh"};
  static constexpr float pi = 3.14159265358979F;

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint32_t> hits,
                            Global<Block, float> estimate, Global<Block, float> error, int launch,
                            float points) const {
    if (block.thread_rank() == 0) {
      const std::uint32_t count = hits[0];
      const float value = 4 * static_cast<float>(count) / points;
      estimate[launch] = value;
      error[launch] = value < pi ? pi - value : value - pi;
    }
    reconverge(block);
    block.step("estimate", launch);
  }
};

}  // namespace warpscope
