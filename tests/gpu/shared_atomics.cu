// Makes random patterns of atomics and of asynchronous copies in shared memory, some in each launch, for ncu to count: shared_atomics.py runs it so
// and keeps what was counted.
// Use: shared_atomics OPERATION LAUNCHES PATTERNS_OF_EACH WARPS
// Writes the patterns to standard output, a line each: the mask, and the element of every lane.

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "instrumentation/run/cuda_check.cuh"

namespace {

constexpr int lanes = 32, elements = 64, most = 10;

struct Pattern {
  unsigned mask;
  unsigned char element[lanes];
};

struct Patterns {
  int count;
  Pattern at[most];
};

// Of each: what is added differs from lane to lane, so that it always changes the element.
enum class Op {
  float_add,
  float_add_used,
  double_add,
  long_add,
  long_add_used,
  int_add,
  int_add_used,
  int_min,
  int_max_used,
  int_exchange,
  float_exchange,
  int_cas,
  int_cas_used,
  int_and,
  int_or_used,
  int_inc,
  int_sub,
  long_exchange,
  long_cas,
  half_add,
  own_double_add,
  long_min,
  long_max_used,
  long_and,
  long_or_used,
  half2_add,
  copy_4,
  copy_8,
  copy_16,
};
constexpr const char* names[] = {
    "float_add",      "float_add_used", "double_add",    "long_add",     "long_add_used",
    "int_add",        "int_add_used",   "int_min",       "int_max_used", "int_exchange",
    "float_exchange", "int_cas",        "int_cas_used",  "int_and",      "int_or_used",
    "int_inc",        "int_sub",        "long_exchange", "long_cas",     "half_add",
    "own_double_add", "long_min",       "long_max_used", "long_and",     "long_or_used",
    "half2_add",      "copy_4",         "copy_8",        "copy_16"};
constexpr int operations = sizeof names / sizeof names[0];

using Long = unsigned long long;

template <Op op>
__device__ unsigned atomic(Long* shared, int at, int value, unsigned lane, const uint4* from) {
  int* const ints = reinterpret_cast<int*>(shared);
  auto* const floats = reinterpret_cast<float*>(shared);
  auto* const doubles = reinterpret_cast<double*>(shared);
  if constexpr (op == Op::float_add) atomicAdd(floats + at, static_cast<float>(value));
  if constexpr (op == Op::float_add_used) {
    return __float_as_uint(atomicAdd(floats + at, static_cast<float>(value)));
  }
  if constexpr (op == Op::double_add) atomicAdd(doubles + at, static_cast<double>(value));
  if constexpr (op == Op::long_add) atomicAdd(shared + at, static_cast<Long>(value));
  if constexpr (op == Op::long_add_used) {
    return static_cast<unsigned>(atomicAdd(shared + at, static_cast<Long>(value)));
  }
  if constexpr (op == Op::int_add) atomicAdd(ints + at, value);
  if constexpr (op == Op::int_add_used) return atomicAdd(ints + at, value);
  if constexpr (op == Op::int_min) atomicMin(ints + at, value);
  if constexpr (op == Op::int_max_used) return atomicMax(ints + at, value);
  if constexpr (op == Op::int_exchange) atomicExch(ints + at, value);
  if constexpr (op == Op::float_exchange) {
    return __float_as_uint(atomicExch(floats + at, static_cast<float>(value)));
  }
  if constexpr (op == Op::int_cas) atomicCAS(ints + at, 0, value);
  if constexpr (op == Op::int_cas_used) return atomicCAS(ints + at, 0, value);
  if constexpr (op == Op::int_and) atomicAnd(ints + at, value);
  if constexpr (op == Op::int_or_used) return atomicOr(ints + at, value);
  if constexpr (op == Op::int_inc) atomicInc(reinterpret_cast<unsigned*>(ints) + at, 1000U);
  if constexpr (op == Op::int_sub) atomicSub(ints + at, value);
  if constexpr (op == Op::long_exchange) {
    return static_cast<unsigned>(atomicExch(shared + at, static_cast<Long>(value)));
  }
  if constexpr (op == Op::long_cas) {
    return static_cast<unsigned>(atomicCAS(shared + at, Long{0}, static_cast<Long>(value)));
  }
  if constexpr (op == Op::half_add) {
    atomicAdd(reinterpret_cast<__half*>(shared) + 2 * at, __int2half_rn(1 + value % 8));
  }
  if constexpr (op == Op::own_double_add) {
    Long old = shared[at], assumed;
    do {
      assumed = old;
      old = atomicCAS(shared + at, assumed,
                      __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
  }
  if constexpr (op == Op::long_min) atomicMin(shared + at, static_cast<Long>(value));
  if constexpr (op == Op::long_max_used) {
    return static_cast<unsigned>(atomicMax(shared + at, static_cast<Long>(value)));
  }
  if constexpr (op == Op::long_and) atomicAnd(shared + at, static_cast<Long>(value));
  if constexpr (op == Op::long_or_used) {
    return static_cast<unsigned>(atomicOr(shared + at, static_cast<Long>(value)));
  }
  if constexpr (op == Op::half2_add) {
    atomicAdd(reinterpret_cast<__half2*>(shared) + at, __float2half2_rn(1.0F + value % 8));
  }
  // Neighbouring lanes copy neighbours.
  constexpr int bytes = op == Op::copy_4 ? 4 : op == Op::copy_8 ? 8 : op == Op::copy_16 ? 16 : 0;
  if constexpr (bytes != 0) {
    __pipeline_memcpy_async(reinterpret_cast<char*>(shared) + at * bytes,
                            reinterpret_cast<const char*>(from) + lane * bytes, bytes);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  return lane;
}

template <int op>
__global__ void pattern_kernel(const __grid_constant__ Patterns patterns, const uint4* from,
                               unsigned* out) {
  __shared__ alignas(16) Long shared[2 * elements];
  const unsigned lane = threadIdx.x % lanes;
  unsigned result = 0;
#pragma unroll 1
  for (int k = 0; k < patterns.count; ++k) {
    const Pattern& pattern = patterns.at[k];
    shared[lane] = shared[lane + lanes] = 0;
    __syncthreads();
    if ((pattern.mask >> lane & 1) != 0) {
      result += atomic<static_cast<Op>(op)>(shared, pattern.element[lane],
                                            1 + static_cast<int>(threadIdx.x), lane, from);
    }
    __syncthreads();
  }
  out[threadIdx.x] = result;
}

template <int op>
void launch(int wanted, const std::vector<Pattern>& all, int each, int warps, const uint4* from,
            unsigned* out) {
  if (wanted == op) {
    for (std::size_t first = 0; first < all.size(); first += static_cast<std::size_t>(each)) {
      Patterns some{};
      for (; some.count < each; ++some.count) {
        some.at[some.count] = all[first + static_cast<std::size_t>(some.count)];
      }
      pattern_kernel<op><<<1, lanes * warps>>>(some, from, out);
    }
  }
  if constexpr (op + 1 < operations) launch<op + 1>(wanted, all, each, warps, from, out);
}

std::vector<Pattern> patterns(int op, int count, int warps) {
  std::mt19937 random(1234U + static_cast<unsigned>(7 * op + warps));
  std::vector<Pattern> all;
  for (int k = 0; k < count; ++k) {
    Pattern& pattern = all.emplace_back();
    pattern.mask = k % 3 == 0 ? random() | 1U : ~0U;
    const unsigned few = k % 5 == 0 ? 1 + random() % elements : 1U << random() % 6;
    const unsigned kind = random() % 4, stride = 1U << random() % 6;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned at = kind == 0   ? random() % few
                          : kind == 1 ? lane % few
                          : kind == 2 ? lane * stride % elements
                                      : random() % 2 * lanes + random() % few % lanes;
      pattern.element[lane] = static_cast<unsigned char>(at);
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  int op = 0;
  while (argc == 5 && op < operations && std::strcmp(argv[1], names[op]) != 0) ++op;
  if (argc != 5 || op == operations) {
    std::fprintf(
        stderr,
        "shared_atomics: name an operation, launches, up to %d patterns of each, and warps:", most);
    for (const char* name : names) std::fprintf(stderr, " %s", name);
    std::fprintf(stderr, "\n");
    return 2;
  }
  const int each = std::clamp(std::atoi(argv[3]), 1, most), warps = std::atoi(argv[4]);
  const auto all = patterns(op, std::atoi(argv[2]) * each, warps);
  for (const Pattern& pattern : all) {
    std::printf("%08x ", pattern.mask);
    for (const unsigned char at : pattern.element) std::printf("%02x", at);
    std::printf("\n");
  }
  unsigned* out = nullptr;
  warpscope::check(cudaMalloc(&out, sizeof(unsigned) * lanes * static_cast<unsigned>(warps)),
                   "allocating");
  uint4* from = nullptr;
  warpscope::check(cudaMalloc(&from, sizeof(uint4) * lanes), "allocating");
  launch<0>(op, all, each, warps, from, out);
  warpscope::check(cudaDeviceSynchronize(), "running");
}
