#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan of large arrays in one pass, with decoupled look-back. Exclusive.
//   Idea    Every block scans a tile and tells its sum in the tile's status. Then it looks back: it
//           adds the sums of the tiles before it, until it meets one that already knows the sum of
//           all up to itself. So nobody waits for the last block, and nothing is read twice.
//   Cost    Reads and writes every element once: bound by the bandwidth of global memory. A status
//           per tile, and one atomic.
//   Look    Global memory, for a block in the middle: the load of 32 statuses, and the one store
//           of the own. Recorded blocks run one after another, so the tile before has always told
//           all; at full speed most have told only their own sum by then.
//   Needs   A power of two of threads, 32 to 512; whole tiles of 32 elements per thread. At full
//           speed there are 96 of them, and the last tile may be partial. Tiles are handed out by
//           a ticket, in the order in which blocks start: so each waits only for such as run
//           already. State and sum of a status move in one access.
//   Source  Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, 2016.
struct ScanLookback {
  /// Of each thread: so many 16-byte loads are under way at once. Known to the compiler, so that
  /// what they bring stays in registers.
  template <int Rows>
  struct Tile {
    static constexpr int rows = Rows;
  };
  /// One for watching, and one for an H200, which blocks of full_speed_block have: tried there, see
  /// docs/performance.md.
  using Watched = Tile<8>;
  using FullSpeed = Tile<24>;

  /// Statuses lie a line of the L2 cache apart: many blocks ask for the newest ones again and again,
  /// and whoever wants to write the one beside them would wait.
  static constexpr int apart = 16;
  static constexpr KernelInfo info{
      .id = "scan_lookback",
      .task = "scan",
      .title = "Single pass, look-back",
      .summary = "Exclusive scan that reads once and writes once: blocks look back at one another.",
      .elements_per_thread = 4 * Watched::rows,
      .min_block = 32,
      .max_block = 512,
      .default_block = 64,
      .full_speed_block = 256,
      .default_size = 8192,
      .max_emulated_size = std::int64_t{1} << 21,
      .parameters = scan_parameters,
      .blocks_wait = true};

  static constexpr LaunchBounds launch_bounds{.threads = 512, .blocks = 1};

  // x of a tile's status; y is a sum. Both are elements, so that they move together.
  static constexpr int unknown = 0;   ///< what clearing leaves
  static constexpr int own_sum = 1;   ///< the sum of this tile
  static constexpr int all_sums = 2;  ///< the sum of this tile and all before it
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block / 32 + 1; }

  template <class Block, class T, class Op, int rows>
  WS_DEVICE void operator()(Block& block, Global<Block, const Vec4<T>> in,
                            Global<Block, Vec4<T>> out, Global<Block, int> tickets,
                            Global<Block, Vec2<T>> status, Op op, Tile<rows>) const {
    const int warps = block.size() / 32;
    auto sums = shared_array<"sums", T>(block, warps);
    auto ticket = shared_array<"ticket", int>(block, 1);
    const int tid = block.thread_rank();
    const int warp = tid / 32;
    const int lane = tid % 32;

    if (tid == 0) ticket[0] = tickets.atomic_add(0, 1);
    block.sync("ticket");
    const int tile = ticket[0];
    const int first = (tile * warps + warp) * 32 * rows + lane;
    const int held = in.count() - first;  // the last tile may be partial

    Vec4<T> row[rows];
    WS_UNROLL
    for (int r = 0; r < rows; ++r) {
      row[r] = {Op::identity(), Op::identity(), Op::identity(), Op::identity()};
      if (32 * r < held) row[r] = in[first + 32 * r];
    }
    reconverge(block);
    block.step("load");

    // Of each four: first what is before them in the warp, then their sums from the left.
    T before = Op::identity();
    WS_UNROLL
    for (int r = 0; r < rows; ++r) {
      Vec4<T>& v = row[r];
      const T two = op(v.x, v.y);
      const T three = op(two, v.z);
      T sum = op(three, v.w);
      WS_UNROLL
      for (int d = 1; d < 32; d *= 2) {
        const T left = block.shfl_up(sum, d);
        if (lane >= d) sum = op(left, sum);
      }
      T left = block.shfl_up(sum, 1);
      if (lane == 0) left = Op::identity();
      v = {op(before, left), v.x, two, three};
      before = op(before, block.shfl(sum, 31));
      block.step("scan row", r);
    }
    if (lane == 0) sums[warp] = before;
    block.sync("sums");

    if (warp == 0) {
      T sum = Op::identity();
      if (lane < warps) sum = sums[lane];
      for (int d = 1; d < warps; d *= 2) {
        const T left = block.shfl_up(sum, d);
        if (lane >= d) sum = op(left, sum);
      }
      const T total = block.shfl(sum, warps - 1);
      T left = block.shfl_up(sum, 1);
      if (lane == 0) left = Op::identity();
      block.step("scan sums");

      T all_before = Op::identity();
      if (tile > 0) {
        if (lane == 0) status.store_relaxed(tile * apart, {T{own_sum}, total});
        reconverge(block);
        all_before = look_back(block, status, tile, lane, op);
      }
      if (lane == 0) status.store_relaxed(tile * apart, {T{all_sums}, op(all_before, total)});
      reconverge(block);
      if (lane < warps) sums[lane] = op(all_before, left);
    }
    block.sync("join");

    const T start = sums[warp];
    WS_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Vec4<T> v = row[r];
      const T x = op(start, v.x);
      if (32 * r < held) out[first + 32 * r] = {x, op(x, v.y), op(x, v.z), op(x, v.w)};
    }
    reconverge(block);
    block.step("store");
  }

 private:
  /// The sum of all tiles before this one. A warp looks at 32 at a time, lane 0 at the nearest.
  template <class Block, class T, class Op>
  WS_DEVICE static T look_back(Block& block, Global<Block, Vec2<T>> status, int tile, int lane,
                               Op op) {
    T sum = Op::identity();
    unsigned complete = 0;
    for (int nearest = tile - 1; complete == 0; nearest -= 32) {
      const int at = nearest - lane;
      Vec2<T> found{};
      unsigned needed, missing;
      do {
        if (at >= 0) found = status.load_relaxed(at * apart);
        complete = block.ballot(found.x == T{all_sums});
        needed = complete ^ (complete - 1);  // up to the first complete one; else all
        missing = block.ballot(found.x == T{unknown}) & needed;
      } while (missing != 0);

      T part = Op::identity();
      if ((needed >> lane & 1U) != 0) part = found.y;
      WS_UNROLL
      for (int d = 1; d < 32; d *= 2) part = op(block.shfl_down(part, d), part);
      sum = op(part, sum);
      block.step("look back", nearest);
    }
    return block.shfl(sum, 0);
  }
};

}  // namespace warpscope
