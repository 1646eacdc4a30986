#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/onesweep_tile.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

// Radix sort, eight bits a pass, each pass one sweep over the keys.
//   Idea    A block sorts a tile by one digit of eight bits, then writes it in 256 runs. A run goes
//           where its digit begins, behind what earlier tiles hold of it. No launch adds that up: a
//           tile says what it holds as soon as it has counted, and looks back at what the others
//           say, until one knows the sum so far. Within a warp eight ballots tell a lane which
//           lanes have its digit too, and so how many stand before it.
//   Cost    Four passes that read and write every key once, and one reading that counts first.
//   Look    Banks: counters and places are as random as the digits, about 3 passes an access; to
//           read the sorted tile takes one. Memory: since the runs lie side by side, the stores
//           touch few sectors. Step by step: count, place, sort tile, look back, store.
//   Needs   Any number of keys, room for whole tiles. Keys count as unsigned, so that negative ones
//           come last. Every pass is stable, though equal keys look the same in the end: what the
//           passes before have put in order must stay so.
//   Source  Adinets and Merrill, Onesweep: a faster least significant digit radix sort, 2022.
struct RadixOnesweep {
  static constexpr KernelInfo info{
      .id = "radix_onesweep",
      .task = "sort_keys",
      .title = "Radix, 8 bits a pass",
      .summary = "Four stable passes by 256 digits; tiles look back instead of waiting for sums.",
      .shape = Shape::any,
      .elements_per_thread = WatchedTile::per_thread,
      .min_block = WatchedTile::threads,
      .max_block = FullSpeedTile::threads,
      .block_growth = FullSpeedTile::threads / WatchedTile::threads,
      .default_block = WatchedTile::threads,
      .full_speed_block = FullSpeedTile::threads,
      .default_size = 600,
      .max_size = std::int64_t{1} << 28,
      .max_emulated_size = std::int64_t{1} << 16,
      .inputs = "wide random special ones ramp alternating reversed",
      .blocks_wait = true};

  static constexpr LaunchBounds launch_bounds{.threads = FullSpeedTile::threads, .blocks = 2};

  /// Bytes of shared memory that a block needs.
  template <class Tile>
  static constexpr std::size_t shared_bytes() {
    return (digits + digits / 32 + 1 + Tile::keys) * sizeof(int) +
           Tile::warps * digits * sizeof(std::uint16_t);
  }

  /// `found`: what the tiles know of each digit, a row for each tile, after a row of the starts;
  /// and so for each pass. `tickets`: how many tiles each pass has given out.
  template <class Block, class Tile>
  WS_DEVICE void operator()(Block& block, Global<Block, const unsigned> in,
                            Global<Block, unsigned> out, Global<Block, int> found,
                            Global<Block, int> tickets, int pass, Tile) const {
    auto sorted = shared_array<"sorted", unsigned>(block, Tile::keys);
    auto counters = shared_array<"counters", std::uint16_t>(block, Tile::warps * digits, digits);
    auto starts = shared_array<"starts", int>(block, digits);
    auto sums = shared_array<"sums", int>(block, digits / 32);
    auto ticket = shared_array<"ticket", int>(block, 1);
    const int tid = block.thread_rank();

    const int tile = draw_tile<Tile>(block, counters, ticket, tickets, pass);
    const int first_row = pass * (block.group_count() + 1);

    unsigned key[Tile::per_thread];
    int rank[Tile::per_thread];
    load<Tile>(block, in, tile, key);
    rank_in_warp<Tile>(block, counters, pass, key, rank);

    int count[digits_per_thread<Tile>] = {}, start[digits_per_thread<Tile>] = {};
    count_digits<Tile>(block, counters, sums, found, (first_row + tile + 1) * digits, count, start);
    place_digits<Tile>(block, counters, sums, start);

    // What the tiles before say is asked for now and needed when this one is sorted.
    int said[digits_per_thread<Tile>][Tile::look_back];
    WS_UNROLL
    for (int r = 0; r < digits_per_thread<Tile>; ++r) {
      const int digit = r * Tile::threads + tid;
      if (digit < digits) ask<Tile>(found, first_row, tile, digit, said[r]);
      reconverge(block);
    }
    sort_tile<Tile>(block, counters, sorted, pass, key, rank);

    WS_UNROLL
    for (int r = 0; r < digits_per_thread<Tile>; ++r) {
      const int digit = r * Tile::threads + tid;
      if (digit >= digits) break;
      const int before = look_back<Tile>(block, found, first_row, tile, digit, said[r]);
      found.store_relaxed((first_row + tile + 1) * digits + digit, count_so_far(before + count[r]));
      starts[digit] = before - start[r];
    }
    block.sync("look back");
    write_out<Tile>(block, sorted, starts, out, pass);
  }

 private:
  template <class Tile>
  static constexpr int digits_per_thread = (digits + Tile::threads - 1) / Tile::threads;

  /// The tile that this block works on; clears each warp's counters meanwhile. Blocks may start in
  /// any order. Who asks first gets the first tile: so those that it looks back at are under way.
  template <class Tile, class Block, class Counters, class Ticket>
  WS_DEVICE static int draw_tile(Block& block, Counters counters, Ticket ticket,
                                 Global<Block, int> tickets, int pass) {
    const int tid = block.thread_rank();
    if (tid == 0) {
      const int drawn = tickets.atomic_add(pass, 1);
      ticket[0] = drawn;
    }
    reconverge(block);
    WS_UNROLL
    for (int i = tid % 32; i < digits; i += 32) counters[tid / 32 * digits + i] = 0;
    block.sync("ticket");
    const int tile = ticket[0];
    return tile;
  }

  /// A warp has a run of the tile. Beyond the end stand the largest keys, after all others.
  template <class Tile, class Block, class In>
  WS_DEVICE static void load(Block& block, In in, int tile, unsigned (&key)[Tile::per_thread]) {
    const int lane = block.thread_rank() % 32;
    const int run = tile * Tile::keys + block.thread_rank() / 32 * 32 * Tile::per_thread;
    WS_UNROLL
    for (int k = 0; k < Tile::per_thread; ++k) {
      const int i = run + 32 * k + lane;
      key[k] = 0xffffffffU;
      if (i < in.count()) key[k] = in[i];
      reconverge(block);
    }
    block.step("load");
  }

  /// How many keys of its digit stand before each key in the warp's run, in `rank`; in the warp's
  /// counters all of them.
  template <class Tile, class Block, class Counters>
  WS_DEVICE static void rank_in_warp(Block& block, Counters counters, int pass,
                                     const unsigned (&key)[Tile::per_thread],
                                     int (&rank)[Tile::per_thread]) {
    const int own = block.thread_rank() / 32 * digits;
    const int lane = block.thread_rank() % 32;
    const unsigned above = ~(lanes_below(lane) | 1U << lane);
    WS_UNROLL
    for (int k = 0; k < Tile::per_thread; ++k) {
      const int digit = digit_of(key[k], pass);
      const unsigned same = lanes_with(block, digit);
      const int before = counters[own | digit];
      block.syncwarp();
      rank[k] = before + lanes_in(same & lanes_below(lane));
      const bool last = (same & above) == 0;
      if (last) counters[own | digit] = static_cast<std::uint16_t>(rank[k] + 1);
      block.syncwarp();
      block.step("rank", k);
    }
    block.sync("ranked");
  }

  /// The lanes of the warp that have this digit too: all that agree in every bit.
  template <class Block>
  WS_DEVICE static unsigned lanes_with(Block& block, int digit) {
    unsigned same = full_warp;
    WS_UNROLL
    for (int bit = 0; bit < digit_bits; ++bit) {
      const int one = digit & 1 << bit;
      const unsigned ones = block.ballot(one);
      same &= one != 0 ? ones : ~ones;
    }
    return same;
  }

  /// A thread per digit adds up the warps' counters and lets the other tiles know, in the row from
  /// `own_row` on. Then the digits are scanned: `start` is what comes before in the same 32 digits.
  template <class Tile, class Block, class Counters, class Sums>
  WS_DEVICE static void count_digits(Block& block, Counters counters, Sums sums,
                                     Global<Block, int> found, int own_row,
                                     int (&count)[digits_per_thread<Tile>],
                                     int (&start)[digits_per_thread<Tile>]) {
    WS_UNROLL
    for (int r = 0; r < digits_per_thread<Tile>; ++r) {
      const int digit = r * Tile::threads + block.thread_rank();
      if (digit >= digits) break;

      WS_UNROLL
      for (int w = 0; w < Tile::warps; ++w) {
        const int own = counters[w * digits + digit];
        count[r] += own;
      }
      found.store_relaxed(own_row + digit, own_count(count[r]));
      int up_to = count[r];
      WS_UNROLL
      for (int d = 1; d < 32; d *= 2) {
        const int left = block.shfl_up(up_to, d);
        if (digit % 32 >= d) up_to += left;
      }
      start[r] = up_to - count[r];
      if (digit % 32 == 31) sums[digit / 32] = up_to;
      reconverge(block);
    }
    block.sync("count");
  }

  /// Where in the sorted tile the keys of each digit and warp begin: into the counters.
  template <class Tile, class Block, class Counters, class Sums>
  WS_DEVICE static void place_digits(Block& block, Counters counters, Sums sums,
                                     int (&start)[digits_per_thread<Tile>]) {
    WS_UNROLL
    for (int r = 0; r < digits_per_thread<Tile>; ++r) {
      const int digit = r * Tile::threads + block.thread_rank();
      if (digit >= digits) break;
      for (int before = 0; before < digit / 32; ++before) {
        const int sum = sums[before];
        start[r] += sum;
      }
      int place = start[r];
      WS_UNROLL
      for (int w = 0; w < Tile::warps; ++w) {
        const int own = counters[w * digits + digit];
        counters[w * digits + digit] = static_cast<std::uint16_t>(place);
        place += own;
      }
    }
    block.sync("place");
  }

  template <class Tile, class Block, class Counters, class Sorted>
  WS_DEVICE static void sort_tile(Block& block, Counters counters, Sorted sorted, int pass,
                                  const unsigned (&key)[Tile::per_thread],
                                  int (&rank)[Tile::per_thread]) {
    const int own = block.thread_rank() / 32 * digits;
    WS_UNROLL
    for (int k = 0; k < Tile::per_thread; ++k) {
      const int first = counters[own | digit_of(key[k], pass)];
      rank[k] += first;
    }
    block.step("place keys");
    WS_UNROLL
    for (int k = 0; k < Tile::per_thread; ++k) sorted[rank[k]] = key[k];
    block.step("sort tile");
  }

  /// What the tiles up to row `at` say of a digit: row 0 holds the starts, row 1 belongs to tile 0.
  template <class Tile, class Block>
  WS_DEVICE static void ask(Global<Block, int> found, int first_row, int at, int digit,
                            int (&said)[Tile::look_back]) {
    WS_UNROLL
    for (int k = 0; k < Tile::look_back; ++k) {
      const int row = first_row + (at > k ? at - k : 0);
      said[k] = found.load_relaxed(row * digits + digit);
    }
  }

  /// Where the tile's keys of one digit go: the start of the digit, and what all tiles before hold
  /// of it. Those that know no more than their own count are added up one by one.
  template <class Tile, class Block>
  WS_DEVICE static int look_back(Block& block, Global<Block, int> found, int first_row, int tile,
                                 int digit, int (&said)[Tile::look_back]) {
    int before = 0;
    int at = tile;
    for (;;) {
      bool known = false, missing = false;
      WS_UNROLL
      for (int k = 0; k < Tile::look_back; ++k) {
        missing = missing || said[k] == 0;
        if (known || missing) continue;
        known = said[k] > 0;
        before += known ? said[k] - 1 : -1 - said[k];
        --at;
      }
      if (known) break;
      ask<Tile>(found, first_row, at, digit, said);
    }
    reconverge(block);
    return before;
  }

  /// From the sorted tile to where the keys belong: neighbours of one digit stay side by side.
  template <class Tile, class Block, class Sorted, class Starts>
  WS_DEVICE static void write_out(Block& block, Sorted sorted, Starts starts,
                                  Global<Block, unsigned> out, int pass) {
    const int tid = block.thread_rank();
    WS_UNROLL
    for (int k = 0; k < Tile::per_thread; ++k) {
      const int i = k * Tile::threads + tid;
      const unsigned next = sorted[i];
      const int to = starts[digit_of(next, pass)] + i;
      out[to] = next;
      block.step("store", k);
    }
  }
};

}  // namespace warpscope
