#pragma once

// Twins of kernels/solver.

#include "exact.cuh"

namespace twins {

__global__ void cyclic_reduction(const Exact<float>* lower, const Exact<float>* diagonal,
                                 const Exact<float>* upper, const Exact<float>* right_side,
                                 Exact<float>* solution) {
  const int threads = blockDim.x;
  const int n = 2 * threads;
  Exact<float>* a = reinterpret_cast<float*>(memory);
  Exact<float>* b = a + n + 2;
  Exact<float>* c = b + n + 2;
  Exact<float>* f = c + n + 2;
  Exact<float>* x = f + n + 2;
  const int tid = threadIdx.x;
  const int before = blockIdx.x * n - 1;  // rows count from 1
  for (int i = tid + 1; i <= n; i += threads) {
    a[i] = lower[before + i];
    b[i] = diagonal[before + i];
    c[i] = upper[before + i];
    f[i] = right_side[before + i];
  }
  if (tid == 0) {  // beyond the ends stands the equation x = 0
    a[0] = 0;
    b[0] = 1;
    c[0] = 0;
    f[0] = 0;
    x[n + 1] = 0;
  }
  __syncthreads();
  for (int d = 1; d < n / 2; d *= 2) {
    const int i = 2 * d * tid + 1;
    if (i <= n) {
      const int left = i > d ? i - d : 0;
      const int right = i + d;
      const float a_i = a[i], b_i = b[i], c_i = c[i], f_i = f[i];
      const float a_left = a[left], b_left = b[left], c_left = c[left], f_left = f[left];
      const float a_right = a[right], b_right = b[right], c_right = c[right], f_right = f[right];
      const float k = -a_i / b_left;
      const float m = -c_i / b_right;
      a[i] = k * a_left;
      b[i] = fmaf(m, a_right, fmaf(k, c_left, b_i));
      c[i] = m * c_right;
      f[i] = fmaf(m, f_right, fmaf(k, f_left, f_i));
    }
    __syncthreads();
  }
  if (tid == 0) {
    const int h = n / 2 + 1;
    const float b_1 = b[1], c_1 = c[1], f_1 = f[1];
    const float a_h = a[h], b_h = b[h], f_h = f[h];
    const float k = -c_1 / b_h;
    const float x_1 = fmaf(k, f_h, f_1) / fmaf(k, a_h, b_1);
    x[1] = x_1;
    x[h] = fmaf(-a_h, x_1, f_h) / b_h;
  }
  __syncthreads();
  for (int d = n / 4; d > 0; d /= 2) {
    const int i = d * (2 * tid + 1) + 1;
    if (i <= n) {
      const float a_i = a[i], b_i = b[i], c_i = c[i], f_i = f[i];
      const float x_left = x[i - d];
      const float x_right = x[i + d];
      x[i] = fmaf(-c_i, x_right, fmaf(-a_i, x_left, f_i)) / b_i;
    }
    __syncthreads();
  }
  for (int i = tid + 1; i <= n; i += threads) solution[before + i] = x[i];
}

__global__ void parallel_cyclic_reduction(const Exact<float>* lower, const Exact<float>* diagonal,
                                          const Exact<float>* upper, const Exact<float>* right_side,
                                          Exact<float>* solution) {
  const int n = blockDim.x;
  const int copy = n + 2;
  Exact<float>* a = reinterpret_cast<float*>(memory);
  Exact<float>* b = a + 2 * copy;
  Exact<float>* c = b + 2 * copy;
  Exact<float>* f = c + 2 * copy;
  const int tid = threadIdx.x;
  const int row = blockIdx.x * n + tid;
  const int i = tid + 1;  // rows count from 1
  a[i] = lower[row];
  b[i] = diagonal[row];
  c[i] = upper[row];
  f[i] = right_side[row];
  if (tid < 4) {  // beyond the ends, in both copies, stands the equation x = 0
    const int end = tid / 2 * copy + tid % 2 * (n + 1);
    a[end] = 0;
    b[end] = 1;
    c[end] = 0;
    f[end] = 0;
  }
  __syncthreads();
  int from = 0;
  int to = copy;
  for (int d = 1; d < n; d *= 2) {
    const int self = from + i;
    const int left = i > d ? self - d : from;
    const int right = i + d <= n ? self + d : from + n + 1;
    const float a_i = a[self], b_i = b[self], c_i = c[self], f_i = f[self];
    const float a_left = a[left], b_left = b[left], c_left = c[left], f_left = f[left];
    const float a_right = a[right], b_right = b[right], c_right = c[right], f_right = f[right];
    const float k = -a_i / b_left;
    const float m = -c_i / b_right;
    a[to + i] = k * a_left;
    b[to + i] = fmaf(m, a_right, fmaf(k, c_left, b_i));
    c[to + i] = m * c_right;
    f[to + i] = fmaf(m, f_right, fmaf(k, f_left, f_i));
    __syncthreads();
    const int swap = from;
    from = to;
    to = swap;
  }
  const float b_i = b[from + i];
  const float f_i = f[from + i];
  solution[row] = f_i / b_i;
}

__global__ void jacobi(const Exact<float>* b, const Exact<float>* g, const Exact<float>* x0,
                       Exact<float>* x1, Exact<float>* r, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (row < n) {
    for (int j = 0; j < n; ++j) {
      const float entry = b[row * n + j];
      const float unknown = x0[j];
      sum = fmaf(entry, unknown, sum);
    }
  }
  if (row < n) {
    const float next = sum + g[row];
    r[row] = next - x0[row];
    x1[row] = next;
  }
}

__global__ void residual_norm(const Exact<float>* r, Exact<float>* residual, int count,
                              int iteration) {
  Exact<float>* largest = reinterpret_cast<float*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  float own = 0;
  for (int i = tid; i < count; i += n) {
    const float entry = r[i];
    own = fmaxf(own, fabsf(entry));
  }
  largest[tid] = own;
  __syncthreads();
  for (int s = n / 2; s > 0; s /= 2) {
    if (tid < s) {
      const float mine = largest[tid];
      const float other = largest[tid + s];
      largest[tid] = fmaxf(mine, other);
    }
    __syncthreads();
  }
  if (tid == 0) residual[iteration] = largest[0];
}

__global__ void thomas(const float* lower, const float* diagonal, const float* upper,
                       const float* right_side, float* reduced_upper, float* solution,
                       int next_system, int next_equation) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * next_system;
  float c = 0, f = 0;
  for (int i = 0; i < 16; ++i) {
    const int at = first + i * next_equation;
    const float a = lower[at];
    const float divisor = fmaf(-a, c, diagonal[at]);
    const float next_c = upper[at];
    f = fmaf(-a, f, right_side[at]) / divisor;
    c = next_c / divisor;
    reduced_upper[at] = c;
    solution[at] = f;
  }
  float x = f;
  for (int i = 14; i >= 0; --i) {
    const int at = first + i * next_equation;
    x = fmaf(-reduced_upper[at], x, solution[at]);
    solution[at] = x;
  }
}

__global__ void simple_iteration(const float* a, const float* f, float alpha, const float* x0,
                                 float* x1, float* r, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum = fmaf(a[row * n + j], x0[j], sum);
  const float difference = sum - f[row];
  const float unknown = x0[row];
  r[row] = difference;
  x1[row] = fmaf(alpha, difference, unknown);
}

__global__ void power_method(const float* a, const float* v, int n, const int* done, float* w) {
  if (*done != 0) return;
  const int lane = threadIdx.x % 32;
  const int warps = gridDim.x * blockDim.x / 32;
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < n; row += warps) {
    float sum = 0;
    for (int j = lane; j < n; j += 32) sum = fmaf(a[row * n + j], v[j], sum);
    for (int distance = 16; distance > 0; distance /= 2) {
      sum += __shfl_down_sync(0xffffffffU, sum, distance);
    }
    if (lane == 0) w[row] = sum;
  }
}

__device__ __forceinline__ float larger_or_nan(float a, float b) {
  return a >= b || isnan(a) ? a : b;
}

__global__ void power_scale(const float* w, int n, float* v, float* lambda, float* moved, int* done,
                            int iteration) {
  if (*done != 0) return;
  const int threads = blockDim.x;
  float* vw = reinterpret_cast<float*>(memory);
  float* vv = vw + threads;
  float* largest = vv + threads;
  const int tid = threadIdx.x;
  float products = 0, squares = 0, own = 0;
  for (int i = tid; i < n; i += threads) {
    const float after = w[i], before = v[i];
    products = fmaf(before, after, products);
    squares = fmaf(before, before, squares);
    own = larger_or_nan(own, fabsf(after));
  }
  vw[tid] = products;
  vv[tid] = squares;
  largest[tid] = own;
  __syncthreads();
  for (int s = threads / 2; s > 0; s /= 2) {
    if (tid < s) {
      vw[tid] += vw[tid + s];
      vv[tid] += vv[tid + s];
      largest[tid] = larger_or_nan(largest[tid], largest[tid + s]);
    }
    __syncthreads();
  }
  const float scale = largest[0];
  __syncthreads();
  float change = 0;
  for (int i = tid; i < n; i += threads) {
    const float after = w[i];
    const float next = scale > 0 ? after / scale : after;
    change = larger_or_nan(change, fabsf(next - v[i]));
    v[i] = next;
  }
  largest[tid] = change;
  __syncthreads();
  for (int s = threads / 2; s > 0; s /= 2) {
    if (tid < s) largest[tid] = larger_or_nan(largest[tid], largest[tid + s]);
    __syncthreads();
  }
  if (tid == 0) {
    moved[iteration] = largest[0];
    lambda[iteration] = vw[0] / vv[0];
    if (largest[0] <= 1.0F / 4096) *done = iteration + 1;
  }
}

constexpr int lane_equations = 16, lane_vectors = lane_equations / 4;

/// Where vector k of a lane lies in shared memory: stores and loads are both free of conflicts.
__device__ __forceinline__ int place_of(int lane, int k) {
  return lane * lane_vectors + (k ^ (lane / 2 % lane_vectors));
}

__device__ __forceinline__ void fetch(const float4* from, float4 (&to)[lane_vectors]) {
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) to[k] = from[32 * k];
}

/// From vectors that lie side by side for the lanes of a warp to 16 neighbours for each lane.
__device__ __forceinline__ void to_neighbours(float4* exchange, const float4 (&from)[lane_vectors],
                                              float (&to)[lane_equations]) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) {
    const int vector = 32 * k + lane;
    exchange[place_of(vector / lane_vectors, vector % lane_vectors)] = from[k];
  }
  __syncwarp();
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) {
    const float4 v = exchange[place_of(lane, k)];
    to[4 * k] = v.x;
    to[4 * k + 1] = v.y;
    to[4 * k + 2] = v.z;
    to[4 * k + 3] = v.w;
  }
  __syncwarp();
}

/// And back.
__device__ __forceinline__ void from_neighbours(float4* exchange,
                                                const float (&from)[lane_equations],
                                                float4 (&to)[lane_vectors]) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) {
    exchange[place_of(lane, k)] =
        make_float4(from[4 * k], from[4 * k + 1], from[4 * k + 2], from[4 * k + 3]);
  }
  __syncwarp();
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) {
    const int vector = 32 * k + lane;
    to[k] = exchange[place_of(vector / lane_vectors, vector % lane_vectors)];
  }
}

__global__ void pcr_hybrid(const float4* lower, const float4* diagonal, const float4* upper,
                           const float4* right_side, float4* solution) {
  constexpr unsigned all_lanes = 0xffffffffU;
  constexpr int last = lane_equations - 1;
  const int tid = threadIdx.x;
  const int lane = tid % 32;
  const int warp = (blockIdx.x * blockDim.x + tid) / 32;
  const int first = warp * 32 * lane_vectors + lane;
  float4* exchange = reinterpret_cast<float4*>(memory) + (tid - lane) * lane_vectors;
  float4 fetched_a[lane_vectors], fetched_b[lane_vectors];
  float4 fetched_c[lane_vectors], fetched_f[lane_vectors];
  fetch(lower + first, fetched_a);
  fetch(diagonal + first, fetched_b);
  fetch(upper + first, fetched_c);
  fetch(right_side + first, fetched_f);
  float a[lane_equations], b[lane_equations], c[lane_equations], f[lane_equations];
  to_neighbours(exchange, fetched_a, a);
  to_neighbours(exchange, fetched_b, b);
  to_neighbours(exchange, fetched_c, c);
  to_neighbours(exchange, fetched_f, f);

  // From above: row i becomes  a x(first) + x(i) + c x(i+1) = f.
  float inverse = 1 / b[1];
  a[1] = a[1] * inverse;
  c[1] = c[1] * inverse;
  f[1] = f[1] * inverse;
#pragma unroll
  for (int i = 2; i < lane_equations; ++i) {
    inverse = 1 / fmaf(-a[i], c[i - 1], b[i]);
    f[i] = fmaf(-a[i], f[i - 1], f[i]) * inverse;
    a[i] = -a[i] * a[i - 1] * inverse;
    c[i] = c[i] * inverse;
  }
  // From below: rows 1 to 14 become  a x(first) + x(i) + c x(last) = f.
#pragma unroll
  for (int i = last - 2; i > 0; --i) {
    f[i] = fmaf(-c[i], f[i + 1], f[i]);
    a[i] = fmaf(-c[i], a[i + 1], a[i]);
    c[i] = -c[i] * c[i + 1];
  }
  // Row 0:  x(first) = f0 - a0 x(last of the lane before) - c0 x(last).
  inverse = 1 / fmaf(-c[0], a[1], b[0]);
  const float f0 = fmaf(-c[0], f[1], f[0]) * inverse;
  const float a0 = a[0] * inverse;
  const float c0 = -c[0] * c[1] * inverse;

  // Row 15 without first unknowns:  left x(lane-1) + x(lane) + right x(lane+1) = sum.
  const float f0_below = __shfl_down_sync(all_lanes, f0, 1);
  const float a0_below = __shfl_down_sync(all_lanes, a0, 1);
  const float c0_below = __shfl_down_sync(all_lanes, c0, 1);
  inverse = 1 / fmaf(-c[last], a0_below, fmaf(-a[last], c0, 1.0F));
  float left = lane == 0 ? 0 : -a[last] * a0 * inverse;
  float right = lane == 31 ? 0 : -c[last] * c0_below * inverse;
  float sum = fmaf(-c[last], f0_below, fmaf(-a[last], f0, f[last])) * inverse;
  for (int d = 1; d < 32; d *= 2) {
    const float left_above = __shfl_up_sync(all_lanes, left, d);
    const float right_above = __shfl_up_sync(all_lanes, right, d);
    const float sum_above = __shfl_up_sync(all_lanes, sum, d);
    const float left_below = __shfl_down_sync(all_lanes, left, d);
    const float right_below = __shfl_down_sync(all_lanes, right, d);
    const float sum_below = __shfl_down_sync(all_lanes, sum, d);
    // A lane without such a neighbour gets its own numbers, and its factor is 0.
    inverse = 1 / fmaf(-right, left_below, fmaf(-left, right_above, 1.0F));
    sum = fmaf(-right, sum_below, fmaf(-left, sum_above, sum)) * inverse;
    left = lane < 2 * d ? 0 : -left * left_above * inverse;
    right = lane >= 32 - 2 * d ? 0 : -right * right_below * inverse;
  }

  const float x_last = sum;
  const float x_before = __shfl_up_sync(all_lanes, x_last, 1);
  const float x_first = fmaf(-c0, x_last, fmaf(-a0, lane == 0 ? 0 : x_before, f0));
  float x[lane_equations];
  x[0] = x_first;
  x[last] = x_last;
#pragma unroll
  for (int i = 1; i < last; ++i) x[i] = fmaf(-c[i], x_last, fmaf(-a[i], x_first, f[i]));
  float4 solved[lane_vectors];
  from_neighbours(exchange, x, solved);
#pragma unroll
  for (int k = 0; k < lane_vectors; ++k) solution[first + 32 * k] = solved[k];
}

}  // namespace twins
