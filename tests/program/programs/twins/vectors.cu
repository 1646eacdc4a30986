// What a GPU moves at once, in all forms in which a program writes it: vectors of CUDA's, structures that are aligned, members
// that straight code touches one by one. What is behind each kernel's name is what nvcc 13 makes of it for sm_90: loads of
// global memory, stores and loads of shared memory, stores of global memory, each with its bytes.
// One block of a warp each; the output is a number for all that the kernels wrote.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <utility>

struct __align__(8) Pair {
  float re, im;
};
struct Loose {
  float re, im;
};
struct alignas(16) Quad {
  float a, b, c, d;
};
struct alignas(16) Mixed {
  float x;
  int i;
  short s, t;
  char c[4];
};
struct alignas(16) Two {
  float2 a, b;
};
struct Twin {
  float2 a, b;
};
struct alignas(16) Eight {
  float v[8];
};
struct TwoDoubles {
  double re, im;
};
struct alignas(16) Wide {
  double re, im;
};
struct alignas(4) Bytes {
  unsigned char r, g, b, a;
};
struct Base {
  float re;
};
struct alignas(8) Derived : Base {
  float im;
};
struct Padded {
  float4 v;
  float2 w;
};
struct alignas(16) Position {
  float x, y, z;
};
struct Holder {
  int count;
  Loose point;
};
struct Places {
  float2 at[32];
  float weight[32];
};
template <class T>
struct alignas(2 * sizeof(T)) Complex {
  T re, im;
  Complex() = default;
  __device__ Complex(T r, T i) : re(r), im(i) {}
  __device__ Complex operator*(const Complex& o) const {
    return Complex(re * o.re - im * o.im, re * o.im + im * o.re);
  }
};
template <class T>
struct Cell {
  T value;
  __device__ const T& get() const { return value; }
};

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float4 operator+(const float4& a, const float4& b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float2 more(float2 a) {
  a.x += 1;
  return a;
}
__device__ float4 more(float4 a) {
  a.w += 2;
  return a;
}
__device__ Pair more(Pair a) {
  a.re += 1;
  return a;
}
__device__ Quad more(Quad a) {
  a.a += 1;
  return a;
}
template <class T>
__device__ T take(const T* p, int i) {
  return p[i];
}
template <class T>
__device__ void put(T& to, const T& from) {
  to = from;
}
template <class T>
__device__ void exchange(T& a, T& b) {
  const T old = a;
  a = b;
  b = old;
}

__constant__ float4 quads[32] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__constant__ float2 pairs[32] = {{1, 2}, {3, 4}};

#define I threadIdx.x
#define THROUGH(name, T)                                \
  __global__ void through_##name(T* out, const T* in) { \
    __shared__ T s[32];                                 \
    s[I] = in[I];                                       \
    __syncthreads();                                    \
    out[I] = s[I ^ 1];                                  \
  }
THROUGH(char2, char2)                     // ld2 sts2 lds2 st2
THROUGH(char4, char4)                     // ld4 sts4 lds4 st4
THROUGH(uchar4, uchar4)                   // ld4 sts4 lds4 st4
THROUGH(short2, short2)                   // ld4 sts4 lds4 st4
THROUGH(ushort2, ushort2)                 // ld4 sts4 lds4 st4
THROUGH(short4, short4)                   // ld8 sts8 lds8 st8
THROUGH(int2, int2)                       // ld8 sts8 lds8 st8
THROUGH(uint2, uint2)                     // ld8 sts8 lds8 st8
THROUGH(int4, int4)                       // ld16 sts16 lds16 st16
THROUGH(uint4, uint4)                     // ld16 sts16 lds16 st16
THROUGH(long2, long2)                     // ld16 sts16 lds16 st16
THROUGH(ulonglong2, ulonglong2)           // ld16 sts16 lds16 st16
THROUGH(float1, float1)                   // ld4 sts4 lds4 st4
THROUGH(float2, float2)                   // ld8 sts8 lds8 st8
THROUGH(float3, float3)                   // ld4 ld4 ld4 sts4 sts4 sts4 lds4 lds4 lds4 st4 st4 st4
THROUGH(int3, int3)                       // ld4 ld4 ld4 sts4 sts4 sts4 lds4 lds4 lds4 st4 st4 st4
THROUGH(uchar3, uchar3)                   // ld1 ld1 ld1 sts1 sts1 sts1 lds1 lds1 lds1 st1 st1 st1
THROUGH(float4, float4)                   // ld16 sts16 lds16 st16
THROUGH(double2, double2)                 // ld16 sts16 lds16 st16
THROUGH(half2, half2)                     // ld4 sts4 lds4 st4
THROUGH(bfloat162, __nv_bfloat162)        // ld4 sts4 lds4 st4
THROUGH(float_complex, cuFloatComplex)    // ld8 sts8 lds8 st8
THROUGH(double_complex, cuDoubleComplex)  // ld16 sts16 lds16 st16
THROUGH(pair, Pair)                       // ld8 sts8 lds8 st8
THROUGH(loose, Loose)                     // ld4 ld4 sts8 lds8 st4 st4
THROUGH(quad, Quad)                       // ld16 sts16 lds16 st16
THROUGH(mixed, Mixed)                     // ld16 sts16 lds16 st16
THROUGH(two, Two)                         // ld16 sts16 lds16 st16
THROUGH(twin, Twin)                       // ld8 ld8 sts16 lds16 st8 st8
THROUGH(eight, Eight)                     // ld16 ld16 sts16 sts16 lds16 lds16 st16 st16
THROUGH(two_doubles, TwoDoubles)          // ld8 ld8 sts16 lds16 st8 st8
THROUGH(wide, Wide)                       // ld16 sts16 lds16 st16
THROUGH(bytes, Bytes)                     // ld4 sts4 lds4 st4
THROUGH(derived, Derived)                 // ld8 sts8 lds8 st8
THROUGH(complex, Complex<float>)          // ld8 sts8 lds8 st8
THROUGH(complex_double, Complex<double>)  // ld16 sts16 lds16 st16
THROUGH(cell, Cell<float2>)               // ld8 sts8 lds8 st8

__global__ void rows(float2* out) {  // sts8 lds8 st8
  __shared__ float2 s[32][17];
  const int r = I / 16, c = I % 16;
  s[r][c] = make_float2(1, c);
  __syncthreads();
  out[I] = s[r][c ^ 1];
}
__global__ void sum(float2* out, const float2* in) {  // ld8 ld8 st8
  const float2 a = in[I], b = in[I + 32];
  out[I] = a + b;
}
__global__ void sum_by_value(float2* out, const float2* in) {  // ld8 ld8 st8
  out[I] = in[I] + in[I + 32];
}
__global__ void sum_by_reference(float4* out, const float4* in) {  // ld16 ld16 st16
  out[I] = in[I] + in[I + 32];
}
__global__ void product(Complex<float>* out, const Complex<float>* in) {  // ld8 ld8 st8
  out[I] = in[I] * in[I + 32];
}
__global__ void product_of_cuda(cuFloatComplex* out, const cuFloatComplex* in) {  // ld8 ld8 st8
  out[I] = cuCmulf(in[I], in[I + 32]);
}
__global__ void swap_shared(float2* out, const float2* in) {
  // ld8 ld8 sts8 sts8 lds8 lds8 sts8 sts8 lds8 lds8 st8 st8
  __shared__ float2 s[64];
  s[I] = in[I];
  s[I + 32] = in[I + 32];
  __syncthreads();
  exchange(s[I], s[I + 32]);
  __syncthreads();
  out[I] = s[I ^ 1];
  out[I + 32] = s[(I ^ 1) + 32];
}
__global__ void swap_global(Pair* out) {  // ld8 ld8 st8 st8
  exchange(out[I], out[I + 32]);
}
__global__ void choose(float2* out, const float2* in, int from) {  // ld8 st8
  out[I] = from > 7 ? in[I] : in[I + 32];
}
__global__ void change(float4* out, const float4* in) {  // ld16 st16
  auto v = in[I];
  v.x += 1;
  out[I] = v;
}
__global__ void by_reference(float4* out, const float4* in) {  // ld16 st16
  const auto& v = in[I];
  put(out[I], v);
}
__global__ void value_pair_of_cuda(float2* out, const float2* in) {  // ld8 st8
  out[I] = more(in[I]);
}
__global__ void value_quad_of_cuda(float4* out, const float4* in) {  // ld16 st16
  out[I] = more(in[I]);
}
__global__ void value_pair(Pair* out, const Pair* in) {  // ld8 st8
  out[I] = more(in[I]);
}
__global__ void value_quad(Quad* out, const Quad* in) {  // ld16 st16
  out[I] = more(in[I]);
}
__global__ void taken(Pair* out, const Pair* in) {  // ld8 st8
  out[I] = take(in, I);
}
__global__ void cast_quads(float* out, const float* in) {  // ld16 st16
  reinterpret_cast<float4*>(out)[I] = reinterpret_cast<const float4*>(in)[I];
}
__global__ void cast_pairs(float* out, const float* in) {  // ld8 st8
  reinterpret_cast<Pair*>(out)[I] = reinterpret_cast<const Pair*>(in)[I];
}
__global__ void cast_halves(half* out, const half* in) {  // ld16 st16
  *(int4*)(out + 8 * I) = *(const int4*)(in + 8 * I);
}
__global__ void cast_shared(float* out, const float* in) {  // ld16 sts16 lds16 st16
  __shared__ alignas(16) float s[128];
  *reinterpret_cast<float4*>(&s[4 * I]) = *reinterpret_cast<const float4*>(in + 4 * I);
  __syncthreads();
  *reinterpret_cast<float4*>(out + 4 * I) = *(float4*)(s + 4 * (I ^ 1));
}
__global__ void component(float2* out, const float2* in) {  // ld8 sts8 lds4 sts4 lds8 st8
  __shared__ float2 s[32];
  s[I] = in[I];
  __syncthreads();
  s[I ^ 1].x += 1;
  __syncthreads();
  out[I] = s[I];
}
__global__ void one_member(float* out, const float2* in) {  // ld4 st4
  out[I] = in[I].y;
}
__global__ void constants(float4* out) {  // st16 st8
  out[I] = quads[I];
  reinterpret_cast<float2*>(out + 32)[I] = pairs[I];
}
__global__ void members_read(float* out, const float2* in) {  // ld8 st4
  out[I] = in[I].x + in[I].y;
}
__global__ void members_written(float2* out, float f) {  // st8
  out[I].x = f;
  out[I].y = 2 * f;
}
__global__ void members_copied(float2* out, const float2* in) {  // ld8 sts8 lds8 st8
  __shared__ float2 s[32];
  s[I].x = in[I].x;
  s[I].y = in[I].y;
  __syncthreads();
  out[I].x = s[I ^ 1].x;
  out[I].y = s[I ^ 1].y;
}
__global__ void members_multiplied(float* out, const float2* in) {  // ld8 ld8 st4
  out[I] = in[I].x * in[I + 32].x - in[I].y * in[I + 32].y;
}
__global__ void members_scaled(float4* out, float f) {  // ld16 st16
  out[I].x *= f;
  out[I].y *= f;
  out[I].z *= f;
  out[I].w *= f;
}
__global__ void members_apart(float* out, const float4* in) {  // ld4 ld4 st4
  out[I] = in[I].x + in[I].z;
}
__global__ void members_unaligned(float4* out) {  // st4 st4
  out[I].y = 1;
  out[I].z = 2;
}
__global__ void three_written(float4* out) {  // st8 st4
  out[I].x = 1;
  out[I].y = 2;
  out[I].z = 3;
}
__global__ void members_on_two_paths(float* out, const float2* in, float f) {  // ld4 ld4 st4
  float x = in[I].x;
  if (f > 2) x += in[I].y;
  out[I] = x;
}
__global__ void members_in_order(float* out) {  // sts4 sts4 lds4 st4
  __shared__ float2 s[32];
  s[I].x = 1;
  __syncwarp();
  s[I].y = 2;
  __syncthreads();
  out[I] = s[I ^ 1].x;
}
__global__ void position(Position* out, const Position* in) {  // ld16 st16
  out[I] = in[I];
}
__global__ void in_holder(Loose* out, const Holder* in) {  // ld4 ld4 st4 st4
  out[I] = in[I].point;
}
__global__ void in_places(float2* out, const float2* in) {  // ld8 sts8 lds8 st8
  __shared__ Places places;
  places.at[I] = in[I];
  __syncthreads();
  const float2 v = places.at[I ^ 1];
  out[I] = v;
}
__global__ void members_in_places(float* out, const float2* in) {  // ld8 sts8 lds8 st4
  __shared__ Places places;
  places.at[I] = in[I];
  __syncthreads();
  out[I] = places.at[I ^ 1].x + places.at[I ^ 1].y;
}
__global__ void through_caches(float4* out, const float4* in) {  // ld16 ld16 st16 st16
  out[I] = __ldg(in + I);
  __stcg(out + 32 + I, __ldcg(in + 32 + I));
}
__global__ void parts(Two* out, const Two* in) {  // ld16 sts16 lds16 st16
  __shared__ Two s[32];
  s[I].a = in[I].b;
  s[I].b = in[I].a;
  __syncthreads();
  out[I] = s[I ^ 1];
}
__global__ void braces(Pair* out) {  // st8 st8 st8
  out[I] = {3, 4};
  out[I + 32] = Pair{1, 2};
  out[I + 64] = Pair();
}
__global__ void some_lanes(float4* out, const float4* in, int lanes) {  // ld16 st16
  if (I < lanes) out[I] = in[I];
}
__global__ void in_registers(float4* out, const float4* in) {  // ld16 ld16 st16 st16
  float4 r[2];
  r[0] = in[I];
  r[1] = in[I + 32];
  out[I] = r[1];
  out[I + 32] = r[0];
}
__global__ void in_lambda(float2* out, const float2* in) {  // ld8 st8
  const auto swapped = [](float2 v) { return make_float2(v.y, v.x); };
  out[I] = swapped(in[I]);
}
__global__ void volatile_members(float2* out) {  // sts4 sts4 lds4 lds4 st8
  __shared__ volatile float2 s[32];
  s[I].x = 1;
  s[I].y = 2;
  __syncthreads();
  out[I].x = s[I ^ 1].x;
  out[I].y = s[I ^ 1].y;
}
__global__ void dynamic(float2* out, const float2* in) {  // ld8 sts8 lds8 st8
  extern __shared__ char raw[];
  float2* const s = reinterpret_cast<float2*>(raw);
  s[I] = in[I];
  __syncthreads();
  out[I] = s[I ^ 1];
}
__global__ void dynamic_pair(Pair* out, const Pair* in) {  // ld8 sts8 lds8 st8
  extern __shared__ Pair dynamic_pairs[];
  dynamic_pairs[I] = in[I];
  __syncthreads();
  out[I] = dynamic_pairs[I ^ 1];
}

constexpr int bytes = 4096;

struct Run {
  const char* wanted;
  char *in, *out;
  unsigned long long sum = 14695981039346656037ull;
  bool good = true;

  template <class Launch>
  void operator()(const char* name, Launch launch) {
    if (wanted != nullptr && std::strcmp(wanted, name) != 0) return;
    cudaMemset(out, 0, bytes);
    launch();
    unsigned char written[bytes];
    const cudaError_t error = cudaMemcpy(written, out, bytes, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::printf("%s: %s\n", name, cudaGetErrorString(error));
      good = false;
      return;
    }
    for (const unsigned char byte : written) sum = (sum ^ byte) * 1099511628211ull;
  }
};

template <class T>
T* as(char* memory) {
  return reinterpret_cast<T*>(memory);
}

int main(int argc, char** argv) {
  Run run{argc > 1 && std::strcmp(argv[1], "all") != 0 ? argv[1] : nullptr, nullptr, nullptr};
  cudaMalloc(&run.in, bytes);
  cudaMalloc(&run.out, bytes);
  float numbers[bytes / sizeof(float)];
  for (int i = 0; i < bytes / 4; ++i) numbers[i] = static_cast<float>(i % 61);
  cudaMemcpy(run.in, numbers, bytes, cudaMemcpyHostToDevice);
#define RUN(kernel, Out, In) \
  run(#kernel, [&] { kernel<<<1, 32, 1024>>>(as<Out>(run.out), as<const In>(run.in)); });
#define RUN_ALIKE(kernel, T) RUN(kernel, T, T)
#define RUN_THROUGH(name, T) RUN(through_##name, T, T)
#define RUN_OUT(kernel, Out, ...) \
  run(#kernel, [&] { kernel<<<1, 32>>>(as<Out>(run.out) __VA_ARGS__); });
  RUN_THROUGH(char2, char2)
  RUN_THROUGH(char4, char4)
  RUN_THROUGH(uchar4, uchar4)
  RUN_THROUGH(short2, short2)
  RUN_THROUGH(ushort2, ushort2)
  RUN_THROUGH(short4, short4)
  RUN_THROUGH(int2, int2)
  RUN_THROUGH(uint2, uint2)
  RUN_THROUGH(int4, int4)
  RUN_THROUGH(uint4, uint4)
  RUN_THROUGH(long2, long2)
  RUN_THROUGH(ulonglong2, ulonglong2)
  RUN_THROUGH(float1, float1)
  RUN_THROUGH(float2, float2)
  RUN_THROUGH(float3, float3)
  RUN_THROUGH(int3, int3)
  RUN_THROUGH(uchar3, uchar3)
  RUN_THROUGH(float4, float4)
  RUN_THROUGH(double2, double2)
  RUN_THROUGH(half2, half2)
  RUN_THROUGH(bfloat162, __nv_bfloat162)
  RUN_THROUGH(float_complex, cuFloatComplex)
  RUN_THROUGH(double_complex, cuDoubleComplex)
  RUN_THROUGH(pair, Pair)
  RUN_THROUGH(loose, Loose)
  RUN_THROUGH(quad, Quad)
  RUN_THROUGH(mixed, Mixed)
  RUN_THROUGH(two, Two)
  RUN_THROUGH(twin, Twin)
  RUN_THROUGH(eight, Eight)
  RUN_THROUGH(two_doubles, TwoDoubles)
  RUN_THROUGH(wide, Wide)
  RUN_THROUGH(bytes, Bytes)
  RUN_THROUGH(derived, Derived)
  RUN_THROUGH(complex, Complex<float>)
  RUN_THROUGH(complex_double, Complex<double>)
  RUN_THROUGH(cell, Cell<float2>)
  RUN_OUT(rows, float2)
  RUN_ALIKE(sum, float2)
  RUN_ALIKE(sum_by_value, float2)
  RUN_ALIKE(sum_by_reference, float4)
  RUN_ALIKE(product, Complex<float>)
  RUN_ALIKE(product_of_cuda, cuFloatComplex)
  RUN_ALIKE(swap_shared, float2)
  RUN_OUT(swap_global, Pair)
  run("choose", [&] { choose<<<1, 32>>>(as<float2>(run.out), as<float2>(run.in), argc); });
  RUN_ALIKE(change, float4)
  RUN_ALIKE(by_reference, float4)
  RUN_ALIKE(value_pair_of_cuda, float2)
  RUN_ALIKE(value_quad_of_cuda, float4)
  RUN_ALIKE(value_pair, Pair)
  RUN_ALIKE(value_quad, Quad)
  RUN_ALIKE(taken, Pair)
  RUN_ALIKE(cast_quads, float)
  RUN_ALIKE(cast_pairs, float)
  RUN_ALIKE(cast_halves, half)
  RUN_ALIKE(cast_shared, float)
  RUN_ALIKE(component, float2)
  RUN(one_member, float, float2)
  RUN_OUT(constants, float4)
  RUN(members_read, float, float2)
  RUN_OUT(members_written, float2, , 3)
  RUN_ALIKE(members_copied, float2)
  RUN(members_multiplied, float, float2)
  RUN_OUT(members_scaled, float4, , 3)
  RUN(members_apart, float, float4)
  RUN_OUT(members_unaligned, float4)
  RUN_OUT(three_written, float4)
  run("members_on_two_paths",
      [&] { members_on_two_paths<<<1, 32>>>(as<float>(run.out), as<float2>(run.in), 3); });
  RUN_OUT(members_in_order, float)
  RUN_ALIKE(position, Position)
  RUN(in_holder, Loose, Holder)
  RUN_ALIKE(in_places, float2)
  RUN(members_in_places, float, float2)
  RUN_ALIKE(through_caches, float4)
  RUN_ALIKE(parts, Two)
  RUN_OUT(braces, Pair)
  run("some_lanes", [&] { some_lanes<<<1, 32>>>(as<float4>(run.out), as<float4>(run.in), 20); });
  RUN_ALIKE(in_registers, float4)
  RUN_ALIKE(in_lambda, float2)
  RUN_OUT(volatile_members, float2)
  RUN_ALIKE(dynamic, float2)
  RUN_ALIKE(dynamic_pair, Pair)
  std::printf("%016llx\n%s\n", run.sum, run.good ? "Success" : "Failure");
  return run.good ? 0 : 1;
}
