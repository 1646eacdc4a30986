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

}  // namespace twins
