#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/random/distributions.hpp"
#include "kernels/random/random_parameters.hpp"
#include "kernels/random/xorwow.hpp"

namespace warpscope {

// Random numbers with a state per thread: XORWOW, as readings of sensors.
//   Idea    A thread loads its generator's state, draws from it in registers, and stores the state
//           back, so that the next launch goes on where this one ended.
//   Cost    A dozen operations a word; but 24 bytes of state in and 24 out, however few words are
//           drawn. Draw many for a state.
//   Look    Memory: states=arrays is a load of 32 neighbours for each word; states=structs strides
//           through memory, 24 sectors a load; cuRAND's, of 48 bytes, 32. Readings are coalesced.
//   Needs   States that begin far from one another: the host makes those of cuRAND's
//           curand_init(seed, thread, 0). The seed is the input's first number.
//   Source  G. Marsaglia, Xorshift RNGs, 2003.
struct RandomXorwow {
  static constexpr KernelInfo info{
      .id = "random_xorwow",
      .task = "sensors",
      .lecture = "C",
      .title = "2 XORWOW, readings of sensors",
      .summary = "A generator's state per thread, loaded and stored back.",
      .min_block = 32,
      .default_size = 64,
      .block_at_default_size = 32,
      .max_size = std::int64_t{1} << 20,
      .max_emulated_size = std::int64_t{1} << 14,
      .parameters = sensor_parameters,
      .type = "uint",
      .range = seeds};

  /// Word w of thread t's state stands at w * word_stride + t * thread_stride.
  template <class Block, class Distribution>
  WS_DEVICE void operator()(Block& block, Global<Block, std::uint32_t> state,
                            Global<Block, typename Distribution::Reading> reading, int word_stride,
                            int thread_stride, int readings, Distribution distribution) const {
    const int threads = block.group_count() * block.size();
    const int thread = block.group_index() * block.size() + block.thread_rank();
    const int at = thread * thread_stride;

    Xorwow own;
    own.x[0] = state[at];
    own.x[1] = state[at + word_stride];
    own.x[2] = state[at + 2 * word_stride];
    own.x[3] = state[at + 3 * word_stride];
    own.x[4] = state[at + 4 * word_stride];
    own.count = state[at + 5 * word_stride];
    block.step("load state");

    for (int k = 0; k < readings; ++k) {
      const auto drawn = distribution.next(own);
      reading[k * threads + thread] = drawn;
      block.step("read", k);
    }

    state[at] = own.x[0];
    state[at + word_stride] = own.x[1];
    state[at + 2 * word_stride] = own.x[2];
    state[at + 3 * word_stride] = own.x[3];
    state[at + 4 * word_stride] = own.x[4];
    state[at + 5 * word_stride] = own.count;
    block.step("store state");
  }
};

}  // namespace warpscope
