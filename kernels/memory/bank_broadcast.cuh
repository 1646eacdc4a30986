#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array bank_broadcast_parameters{
    Parameter{"pattern", "one_word bytes_of_word two_words two_rows own_words",
              "what the lanes of a warp read together"}};

/// What a lane reads. The second row of `data` begins at element `second_row`, in the same banks.
struct OneWord {
  using Type = int;
  static constexpr int second_row = 64;
  static constexpr int at(int) { return 0; }
};
struct BytesOfWord {
  using Type = std::uint8_t;
  static constexpr int second_row = 64;
  static constexpr int at(int lane) { return lane % 4; }
};
struct TwoWords : OneWord {
  static constexpr int at(int lane) { return lane % 2; }
};
struct TwoRows : OneWord {
  static constexpr int at(int lane) { return lane % 2 * second_row; }
};
struct OwnWords : OneWord {
  static constexpr int at(int lane) { return lane; }
};

// Banks: several lanes want the same word.
//   Idea    A bank that has fetched a word hands it to every lane that wants it.
//   Cost    One pass for any number of lanes, while no bank must fetch two words.
//   Look    Banks. one_word: all lanes, one pass. bytes_of_word: the same. two_words: two
//           banks, one pass. two_rows: two words of one bank, two passes. own_words: a word
//           each.
//   Needs   Blocks of one warp.
//   Slide   The older slide's rule, one word for a whole half-warp, is that of 1.x: there
//           only one word per pass is handed round, so two_words takes two passes for each
//           half-warp.
//   Today   An H200 hands round any words, a word per bank and pass. Writing is different:
//           of several lanes that write one word one survives, and nothing says which.
struct BankBroadcast {
  static constexpr KernelInfo info{
      .id = "bank_broadcast",
      .lecture = "C, E",
      .title = "Banks, broadcast",
      .summary = "Lanes that read the same word share a pass; two words of one bank do not.",
      .min_block = 32,
      .max_block = 32,
      .default_block = 32,
      .default_size = 32,
      .max_emulated_size = 1 << 21,
      .parameters = bank_broadcast_parameters};

  template <class Block, class Pattern>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            Pattern pattern) const {
    using T = typename Pattern::Type;
    auto data = shared_array<"data", T>(block, pattern.second_row + block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    const int mine = in[i];
    data[tid] = static_cast<T>(mine);
    data[tid + pattern.second_row] = static_cast<T>(~mine);
    block.sync("write");

    const T read = data[pattern.at(tid)];
    block.step("read");

    out[i] = read;
    block.step("store");
  }
};

}  // namespace warpscope
