// Makes every pattern of tests/support/bank_patterns.hpp on the device, one launch of one warp for
// each, for ncu to count. bank_patterns.py runs it so and keeps what was counted.
// Use: bank_patterns PATTERNS.json [FIRST COUNT]
// Writes all patterns as JSON; where a range is named, launches those.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/run/cuda_check.cuh"
#include "tests/support/bank_patterns.hpp"

namespace {

using namespace warpscope;
using namespace warpscope::test;

struct Launch {
  std::uint32_t mask;
  int times;
  int value;
  std::uint16_t address[warp_lanes];
};

__device__ unsigned shared_load(unsigned address, int bytes) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  // Volatile for both compilers: none may be dropped or taken out of the loop.
  switch (bytes) {
    case 1: asm volatile("ld.volatile.shared.u8 %0, [%1];" : "=r"(a) : "r"(address)); break;
    case 2: asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=r"(a) : "r"(address)); break;
    case 4: asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(address)); break;
    case 8:
      asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
      break;
    default:
      asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(address));
      break;
  }
  return a ^ b ^ c ^ d;
}

__device__ void shared_store(unsigned address, unsigned a, int bytes) {
  switch (bytes) {
    case 1: asm volatile("st.volatile.shared.u8 [%0], %1;" ::"r"(address), "r"(a)); break;
    case 2: asm volatile("st.volatile.shared.u16 [%0], %1;" ::"r"(address), "r"(a)); break;
    case 4: asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"(a)); break;
    case 8:
      asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};" ::"r"(address), "r"(a), "r"(a + 1));
      break;
    default:
      asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(a),
                   "r"(a + 1), "r"(a + 2), "r"(a + 3));
      break;
  }
}

/// The only access to shared memory is the one that is counted. A name per access and width, for
/// the script to find its machine code.
template <PatternOp Op, int Bytes>
__global__ void pattern_kernel(const __grid_constant__ Launch launch, unsigned* out) {
  __shared__ __align__(1024) unsigned char memory[pattern_memory];
  const unsigned lane = threadIdx.x;
  if ((launch.mask >> lane & 1) == 0) return;
  unsigned char* const place = memory + launch.address[lane];
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(place));
  [[maybe_unused]] int* const word = reinterpret_cast<int*>(place);
  [[maybe_unused]] const int different = launch.value + static_cast<int>(lane);
  unsigned result = lane;
#pragma unroll 1
  for (int i = 0; i < launch.times; ++i) {
    if constexpr (Op == PatternOp::load) result ^= shared_load(address, Bytes);
    if constexpr (Op == PatternOp::store) shared_store(address, lane, Bytes);
    if constexpr (Op == PatternOp::add) result ^= atomicAdd(word, different);
    if constexpr (Op == PatternOp::add_unused) atomicAdd(word, different);
    if constexpr (Op == PatternOp::add_uniform) atomicAdd(word, launch.value);
    if constexpr (Op == PatternOp::increment) result ^= atomicAdd(word, 1);
    if constexpr (Op == PatternOp::increment_unused) atomicAdd(word, 1);
  }
  out[lane] = result;
}

using Kernel = void (*)(Launch, unsigned*);

template <PatternOp Op>
Kernel kernel_of_width(int bytes) {
  switch (bytes) {
    case 1: return pattern_kernel<Op, 1>;
    case 2: return pattern_kernel<Op, 2>;
    case 4: return pattern_kernel<Op, 4>;
    case 8: return pattern_kernel<Op, 8>;
    default: return pattern_kernel<Op, 16>;
  }
}

Kernel kernel_of(const BankPattern& pattern) {
  switch (pattern.op) {
    case PatternOp::load: return kernel_of_width<PatternOp::load>(pattern.request.bytes);
    case PatternOp::store: return kernel_of_width<PatternOp::store>(pattern.request.bytes);
    case PatternOp::add: return pattern_kernel<PatternOp::add, 4>;
    case PatternOp::add_unused: return pattern_kernel<PatternOp::add_unused, 4>;
    case PatternOp::add_uniform: return pattern_kernel<PatternOp::add_uniform, 4>;
    case PatternOp::increment: return pattern_kernel<PatternOp::increment, 4>;
    default: return pattern_kernel<PatternOp::increment_unused, 4>;
  }
}

void launch(const BankPattern& pattern, unsigned* out) {
  Launch arguments{pattern.request.mask, pattern.times, 3, {}};
  for (std::size_t lane = 0; lane < pattern.request.address.size(); ++lane) {
    arguments.address[lane] = static_cast<std::uint16_t>(pattern.request.address[lane]);
  }
  kernel_of(pattern)<<<1, warp_lanes>>>(arguments, out);
  check(cudaGetLastError(), "launching");
  check(cudaDeviceSynchronize(), "running");
}

std::string hex(std::uint32_t value, int digits) {
  std::string text(static_cast<std::size_t>(digits), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) {
    *digit = "0123456789abcdef"[value & 15];
  }
  return text;
}

nlohmann::ordered_json describe(const BankPattern& pattern) {
  std::string addresses;  // four digits per active lane
  for_each_lane(pattern.request.mask, [&](int lane, int) {
    addresses += hex(pattern.request.address[static_cast<std::size_t>(lane)], 4);
  });
  return {{"family", pattern.family},
          {"op", name(pattern.op)},
          {"bytes", pattern.request.bytes},
          {"times", pattern.times},
          {"mask", hex(pattern.request.mask, 8)},
          {"address", addresses}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 4) {
    std::fprintf(stderr, "bank_patterns: name the file for the patterns, then first and count\n");
    return 2;
  }
  const auto patterns = bank_patterns();
  auto described = nlohmann::ordered_json::array();
  for (const BankPattern& pattern : patterns) described.push_back(describe(pattern));
  std::ofstream(argv[1]) << described.dump(0);
  if (argc == 2) return 0;
  try {
    const auto first = static_cast<std::size_t>(std::atoi(argv[2]));
    const std::size_t end = first + static_cast<std::size_t>(std::atoi(argv[3]));
    const CudaMemory out(warp_lanes * sizeof(unsigned));
    for (std::size_t i = first; i < std::min(end, patterns.size()); ++i) {
      launch(patterns[i], out.as<unsigned>());
    }
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "bank_patterns: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
