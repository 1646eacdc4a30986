#pragma once

// Twins of kernels/fft.

#include "exact.cuh"

namespace twins {

__device__ __forceinline__ float2 product(float2 a, float2 b) {
  return make_float2(fmaf(a.x, b.x, -(a.y * b.y)), fmaf(a.x, b.y, a.y * b.x));
}

__global__ void fft_stockham(const float* in_re, const float* in_im, const float* w_re,
                             const float* w_im, float* out_re, float* out_im) {
  const int half = blockDim.x;
  const int n = 2 * half;
  float* re = reinterpret_cast<float*>(memory);
  float* im = re + 2 * n;
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n;
  re[tid] = in_re[first + tid];
  im[tid] = in_im[first + tid];
  re[tid + half] = in_re[first + tid + half];
  im[tid + half] = in_im[first + tid + half];
  int from = 0;
  for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
    const int to = n - from;
    const int k = tid & (m - 1);
    const float2 w = make_float2(w_re[k * turn], w_im[k * turn]);
    const float2 a = make_float2(re[from + tid], im[from + tid]);
    const float2 b = product(w, make_float2(re[from + tid + half], im[from + tid + half]));
    const int at = to + 2 * tid - k;
    re[at] = a.x + b.x;
    im[at] = a.y + b.y;
    re[at + m] = a.x - b.x;
    im[at + m] = a.y - b.y;
    __syncthreads();
    from = to;
  }
  out_re[first + tid] = re[from + tid];
  out_im[first + tid] = im[from + tid];
  out_re[first + tid + half] = re[from + tid + half];
  out_im[first + tid + half] = im[from + tid + half];
}

template <bool Padded>
__device__ __forceinline__ int place(int i) {
  return Padded ? i + (i >> 5) : i;
}

template <bool Padded>
__global__ void fft_in_place(const float* in_re, const float* in_im, const float* w_re,
                             const float* w_im, float* out_re, float* out_im) {
  const int half = blockDim.x;
  const int n = 2 * half;
  float* re = reinterpret_cast<float*>(memory);
  float* im = re + place<Padded>(n - 1) + 1;
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n;
  int reversed = 0;  // its bits; those of tid + half differ in the lowest
  for (int bit = 1, i = tid; bit < n; bit *= 2, i >>= 1) reversed = 2 * reversed + (i & 1);
  re[place<Padded>(reversed)] = in_re[first + tid];
  im[place<Padded>(reversed)] = in_im[first + tid];
  re[place<Padded>(reversed + 1)] = in_re[first + tid + half];
  im[place<Padded>(reversed + 1)] = in_im[first + tid + half];
  __syncthreads();
  for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
    const int k = tid & (m - 1);
    const int at_a = place<Padded>(2 * tid - k);
    const int at_b = place<Padded>(2 * tid - k + m);
    const float2 w = make_float2(w_re[k * turn], w_im[k * turn]);
    const float2 a = make_float2(re[at_a], im[at_a]);
    const float2 b = product(w, make_float2(re[at_b], im[at_b]));
    re[at_a] = a.x + b.x;
    im[at_a] = a.y + b.y;
    re[at_b] = a.x - b.x;
    im[at_b] = a.y - b.y;
    __syncthreads();
  }
  out_re[first + tid] = re[place<Padded>(tid)];
  out_im[first + tid] = im[place<Padded>(tid)];
  out_re[first + tid + half] = re[place<Padded>(tid + half)];
  out_im[first + tid + half] = im[place<Padded>(tid + half)];
}

__global__ void fft_radix4(const float* in_re, const float* in_im, const float* w_re,
                           const float* w_im, float* out_re, float* out_im) {
  const int quarter = blockDim.x;
  const int n = 4 * quarter;
  float* re = reinterpret_cast<float*>(memory);
  float* im = re + 2 * n;
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n;
  const float sign = w_im[quarter];
  for (int i = tid; i < n; i += quarter) {
    re[i] = in_re[first + i];
    im[i] = in_im[first + i];
  }
  int from = 0;
  for (int m = 1, turn = quarter; m < n; m *= 4, turn /= 4) {
    const int to = n - from;
    const int k = tid & (m - 1);
    const int i = from + tid;
    const float2 w1 = make_float2(w_re[k * turn], w_im[k * turn]);
    const float2 w2 = make_float2(w_re[2 * k * turn], w_im[2 * k * turn]);
    const float2 w3 = make_float2(w_re[3 * k * turn], w_im[3 * k * turn]);
    const float2 a = make_float2(re[i], im[i]);
    const float2 b = product(w1, make_float2(re[i + quarter], im[i + quarter]));
    const float2 c = product(w2, make_float2(re[i + 2 * quarter], im[i + 2 * quarter]));
    const float2 d = product(w3, make_float2(re[i + 3 * quarter], im[i + 3 * quarter]));
    const float2 sum = make_float2(a.x + c.x, a.y + c.y);
    const float2 difference = make_float2(a.x - c.x, a.y - c.y);
    const float2 others = make_float2(b.x + d.x, b.y + d.y);
    const float2 across = make_float2(sign * (d.y - b.y), sign * (b.x - d.x));
    const int at = to + 4 * tid - 3 * k;
    re[at] = sum.x + others.x;
    im[at] = sum.y + others.y;
    re[at + m] = difference.x + across.x;
    im[at + m] = difference.y + across.y;
    re[at + 2 * m] = sum.x - others.x;
    im[at + 2 * m] = sum.y - others.y;
    re[at + 3 * m] = difference.x - across.x;
    im[at + 3 * m] = difference.y - across.y;
    __syncthreads();
    from = to;
  }
  for (int i = tid; i < n; i += quarter) {
    out_re[first + i] = re[from + i];
    out_im[first + i] = im[from + i];
  }
}

__global__ void poisson_fft(const float* in_re, const float* in_im, const float* w_re,
                            const float* w_im, float* out_re, float* out_im, int half) {
  const int n = 2 * half;
  float* re = reinterpret_cast<float*>(memory);
  float* im = re + 2 * blockDim.y * n;
  const int threads = blockDim.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  int from = threadIdx.y * n;
  int to = (blockDim.y + threadIdx.y) * n;
  for (int x = threadIdx.x; x < n; x += threads) {
    re[from + x] = in_re[y * n + x];
    im[from + x] = in_im[y * n + x];
  }
  for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
    for (int j = threadIdx.x; j < half; j += threads) {
      const int k = j & (m - 1);
      const float2 w = make_float2(w_re[k * turn], w_im[k * turn]);
      const float2 a = make_float2(re[from + j], im[from + j]);
      const float2 b = product(w, make_float2(re[from + j + half], im[from + j + half]));
      const int at = to + 2 * j - k;
      re[at] = a.x + b.x;
      im[at] = a.y + b.y;
      re[at + m] = a.x - b.x;
      im[at + m] = a.y - b.y;
    }
    __syncthreads();
    const int swap = from;
    from = to;
    to = swap;
  }
  for (int x = threadIdx.x; x < n; x += threads) {
    out_re[x * n + y] = re[from + x];
    out_im[x * n + y] = im[from + x];
  }
}

__global__ void poisson_right_side(const float* u, float* f, int n) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int above = (y + n - 1) & (n - 1);
  const int below = (y + 1) & (n - 1);
  for (int x = threadIdx.x; x < n; x += blockDim.x) {
    const float left = u[y * n + ((x + n - 1) & (n - 1))];
    const float right = u[y * n + ((x + 1) & (n - 1))];
    const float around = left + right + u[above * n + x] + u[below * n + x];
    f[y * n + x] = fmaf(4.0F, u[y * n + x], -around);
  }
}

__global__ void poisson_divide(const float* eigenvalue, float* re, float* im, float scale, int n) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int x = threadIdx.x; x < n; x += blockDim.x) {
    const float sum = eigenvalue[x] + eigenvalue[y];
    const float factor = sum > 0 ? scale / sum : 0.0F;
    re[y * n + x] *= factor;
    im[y * n + x] *= factor;
  }
}

__global__ void poisson_error(const float* u, const float* solution, float* error, int n) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int x = threadIdx.x; x < n; x += blockDim.x) {
    error[y * n + x] = fabsf(solution[y * n + x] - u[y * n + x]);
  }
}

}  // namespace twins
