// What nvcc takes of the language: names of its own that host code uses otherwise, kernels of one name, variables of
// templates, atomics with an order. Says "Success" if all results are right.
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      std::printf("line %d: not %s\n", __LINE__, #condition); \
      std::exit(EXIT_FAILURE);                                \
    }                                                         \
  } while (0)

template <class T>
T* managed(int count) {
  T* memory = nullptr;
  EXPECT(cudaMallocManaged(&memory, count * sizeof(T)) == cudaSuccess);
  for (int k = 0; k < count; ++k) memory[k] = T();
  return memory;
}

// threadIdx and its relatives -----------------------------------------------------------------------

static_assert(std::is_same<decltype(threadIdx), const uint3>::value, "");
static_assert(std::is_same<decltype(gridDim), const dim3>::value, "");

#define GLOBAL_THREAD (blockIdx.x * blockDim.x + threadIdx.x)
struct Place {
  int threadIdx;
  dim3 blockDim;
  __device__ unsigned other() const { return threadIdx + blockDim.x + ::threadIdx.x; }
};
__device__ unsigned kind(uint3 v) { return 1000 + v.x; }
__device__ unsigned kind(dim3 v) { return 2000 + v.x; }
template <class D>
__device__ unsigned doubled(D d) {
  d.x *= 2;
  return d.x;
}
__host__ __device__ unsigned shadowed(unsigned blockIdx, dim3 gridDim) {
  return blockIdx + gridDim.x;
}
__device__ unsigned by_reference(const unsigned& lane) {
  __syncthreads();
  return lane;
}

__global__ void built_in(unsigned* out, Place place) {
  unsigned* o = out + ::blockIdx.y * 9 * ::blockDim.x + threadIdx.x;
  auto mine = threadIdx;
  mine.x += 1;
  auto& same = threadIdx;
  const dim3 block = blockDim;
  const uint3 grid = gridDim;
  const auto [x, y, z] = blockIdx;
  const auto later = [=] { return threadIdx.x + mine.x; };
  o[0] = mine.x * 2 + same.x + x + y + z;
  o[block.x] = block.x + grid.y + warpSize;
  o[2 * block.x] = later();
  o[3 * block.x] = kind(threadIdx) + kind(blockDim);
  o[4 * block.x] = doubled(blockIdx) + doubled(threadIdx);
  o[5 * block.x] = place.other();
  o[6 * block.x] = shadowed(threadIdx.x, gridDim);
  o[7 * block.x] = by_reference(threadIdx.x);
  dim3 threadIdx(7);
  o[8 * block.x] = threadIdx.x + GLOBAL_THREAD - ::blockIdx.x;
}

unsigned on_the_host() {
  unsigned sum = 0;
  for (unsigned blockIdx = 0; blockIdx < 2; ++blockIdx) {
    for (unsigned threadIdx = 0; threadIdx < 4; ++threadIdx) sum += threadIdx + 10 * blockIdx;
  }
  const int warpSize = 5;
  const auto count = [](int blockDim) { return blockDim + 1; };
  const Place place{3, dim3(4)};
  return sum + count(warpSize) + place.threadIdx + place.blockDim.x;
}

void names() {
  constexpr unsigned threads = 64;
  unsigned* out = managed<unsigned>(2 * 9 * threads);
  built_in<<<dim3(1, 2), threads>>>(out, Place{3, dim3(4)});
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned b = 0; b < 2; ++b) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned* o = out + b * 9 * threads + t;
      EXPECT(o[0] == (t + 1) * 2 + t + b);
      EXPECT(o[threads] == threads + 2 + 32);
      EXPECT(o[2 * threads] == 2 * t + 1);
      EXPECT(o[3 * threads] == 3000 + t + threads);
      EXPECT(o[4 * threads] == 2 * t);
      EXPECT(o[5 * threads] == 7 + t);
      EXPECT(o[6 * threads] == t + 1);
      EXPECT(o[7 * threads] == t);
      EXPECT(o[8 * threads] == 14);
    }
  }
  EXPECT(on_the_host() == 12 + 40 + 6 + 7);
}

// Kernels and functions of one name -----------------------------------------------------------------

int set(int value) { return value + 1; }
__global__ void set(int* out) { *out = 1; }
__global__ void set(float* out, float value) { *out = value; }
template <class T>
__global__ void set(T* out, T value, int more) {
  *out = value + more;
}
template <int number>
__global__ void set(int* out) {
  *out = number;
}
void set() {}
namespace space {
__global__ void go(int* out) { *out = 20; }
}  // namespace space
void go(int* out) { *out = 21; }
template <class T>
__global__ void only_cast(T* out, T value) {
  *out = value;
}
template <void (*kernel)(int*)>
void launch_argument(int* out) {
  kernel<<<1, 1>>>(out);
}

void overloads() {
  int* i = managed<int>(1);
  float* f = managed<float>(1);
  double* d = managed<double>(1);
  const auto done = [] { return cudaDeviceSynchronize() == cudaSuccess; };
  set<<<1, 1>>>(i);
  set<<<1, 1>>>(f, 2);
  set<<<1, 1>>>(d, 3.0, 1);
  EXPECT(done() && *i == 1 && *f == 2 && *d == 4);
  set<float><<<1, 1>>>(f, 5, 1);
  set<7><<<1, 1>>>(i);
  EXPECT(done() && *f == 6 && *i == 7);
  void (*pointer)(float*, float) = set;
  pointer<<<1, 1>>>(f, 8);
  ((void (*)(int*))set)<<<1, 1>>>(i);
  EXPECT(done() && *f == 8 && *i == 1);
  set();
  *i = set(3);
  EXPECT(*i == 4);
  space::go<<<1, 1>>>(i);
  EXPECT(done() && *i == 20);
  go(i);
  EXPECT(*i == 21);
  launch_argument<space::go>(i);
  EXPECT(done() && *i == 20);
  float value = 9;
  void* arguments[] = {&f, &value};
  EXPECT(cudaLaunchKernel((const void*)only_cast<float>, 1, 1, arguments, 0, 0) == cudaSuccess);
  EXPECT(done() && *f == 9);
  value = 10;
  EXPECT(cudaLaunchKernel((void*)pointer, 1, 1, arguments, 0, 0) == cudaSuccess);
  EXPECT(done() && *f == 10);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, set<float>) == cudaSuccess);
  EXPECT(cudaFuncGetAttributes(&attributes, (void (*)(int*))set) == cudaSuccess);
  int blocks = 0;
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set<double>, 128, 0) ==
         cudaSuccess);
  EXPECT(blocks == 16);
}

// Variables of templates ----------------------------------------------------------------------------

template <class T>
__constant__ T weights[4];
template <int count>
__device__ float sums[count];
template <class T>
__device__ T first = T(5);
template <>
__device__ float first<float> = 7;
template <class T>
static __device__ T own = T(6);
template <class T>
__device__ const T fixed[2] = {T(8), T(9)};
template <class T>
__managed__ T counted;
template <class T>
__device__ T* to_any;
namespace space {
namespace {
template <class T>
__device__ T hidden;
}
template <class T>
__constant__ T named;
}  // namespace space

template <class T>
__global__ void use_variables(T* out) {
  static __device__ int calls = 10;
  const int t = threadIdx.x;
  if (t == 0) {
    out[0] = weights<T>[2] + first<T>;
    out[1] = own<T> + fixed<T>[1];
    out[2] = space::named<T> + ++calls;
    space::hidden<T> += 2;
    out[3] = space::hidden<T>;
    to_any<T> = out;
  }
  atomicAdd(&counted<int>, 1);
  sums<64>[t] += static_cast<float>(t);
}

void variables() {
  const float h[4] = {1, 2, 3, 4};
  const int n[4] = {5, 6, 7, 8}, name = 30;
  EXPECT(cudaMemcpyToSymbol(weights<float>, h, sizeof h) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(weights<int>, n, sizeof n) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(space::named<int>, &name, sizeof name) == cudaSuccess);
  counted<int> = 1;
  float* f = managed<float>(4);
  int* i = managed<int>(4);
  use_variables<<<1, 64>>>(f);
  use_variables<<<1, 64>>>(i);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(f[0] == 10 && f[1] == 15 && f[2] == 11 && f[3] == 2);
  EXPECT(i[0] == 12 && i[1] == 15 && i[2] == 41 && i[3] == 2);
  EXPECT(counted<int> == 129);
  float sum = 0;
  EXPECT(cudaMemcpyFromSymbol(&sum, sums<64>, sizeof sum, 63 * sizeof sum) == cudaSuccess);
  EXPECT(sum == 126);
  void* address = nullptr;
  size_t bytes = 0;
  EXPECT(cudaGetSymbolAddress(&address, sums<64>) == cudaSuccess);
  EXPECT(cudaGetSymbolSize(&bytes, sums<64>) == cudaSuccess && bytes == 256);
  EXPECT(cudaMemset(address, 0, bytes) == cudaSuccess);
  int* back = nullptr;
  EXPECT(cudaMemcpyFromSymbol(&back, to_any<int>, sizeof back) == cudaSuccess && back == i);
}

// Atomics with an order and a scope -----------------------------------------------------------------

enum Flags { none, high = 1 << 20 };
struct alignas(16) Wide {
  long a, b;
};
struct Cells {
  int i[5];
  unsigned u[4];
  unsigned long long w[2];
  long long l[2];
  float f[2];
  double d;
  Flags flags;
  unsigned short taken;
};

__global__ void ordered(Cells* c, unsigned char* bytes, short* halves, float4* vectors, Wide* wide,
                        bool* ok) {
  __shared__ unsigned flag, sum;
  const int t = threadIdx.x;
  if (t == 0) __nv_atomic_store_n(&sum, 0, __NV_ATOMIC_RELAXED);
  // All threads write and read it: atomically, and so without a race.
  __nv_atomic_store_n(&flag, unsigned(t), __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  const unsigned seen = __nv_atomic_load_n(&flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  __syncthreads();
  __nv_atomic_fetch_add(&c->i[0], t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(c->i + 1, 2, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_fetch_max(c->i + 2, t, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_min(c->i + 3, -t, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_sub(&c->u[0], 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_THREAD);
  __nv_atomic_sub(c->u + 1, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
  __nv_atomic_fetch_or(c->u + 2, 1u << (t & 31), __NV_ATOMIC_RELAXED);
  __nv_atomic_and(c->u + 3, ~(1u << (t & 31)), __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add(&c->w[0], 1ull << 33, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_xor(c->w + 1, 1ull << t, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_min(&c->l[0], -t, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(c->l + 1, (long long)t << 33, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add(&c->f[0], 0.5f, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_sub(&c->d, 0.25, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_or(&c->flags, high, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(bytes + t, (unsigned char)t, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(halves + t, (short)-t, __NV_ATOMIC_RELAXED);
  float4 four = make_float4(t, 1, 2, 3), got;
  __nv_atomic_store(vectors + t, &four, __NV_ATOMIC_RELAXED);
  __nv_atomic_load(vectors + t, &got, __NV_ATOMIC_RELAXED);
  Wide mine = {t, 2 * t}, other;
  __nv_atomic_store(wide, &mine, __NV_ATOMIC_RELAXED);
  __nv_atomic_load(wide, &other, __NV_ATOMIC_RELAXED);
  unsigned short expected = 0;
  const bool won = __nv_atomic_compare_exchange_n(&c->taken, &expected, (unsigned short)(t + 1),
                                                  false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED);
  bool right =
      won == (expected == 0) && seen < 64 && got.x == t && got.w == 3 && other.b == 2 * other.a;
  if (t == 0) {
    float want = 0, next = 1.5f, before = 0;
    right = right && __nv_atomic_compare_exchange(c->f + 1, &want, &next, true, __NV_ATOMIC_RELAXED,
                                                  __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_exchange(c->f + 1, &want, &before, __NV_ATOMIC_RELAXED);
    right = right && before == 1.5f;
  }
  right = right && __nv_atomic_exchange_n(c->i + 4, t, __NV_ATOMIC_RELAXED) < 64;
  __nv_atomic_fetch_add(&sum, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  ok[t] = right && __nv_atomic_load_n(&sum, __NV_ATOMIC_RELAXED) >= 1 &&
          __nv_atomic_load_n(bytes + t, __NV_ATOMIC_RELAXED) == t &&
          __nv_atomic_load_n(halves + t, __NV_ATOMIC_RELAXED) == -t;
}

void atomics() {
  Cells* c = managed<Cells>(1);
  bool* ok = managed<bool>(64);
  c->u[0] = c->u[1] = 100;
  c->u[3] = ~0u;
  ordered<<<1, 64>>>(c, managed<unsigned char>(64), managed<short>(64), managed<float4>(64),
                     managed<Wide>(1), ok);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int k = 0; k < 64; ++k) EXPECT(ok[k]);
  EXPECT(c->i[0] == 2016 && c->i[1] == 128 && c->i[2] == 63 && c->i[3] == -63);
  EXPECT(c->u[0] == 36 && c->u[1] == 36 && c->u[2] == ~0u && c->u[3] == 0);
  EXPECT(c->w[0] == 64ull << 33 && c->w[1] == ~0ull);
  EXPECT(c->l[0] == -63 && c->l[1] == 63ll << 33);
  EXPECT(c->f[0] == 32 && c->f[1] == 0 && c->d == -16 && c->flags == high && c->taken > 0);
}

int main() {
  register int line = 4;  // gone from C++17, and a warning
  names();
  overloads();
  variables();
  atomics();
  std::printf("Success of %d\n", line);
}
