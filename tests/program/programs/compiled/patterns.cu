// What nvcc 13.0 makes for sm_90 of accesses that lie side by side, one kernel for each question; what the hardware counts
// stands in measurements/compiled_patterns.json. A kernel may read what nothing was written to.
#include <cuda_runtime.h>

#include <cstdio>
#define T 16
__global__ void prod(const float* A, const float* B, float* C, int n) {
  __shared__ float a[T][T];
  __shared__ float b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int r = blockIdx.y * T + ty, c = blockIdx.x * T + tx;
  float s = 0;
  for (int t = 0; t < n / T; ++t) {
    a[ty][tx] = A[r * n + t * T + tx];
    b[ty][tx] = B[(t * T + ty) * n + c];
    __syncthreads();
    for (int k = 0; k < T; ++k) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[r * n + c] = s;
}
__global__ void pairs(const float* A, float* C) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[2 * i] = A[2 * i];
  s[2 * i + 1] = A[2 * i + 1];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1];
}
__global__ void pairs_after_odd(const float* A, float* C) {
  __shared__ float o[33];
  __shared__ float s[512];
  int i = threadIdx.x;
  o[i % 33] = A[i];
  s[2 * i] = A[2 * i];
  s[2 * i + 1] = A[2 * i + 1];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1] + o[(i + 5) % 33];
}
__global__ void neighbours(const float* A, float* C) {
  __shared__ float s[514];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[i] + s[i + 1] + s[i + 2];
}
__global__ void dyn(const float* A, float* C) {
  extern __shared__ float s[];
  int i = threadIdx.x;
  s[2 * i] = A[2 * i];
  s[2 * i + 1] = A[2 * i + 1];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1];
}
__global__ void dynn(const float* A, float* C, int n) {
  extern __shared__ float s[];
  float* q = s + n;
  int i = threadIdx.x;
  q[2 * i] = A[2 * i];
  q[2 * i + 1] = A[2 * i + 1];
  __syncthreads();
  C[i] = q[2 * i] + q[2 * i + 1];
}
__global__ void triple(const float* A, float* C) {
  __shared__ float s[768];
  int i = threadIdx.x;
  s[3 * i] = A[3 * i];
  s[3 * i + 1] = A[3 * i + 1];
  s[3 * i + 2] = A[3 * i + 2];
  __syncthreads();
  C[i] = s[3 * i] + s[3 * i + 1] * s[3 * i + 2];
}
__global__ void uni(const float* A, float* C) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < 256; ++k) t += s[k];
  C[i] = t;
}
__global__ void unin(const float* A, float* C, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < n; ++k) t += s[k];
  C[i] = t;
}
__global__ void uniblock(const float* A, float* C, int n) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < blockDim.x; ++k) t += s[k];
  C[i] = t;
}
__global__ void blelloch(float* A, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  int off = 1;
  s[2 * i] = A[2 * i];
  s[2 * i + 1] = A[2 * i + 1];
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (i < d) {
      int ai = off * (2 * i + 1) - 1, bi = off * (2 * i + 2) - 1;
      s[bi] += s[ai];
    }
    off *= 2;
  }
  if (i == 0) s[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    off >>= 1;
    __syncthreads();
    if (i < d) {
      int ai = off * (2 * i + 1) - 1, bi = off * (2 * i + 2) - 1;
      float t = s[ai];
      s[ai] = s[bi];
      s[bi] += t;
    }
  }
  __syncthreads();
  A[2 * i] = s[2 * i];
  A[2 * i + 1] = s[2 * i + 1];
}
__global__ void tree(float* A) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (i < d) s[i] += s[i + d];
    __syncthreads();
  }
  if (i == 0) A[0] = s[0];
}
__global__ void haar(float* A) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  s[i + 256] = A[i + 256];
  __syncthreads();
  for (int n = 256; n > 0; n >>= 1) {
    float a = 0, b = 0;
    if (i < n) {
      a = s[2 * i];
      b = s[2 * i + 1];
    }
    __syncthreads();
    if (i < n) {
      s[i] = a + b;
      s[n + i] = a - b;
    }
    __syncthreads();
  }
  A[i] = s[i];
  A[i + 256] = s[i + 256];
}
__global__ void stencil(const int* in, int* out) {
  __shared__ int t[256 + 6];
  int g = threadIdx.x + blockIdx.x * 256, l = threadIdx.x + 3;
  t[l] = in[g];
  if (threadIdx.x < 3) {
    t[l - 3] = in[g - 3];
    t[l + 256] = in[g + 256];
  }
  __syncthreads();
  int r = 0;
  for (int o = -3; o <= 3; o++) r += t[l + o];
  out[g] = r;
}
struct P {
  float x, y, z, w;
};
__global__ void structs(const P* A, float* C) {
  __shared__ P s[64];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  P p = s[63 - i];
  C[i] = p.x + p.y * p.z - p.w;
}
__global__ void nbody(const float4* A, float4* C, int n) {
  __shared__ float4 s[256];
  int i = threadIdx.x;
  float4 a = A[i];
  float x = 0;
  for (int t = 0; t < n; ++t) {
    s[i] = A[t * 256 + i];
    __syncthreads();
    for (int k = 0; k < 256; ++k) {
      float4 q = s[k];
      x += (q.x - a.x) * (q.y - a.y) * (q.z - a.z);
    }
    __syncthreads();
  }
  C[i].x = x;
}
__global__ void vol(const float* A, float* C) {
  __shared__ volatile float s[512];
  int i = threadIdx.x;
  s[2 * i] = A[2 * i];
  s[2 * i + 1] = A[2 * i + 1];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1];
}
__global__ void bytes(const unsigned char* A, int* C) {
  __shared__ unsigned char s[1024];
  int i = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[4 * i + k] = A[4 * i + k];
  __syncthreads();
  int t = 0;
  for (int k = 0; k < 4; ++k) t += s[1023 - (4 * i + k)];
  C[i] = t;
}
__global__ void storebetween(const float* A, float* C) {
  __shared__ float s[512];
  __shared__ float q[512];
  int i = threadIdx.x;
  s[i] = A[i];
  s[i + 256] = A[i + 256];
  __syncthreads();
  float a = s[2 * i];
  q[i] = a;
  float b = s[2 * i + 1];
  q[i + 256] = b;
  __syncthreads();
  C[i] = q[255 - i];
  C[i + 256] = q[511 - i];
}
__global__ void st_mixed(const float* A, float* C) {
  __shared__ float s[512];
  __shared__ float q[512];
  int i = threadIdx.x;
  float a = A[i], b = A[i + 1], c = A[i + 2];
  s[2 * i] = a;
  q[i] = b;
  s[2 * i + 1] = c;
  __syncthreads();
  C[i] = s[511 - i] + q[i + 3];
}
__global__ void st_load(const float* A, float* C) {
  __shared__ float s[512];
  __shared__ float q[512];
  int i = threadIdx.x;
  float a = A[i], c = A[i + 2];
  q[i] = a;
  __syncthreads();
  s[2 * i] = a;
  float x = q[i + 7];
  s[2 * i + 1] = c;
  __syncthreads();
  C[i] = s[511 - i] + x;
}
__global__ void ld_glst(const float* A, float* C) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[2 * i];
  C[i + 5] = s[2 * i + 1];
}
__global__ void three(const float* A, float* C) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[4 * i] + s[4 * i + 1] * s[4 * i + 2];
}
__global__ void outer2(const float* A, float* C) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[4 * i] + s[4 * i + 3];
}
__global__ void mid2(const float* A, float* C) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[4 * i + 1] + s[4 * i + 2];
}
__global__ void dbl(const double* A, double* C) {
  __shared__ double s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1];
}
__global__ void f2pair(const float2* A, float2* C) {
  __shared__ float2 s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float2 a = s[2 * i], b = s[2 * i + 1];
  C[i].x = a.x * b.y + a.y * b.x;
}
__global__ void shorts(const short* A, short* C) {
  __shared__ short s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[2 * i] + s[2 * i + 1];
}
__global__ void reduceinit(const float* A, float* C) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  if (i < 32) {
    float t = s[i] + s[i + 32];
    for (int k = 2; k < 8; ++k) t += s[i + 32 * k];
    C[i] = t;
  }
}
__global__ void half_const(const float* A, float* C, int n) {
  __shared__ float s[64 * 2];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[n * 2] + s[n * 2 + 1];
}
__global__ void unmasked(const float* A, float* C, int n) {
  __shared__ float s[64 * 2];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  int k = n & ~3;
  C[i] = s[k] + s[k + 1] + s[k + 2] + s[k + 3];
}
__global__ void loop2(const float* A, float* C, int n) {
  __shared__ float s[1024];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < n; k += 2) t += s[k] * s[k + 1];
  C[i] = t;
}
__global__ void loopphi(const float* A, float* C, int n) {
  __shared__ float s[1024];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float t = 0;
  for (int k = 2 * i; k < n; k += 64) t += s[k] * s[k + 1];
  C[i] = t;
}
__global__ void row17(const float* A, float* C) {
  __shared__ float s[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = A[y * 16 + x];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < 16; ++k) t += s[y][k] * s[k][x];
  C[y * 16 + x] = t;
}
__global__ void row33(const float* A, float* C) {
  __shared__ float s[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = A[y * 16 + x];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < 32; ++k) t += s[y][k] * s[k][x];
  C[y * 16 + x] = t;
}
__global__ void condst(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  if (i < n) {
    s[2 * i] = A[i];
  }
  if (i < n) s[2 * i + 1] = A[i + 9];
  __syncthreads();
  C[i] = s[511 - i];
}
__global__ void condst2(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[2 * i] = i < n ? A[i] : 0;
  s[2 * i + 1] = i + 1 < n ? A[i + 9] : 0;
  __syncthreads();
  C[i] = s[511 - i];
}
__device__ float dot(const float* p) { return p[0] * p[1]; }
__global__ void viafn(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = dot(s + 2 * i);
}
__device__ __noinline__ float dotn(const float* p) { return p[0] * p[1]; }
__global__ void vianoinl(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = dotn(s + 2 * i);
}
__global__ void shf(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  float a = s[2 * i];
  a = __shfl_down_sync(~0u, a, 1);
  float b = s[2 * i + 1];
  C[i] = a + b;
}
__global__ void rev(const float* A, float* C, int n) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = A[i];
  __syncthreads();
  C[i] = s[255 - 2 * i] + s[254 - 2 * i];
}
__global__ void big(const float* A, float* C, int n) {
  __shared__ float s[64][64];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = A[y * 64 + x];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < 64; ++k) t += s[y][k] * s[k][x];
  C[y * 64 + x] = t;
}
__global__ void lvar(const float* A, float* C, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x;
  s[x] = A[x];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < n; ++k) t += s[x * n + k];
  C[x] = t;
}
__global__ void l8(const float* A, float* C) {
  __shared__ float s[1024];
  int x = threadIdx.x;
  s[x] = A[x];
  __syncthreads();
  float t = 0;
  for (int k = 0; k < 8; ++k) t += s[x * 8 + k];
  C[x] = t;
}
__global__ void st8(const float* A, float* C) {
  __shared__ float s[1024];
  int x = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[x * 8 + k] = A[x + k * 64];
  __syncthreads();
  C[x] = s[x];
}
__global__ void atom1(int* C) {
  __shared__ int s[4];
  if (threadIdx.x < 4) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[0], 1);
  atomicAdd(&s[threadIdx.x & 3], 1);
  atomicAdd(C, 3);
  C[9 + threadIdx.x] = atomicAdd(C + 1, 1);
  __syncthreads();
  if (threadIdx.x == 0) C[5] = s[0];
}
int main() {
  char *buf0, *buf1, *buf2;
  cudaMalloc(&buf0, 1 << 20);
  cudaMalloc(&buf1, 1 << 20);
  cudaMalloc(&buf2, 1 << 20);
  cudaMemset(buf0, 0, 1 << 20);
  cudaMemset(buf1, 0, 1 << 20);
  cudaMemset(buf2, 0, 1 << 20);
  prod<<<dim3(2, 2), dim3(16, 16)>>>((const float*)(buf0 + 1024), (const float*)(buf1 + 1024),
                                     (float*)(buf2 + 1024), 64);
  pairs<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  pairs_after_odd<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  neighbours<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  dyn<<<2, 64, 8192>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  dynn<<<2, 64, 8192>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 4);
  triple<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  uni<<<2, 256>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  unin<<<2, 256>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  uniblock<<<2, 256>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  blelloch<<<2, 256>>>((float*)(buf0 + 1024), 50);
  tree<<<2, 256>>>((float*)(buf0 + 1024));
  haar<<<2, 256>>>((float*)(buf0 + 1024));
  stencil<<<2, 256>>>((const int*)(buf0 + 1024), (int*)(buf1 + 1024));
  structs<<<2, 64>>>((const P*)(buf0 + 1024), (float*)(buf1 + 1024));
  nbody<<<2, 256>>>((const float4*)(buf0 + 1024), (float4*)(buf1 + 1024), 4);
  vol<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  bytes<<<2, 64>>>((const unsigned char*)(buf0 + 1024), (int*)(buf1 + 1024));
  storebetween<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  st_mixed<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  st_load<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  ld_glst<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  three<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  outer2<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  mid2<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  dbl<<<2, 64>>>((const double*)(buf0 + 1024), (double*)(buf1 + 1024));
  f2pair<<<2, 64>>>((const float2*)(buf0 + 1024), (float2*)(buf1 + 1024));
  shorts<<<2, 64>>>((const short*)(buf0 + 1024), (short*)(buf1 + 1024));
  reduceinit<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  half_const<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 10);
  unmasked<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 10);
  loop2<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  loopphi<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  row17<<<2, dim3(16, 16)>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  row33<<<2, dim3(32, 32)>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  condst<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  condst2<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  viafn<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  vianoinl<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  shf<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  rev<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  big<<<2, dim3(64, 16)>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 50);
  lvar<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024), 10);
  l8<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  st8<<<2, 64>>>((const float*)(buf0 + 1024), (float*)(buf1 + 1024));
  atom1<<<2, 64>>>((int*)(buf0 + 1024));
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(buf0);
  cudaFree(buf1);
  cudaFree(buf2);
}
