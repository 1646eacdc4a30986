#include <algorithm>
#include <array>
#include <vector>

#include "instrumentation/timing/device/chain.cuh"
#include "instrumentation/timing/device/device_event.cuh"
#include "instrumentation/timing/device/line_walk.cuh"
#include "instrumentation/timing/device/sections.cuh"

namespace warpscope {
namespace {

constexpr int lanes = 32, most_warps = 32;
constexpr int stamped_turns = 4;  ///< of a load and some arithmetic each
constexpr int stamp_count = 2 * stamped_turns + 1;

/// The clock after `word` is there: a warp issues in order, and the store waits for its operand.
__device__ long long stamp_after(unsigned word) {
  __shared__ unsigned kept[most_warps * lanes];
  asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(shared_address(kept + threadIdx.x)),
               "r"(word)
               : "memory");
  return clock64();
}

template <int Arithmetic>
__global__ void __launch_bounds__(most_warps* lanes)
    stamp_warps(const char* memory, unsigned lines, unsigned seed, Given given,
                long long (*stamps)[stamp_count], unsigned* sink) {
  const unsigned warp = threadIdx.x / lanes;
  const unsigned line = (lines / most_warps * warp + seed) & (lines - 1);
  unsigned offset = line * walk_line_bytes + threadIdx.x % lanes * 4;
  long long at[stamp_count];
  __syncthreads();
  at[0] = stamp_after(offset);
#pragma unroll
  for (int turn = 0; turn < stamped_turns; ++turn) {
    offset = walk_load(memory, offset);
    at[2 * turn + 1] = stamp_after(offset);
    offset = walk_compute<Arithmetic>(offset, given.one, given.zero);
    at[2 * turn + 2] = stamp_after(offset);
  }
  if (offset == given.never + 1) *sink = offset;  // no offset is odd
  if (threadIdx.x % lanes == 0) {
#pragma unroll
    for (int i = 0; i < stamp_count; ++i) stamps[warp][i] = at[i];
  }
}

using WarpStamps = std::array<long long, stamp_count>;
using StampKernel = void (*)(const char*, unsigned, unsigned, Given, long long (*)[stamp_count],
                             unsigned*);
struct StampRow {
  int arithmetic;
  StampKernel kernel;
};
constexpr StampRow stamp_rows[] = {{0, stamp_warps<0>},
                                   {4, stamp_warps<4>},
                                   {16, stamp_warps<16>},
                                   {64, stamp_warps<64>},
                                   {256, stamp_warps<256>}};

StampedBlock stamped_block(const std::vector<WarpStamps>& warps, int arithmetic) {
  StampedBlock block{.warps = static_cast<int>(warps.size()), .arithmetic = arithmetic};
  long long first = warps.front().front();
  for (const WarpStamps& warp : warps) first = std::min(first, warp.front());
  for (std::size_t w = 0; w < warps.size(); ++w) {
    for (std::size_t i = 0; i + 1 < stamp_count; ++i) {
      const bool load = i % 2 == 0;
      // Without arithmetic there is only the reading of the clock between two stamps.
      if (!load && arithmetic == 0) continue;
      block.stamps.push_back({.warp = static_cast<int>(w),
                              .what = load ? "load" : "arithmetic",
                              .begin = warps[w][i] - first,
                              .end = warps[w][i + 1] - first});
    }
  }
  return block;
}

class Stamping {
 public:
  StampedBlock measure(const StampRow& row, int count) {
    constexpr int warm_up = 2;  // these bring the code into the caches
    std::vector<WarpStamps> warps(static_cast<std::size_t>(count));
    for (int run = 0; run <= warm_up; ++run) {
      seed_ += 40'503;  // each launch begins elsewhere
      row.kernel<<<1, static_cast<unsigned>(count * lanes)>>>(
          walk_.memory(), walk_.lines(), seed_, Given{}, stamps_.as<long long[stamp_count]>(),
          sink_.as<unsigned>());
      check(cudaGetLastError(), "launching a block with stamps");
      check(cudaMemcpy(warps.data(), stamps_.as<void>(), warps.size() * sizeof(WarpStamps),
                       cudaMemcpyDeviceToHost),
            "reading the stamps");
    }
    return stamped_block(warps, row.arithmetic);
  }

 private:
  LineWalk walk_;
  CudaMemory stamps_{sizeof(WarpStamps) * most_warps};
  CudaMemory sink_{sizeof(unsigned)};
  unsigned seed_ = 0;
};

}  // namespace

void measure_stamps(DeviceRecord& record) {
  Stamping stamping;
  for (const StampRow& row : stamp_rows) {
    for (const int count : {4, 8, 16, 32}) record.stamps.push_back(stamping.measure(row, count));
  }
}

}  // namespace warpscope
