#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Bitonic merge of a tile, with the keys in registers.
//   Idea    A thread that holds 16 keys, equally far apart, compares them without asking anybody:
//           four half-cleaners. Then the tile is exchanged through shared memory, and every thread
//           holds keys that lie closer.
//   Cost    Three exchanges for a tile of 1024, where bitonic_shared takes ten steps in shared
//           memory.
//   Look    Banks: a word of padding in 32 leaves 2-way conflicts at most. Steps: only those that
//           exchange; the half-cleaners touch no memory.
//   Needs   A power of two of threads, 16 elements each, sorted down to halves of a tile.
struct BitonicMerge {
  static constexpr KernelInfo info{.id = "bitonic_merge",
                                   .source = "kernels/sort/bitonic_merge.cuh"};

  static constexpr int per_thread = 16;
  /// Elements of shared memory for each tile of so many.
  static constexpr int shared_count(int tile) { return 2 * padded(tile); }

  /// Ends the merge of sequences of `size`, more than a tile, of `whole` that are to be sorted.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> in_keys, Global<Block, int> in_values,
                            Global<Block, int> out_keys, Global<Block, int> out_values,
                            bool ascending, int size, int whole) const {
    const int tile = per_thread * block.size();
    auto keys = shared_array<"keys", int>(block, padded(tile));
    auto values = shared_array<"values", int>(block, padded(tile));
    const int tid = block.thread_rank();
    const int first = block.group_index() * tile;
    const bool up = ascending == (size == whole || (first & size) == 0);

    int key[per_thread], value[per_thread];
    WS_UNROLL
    for (int k = 0; k < per_thread; ++k) {
      key[k] = in_keys[first + place(tid, k, block.size())];
      value[k] = in_values[first + place(tid, k, block.size())];
    }
    block.step("load");

    half_clean(block, up, block.size(), tile / 2, key, value);
    for (int near = block.size(); near > 1;) {
      const int next = near > per_thread ? near / per_thread : 1;
      exchange(block, keys, values, near, next, key, value);
      half_clean(block, up, next, near / 2, key, value);
      near = next;
    }
    exchange(block, keys, values, 1, block.size(), key, value);

    WS_UNROLL
    for (int k = 0; k < per_thread; ++k) {
      out_keys[first + place(tid, k, block.size())] = key[k];
      out_values[first + place(tid, k, block.size())] = value[k];
    }
    block.step("store");
  }

 private:
  static constexpr int padded(int i) { return i + i / 32; }
  /// Of a thread's k-th element, where its elements lie `near` apart.
  static constexpr int place(int thread, int k, int near) {
    return thread / near * near * per_thread + thread % near + k * near;
  }

  /// The half-cleaners of a thread's own elements, from the widest stride that is left.
  template <class Block>
  WS_DEVICE static void half_clean(Block& block, bool up, int near, int widest,
                                   int (&key)[per_thread], int (&value)[per_thread]) {
    WS_UNROLL
    for (int stride = per_thread / 2; stride > 0; stride /= 2) {
      if (stride * near > widest) continue;
      WS_UNROLL
      for (int k = 0; k < per_thread; ++k) {
        if ((k & stride) != 0) continue;
        const int left = key[k], right = key[k + stride];
        const int left_value = value[k], right_value = value[k + stride];
        const bool exchanged = up ? right < left : left < right;
        key[k] = exchanged ? right : left;
        key[k + stride] = exchanged ? left : right;
        value[k] = exchanged ? right_value : left_value;
        value[k + stride] = exchanged ? left_value : right_value;
      }
      block.step("half clean", 2 * stride * near);
    }
  }

  /// Gives each thread elements that lie `to` apart. It writes only where it has read before, so
  /// that one barrier is enough.
  template <class Block, class Numbers>
  WS_DEVICE static void exchange(Block& block, Numbers keys, Numbers values, int from, int to,
                                 int (&key)[per_thread], int (&value)[per_thread]) {
    const int tid = block.thread_rank();
    WS_UNROLL
    for (int k = 0; k < per_thread; ++k) {
      keys[padded(place(tid, k, from))] = key[k];
      values[padded(place(tid, k, from))] = value[k];
    }
    block.sync("exchange", to);
    WS_UNROLL
    for (int k = 0; k < per_thread; ++k) {
      key[k] = keys[padded(place(tid, k, to))];
      value[k] = values[padded(place(tid, k, to))];
    }
  }
};

}  // namespace warpscope
