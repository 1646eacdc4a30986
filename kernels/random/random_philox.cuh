#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/random/distributions.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/random_parameters.hpp"

namespace warpscope {

// Random numbers without a state: Philox4x32-10.
//   Idea    A block cipher's rounds turn a counter into four words that look drawn. Every thread puts
//           its own number into the counter, and so has a sequence of its own: nothing is kept,
//           nothing is shared, and the same numbers come again wherever they are wanted.
//   Cost    20 multiplications for four numbers, all in registers. Memory sees the results alone.
//           Normal numbers are two logarithms, roots, sines and cosines more.
//   Look    Memory: four stores, each of 32 neighbours. Nothing is loaded but the seed, one word for
//           all lanes.
//   Needs   Four numbers a thread. Equal to cuRAND's curand_init(seed, thread, 0) and four times
//           curand_uniform(); distribution=normal is curand_normal4(), but for the last places. The
//           seed is the input's first number.
//   Source  J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011.
struct RandomPhilox {
  static constexpr KernelInfo info{
      .id = "random_philox",
      .task = "philox",
      .lecture = "C",
      .title = "1 Philox, no state",
      .summary = "Random numbers of a counter: each thread has its own.",
      .elements_per_thread = 4,
      .min_block = 32,
      .default_size = 128,
      .max_emulated_size = std::int64_t{1} << 18,
      .parameters = philox_parameters,
      .type = "uint",
      .range = seeds};

  template <class Block, class Distribution>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint32_t> seed,
                            Global<Block, float> out, Distribution distribution) const {
    const int threads = block.size();
    const int thread = block.group_index() * threads + block.thread_rank();
    const std::uint32_t key = seed[0];
    block.step("seed");

    const Words4 words = philox_of_thread(key, static_cast<std::uint32_t>(thread), 0);
    const int first = 4 * block.group_index() * threads + block.thread_rank();
    const Vec4<float> numbers = distribution(words);
    out[first] = numbers.x;
    out[first + threads] = numbers.y;
    out[first + 2 * threads] = numbers.z;
    out[first + 3 * threads] = numbers.w;
    block.step("store");
  }
};

}  // namespace warpscope
