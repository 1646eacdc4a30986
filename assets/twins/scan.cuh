#pragma once

// Twins of kernels/scan that are not in twins.cuh.

#include "exact.cuh"

namespace twins {

__global__ void scan_reductions(const int* in, int* out) {
  int* rows = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int row = threadIdx.y;
  const int column = threadIdx.x;
  const int cell = row * n + column;
  const int first = blockIdx.x * n;
  if (column <= row) rows[cell] = in[first + column];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (column % (2 * s) == 0 && column + s <= row) rows[cell] += rows[cell + s];
    __syncthreads();
  }
  if (column == 0) out[first + row] = rows[cell];
}

__global__ void scan_merging(const int* in, int* out) {
  int* data = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  data[tid] = in[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (tid & s) data[tid] += data[(tid & -s) - 1];
    __syncthreads();
  }
  out[i] = data[tid];
}

__global__ void scan_segmented(const int* in, const int* heads, int* out) {
  const int n = blockDim.x;
  int* from = reinterpret_cast<int*>(memory);
  int* to = from + n;
  int* met = to + n;
  int* meets = met + n;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  from[tid] = in[i];
  met[tid] = heads[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    const int head = met[tid];
    const bool adds = tid >= s && head == 0;
    int known = head;
    if (adds) known = met[tid - s];
    meets[tid] = known;
    int value = from[tid];
    if (adds) value += from[tid - s];
    to[tid] = value;
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
    swap = met;
    met = meets;
    meets = swap;
  }
  out[i] = from[tid];
}

__global__ void compact_mark(const int* in, int n, int* keep, int below) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) keep[i] = in[i] < below;
}

__global__ void compact(const int* in, int n, const int* keep, const int* place, int* kept,
                        int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int flag = keep[i];
  const int to = place[i];
  if (flag != 0) kept[to] = in[i];
  if (i == n - 1) *count = to + flag;
}

constexpr int status_apart = 16;  // each on a line of the L2 cache
constexpr int said_nothing = 0, said_own_sum = 1, said_all_sums = 2;  // state of a tile

/// A tile's state and a sum, in one word so that they move together.
__device__ __forceinline__ unsigned long long status_of(int state, int sum) {
  return static_cast<unsigned long long>(sum) << 32 | static_cast<unsigned>(state);
}

/// The sum of all tiles before this one. A warp looks at 32 at a time, lane 0 at the nearest.
__device__ __forceinline__ int look_back(const volatile unsigned long long* status, int tile) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  unsigned complete = 0;
  for (int nearest = tile - 1; complete == 0; nearest -= 32) {
    const int at = nearest - lane;
    unsigned long long found = 0;
    unsigned needed, missing;
    do {
      if (at >= 0) found = status[at * status_apart];
      const int state = static_cast<int>(found);
      complete = __ballot_sync(0xffffffffU, state == said_all_sums);
      needed = complete ^ (complete - 1);  // up to the first complete one; else all
      missing = __ballot_sync(0xffffffffU, state == said_nothing) & needed;
    } while (missing != 0);
    int part = 0;
    if (needed >> lane & 1U) part = static_cast<int>(found >> 32);
#pragma unroll
    for (int d = 1; d < 32; d *= 2) part += __shfl_down_sync(0xffffffffU, part, d);
    sum += part;
  }
  return __shfl_sync(0xffffffffU, sum, 0);
}

/// A thread has Rows vectors. Tickets and statuses begin as 0.
template <int Rows>
__global__ void __launch_bounds__(512, 1)
    scan_lookback(const int4* in, int4* out, int count, int* tickets,
                  volatile unsigned long long* status) {
  const int warps = blockDim.x / 32;
  Exact<int>* sums = reinterpret_cast<int*>(memory);
  Exact<int>* ticket = sums + warps;
  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int lane = tid % 32;

  // Blocks may start in any order. Who asks first gets the first tile.
  if (tid == 0) *ticket = atomicAdd(tickets, 1);
  __syncthreads();
  const int tile = *ticket;
  const int first = (tile * warps + warp) * 32 * Rows + lane;
  const int held = count - first;  // the last tile may be partial
  int4 row[Rows];
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    row[r] = make_int4(0, 0, 0, 0);
    if (32 * r < held) row[r] = in[first + 32 * r];
  }

  // Of each four: first what is before them in the warp, then their sums from the left.
  int before = 0;
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const int one = row[r].x;
    const int two = one + row[r].y;
    const int three = two + row[r].z;
    int sum = three + row[r].w;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      const int left = __shfl_up_sync(0xffffffffU, sum, d);
      if (lane >= d) sum += left;
    }
    int left = __shfl_up_sync(0xffffffffU, sum, 1);
    if (lane == 0) left = 0;
    row[r] = make_int4(before + left, one, two, three);
    before += __shfl_sync(0xffffffffU, sum, 31);
  }
  if (lane == 0) sums[warp] = before;
  __syncthreads();

  if (warp == 0) {
    int sum = 0;
    if (lane < warps) sum = sums[lane];
    for (int d = 1; d < warps; d *= 2) {
      const int left = __shfl_up_sync(0xffffffffU, sum, d);
      if (lane >= d) sum += left;
    }
    const int total = __shfl_sync(0xffffffffU, sum, warps - 1);
    int left = __shfl_up_sync(0xffffffffU, sum, 1);
    if (lane == 0) left = 0;
    int all_before = 0;
    if (tile > 0) {
      if (lane == 0) status[tile * status_apart] = status_of(said_own_sum, total);
      all_before = look_back(status, tile);
    }
    if (lane == 0) status[tile * status_apart] = status_of(said_all_sums, all_before + total);
    if (lane < warps) sums[lane] = all_before + left;
  }
  __syncthreads();

  const int start = sums[warp];
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const int x = start + row[r].x;
    if (32 * r < held) {
      out[first + 32 * r] = make_int4(x, x + row[r].y, x + row[r].z, x + row[r].w);
    }
  }
}

}  // namespace twins
