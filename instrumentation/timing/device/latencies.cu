#include <algorithm>
#include <string>
#include <vector>

#include "instrumentation/timing/device/chain_bench.cuh"
#include "instrumentation/timing/device/line_cycle.hpp"
#include "instrumentation/timing/device/memory_chains.cuh"
#include "instrumentation/timing/device/sections.cuh"
#include "instrumentation/timing/device/texture_view.cuh"

namespace warpscope {
namespace {

// Pointer chasing: one thread loads, each time at the address that the last load gave.

constexpr int chase_unrolled = 16;
constexpr int chase_repetitions = 3;
constexpr std::size_t line_bytes = 128;

struct Chased {
  long long cycles = 0;
  unsigned long long last = 0;
};

/// `steps` loads, a multiple of chase_unrolled.
template <class Operation>
__device__ void follow(typename Operation::Value& at, int steps, const Given& given) {
#pragma unroll 1
  for (int step = 0; step < steps; step += chase_unrolled) {
#pragma unroll
    for (int i = 0; i < chase_unrolled; ++i) Operation::apply(at, given);
  }
}

/// Walks `warm` steps untimed, and then `steps`.
template <class Operation>
__device__ void chase(typename Operation::Value at, int warm, int steps, const Given& given,
                      Chased* chased) {
  follow<Operation>(at, warm, given);
  const long long begin = clock64();
  follow<Operation>(at, steps, given);
  const long long end = clock64();
  *chased = {end - begin, Operation::bits(at)};
}

template <class Operation>
__global__ void chase_global(unsigned long long first, int warm, int steps, Given given,
                             Chased* chased) {
  chase<Operation>(first, warm, steps, given, chased);
}
/// Also of textures: `first` is an offset or a texel.
template <class Operation>
__global__ void chase_index(unsigned first, int warm, int steps, Given given, Chased* chased) {
  // The same for all threads, which the compiler must not know: it would use another path.
  const unsigned start = first + threadIdx.x * static_cast<unsigned>(given.zero);
  chase<Operation>(start, warm, steps, given, chased);
}

__global__ void chase_shared(int warm, int steps, Given given, Chased* chased) {
  __shared__ unsigned words[chain_words];
  for (unsigned w = 0; w < chain_words; ++w) {
    words[w] = shared_address(words + next_line(w, chain_words - 1));
  }
  __threadfence_block();
  chase<SharedLoad<1>>(shared_address(words), warm, steps, given, chased);
}

constexpr unsigned local_words = 1024;
__global__ void chase_local(int warm, int steps, Given given, Chased* chased) {
  unsigned words[local_words];
#pragma unroll 1
  for (unsigned w = 0; w < local_words; ++w) {
    asm volatile("st.local.u32 [%0], %1;" ::"r"(local_address(words + w)),
                 "r"(local_address(words + next_line(w, local_words - 1)))
                 : "memory");
  }
  chase<LocalLoad>(local_address(words + given.zero), warm, steps, given, chased);
}

/// Links the lines of `bytes` bytes at `memory` to a cycle.
__global__ void link_lines(char* memory, unsigned lines) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += stride) {
    *reinterpret_cast<char**>(memory + line * line_bytes) =
        memory + next_line(line, lines - 1) * line_bytes;
  }
}
/// Brings all of it into the second-level cache, as far as it fits.
__global__ void touch_lines(const char* memory, unsigned lines, unsigned never, unsigned* sink) {
  unsigned sum = 0;
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += stride) {
    sum += *reinterpret_cast<const volatile unsigned*>(memory + line * line_bytes);
  }
  if (sum == never) *sink = sum;
}

/// Runs a chase some times, and gives the median of cycles a load. `launch(chased, run)`.
template <class Launch>
double chased_cycles(int steps, const Launch& launch) {
  const CudaMemory memory(sizeof(Chased));
  std::vector<double> cycles;
  for (int run = 0; run < chase_repetitions; ++run) {
    launch(memory.as<Chased>(), run);
    check(cudaGetLastError(), "launching a chain of loads");
    Chased chased;
    check(cudaMemcpy(&chased, memory.as<void>(), sizeof chased, cudaMemcpyDeviceToHost),
          "reading the clocks");
    cycles.push_back(static_cast<double>(chased.cycles) / steps);
  }
  return quantile(cycles, 0.5);
}

/// A walk over `count` places: all of them untimed, then so many more that a turn is whole, within
/// reason.
struct Walk {
  int warm = 0, steps = 0;
};
Walk walk_over(std::size_t count) {
  constexpr std::size_t least = 4096, most = 1U << 16U;
  const auto warm = static_cast<int>(std::clamp<std::size_t>(count, chase_unrolled, most));
  return {warm, static_cast<int>(std::clamp(count, least, most))};
}

class Latencies {
 public:
  explicit Latencies(DeviceRecord& record) : record_(record), sink_(sizeof(unsigned)) {}

  void on_chip() {
    const Walk shared = walk_over(chain_words);
    add("shared", chain_words * sizeof(unsigned), shared, [&](Chased* chased, int) {
      chase_shared<<<1, 1>>>(shared.warm, shared.steps, given_, chased);
    });
    const Walk local = walk_over(local_words);
    add("local", local_words * sizeof(unsigned), local, [&](Chased* chased, int) {
      chase_local<<<1, 1>>>(local.warm, local.steps, given_, chased);
    });
    for (const unsigned bytes : {1024U, 8U * 1024, 32U * 1024}) constant(bytes);
    texture(16 * 1024);
  }

  void global() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking the device for its memory");
    std::size_t most = std::size_t{1} << 30U;
    while (most > free / 2) most /= 2;
    const CudaMemory memory(most);
    lines_of<FirstLevelLoad>("first_level", memory, 16U * 1024);
    lines_of<SecondLevelLoad>("second_level", memory, 2U << 20U);
    for (std::size_t bytes = 4096; bytes <= most; bytes *= 2) {
      lines_of<FirstLevelLoad>("global", memory, bytes);
    }
  }

 private:
  template <class Launch>
  void add(const char* memory, std::size_t bytes, const Walk& walk, const Launch& launch) {
    record_.latencies.push_back({.memory = memory,
                                 .bytes = static_cast<std::int64_t>(bytes),
                                 .cycles = chased_cycles(walk.steps, launch)});
  }

  void constant(unsigned bytes) {
    constexpr unsigned stride = 64;  // a line of the constant caches
    const unsigned lines = bytes / stride;
    std::vector<unsigned> words(constant_words);
    for (unsigned line = 0; line < lines; ++line) {
      words[line * stride / sizeof(unsigned)] = next_line(line, lines - 1) * stride;
    }
    check(cudaMemcpyToSymbol(constant_chain, words.data(), words.size() * sizeof(unsigned)),
          "filling constant memory");
    const Walk walk = walk_over(lines);
    add("constant", bytes, walk, [&](Chased* chased, int) {
      chase_index<ConstantLoad><<<1, 1>>>(0, walk.warm, walk.steps, given_, chased);
    });
  }

  void texture(unsigned bytes) {
    constexpr unsigned stride = 128;
    const unsigned lines = bytes / stride;
    std::vector<unsigned> texels(bytes / sizeof(unsigned));
    for (unsigned line = 0; line < lines; ++line) {
      texels[line * stride / sizeof(unsigned)] =
          next_line(line, lines - 1) * (stride / sizeof(unsigned));
    }
    const TextureView view(texels);
    Given given = given_;
    given.texture = view.object();
    const Walk walk = walk_over(lines);
    add("texture", bytes, walk, [&](Chased* chased, int) {
      chase_index<TextureLoad><<<1, 1>>>(0, walk.warm, walk.steps, given, chased);
    });
  }

  template <class Operation>
  void lines_of(const char* name, const CudaMemory& memory, std::size_t bytes) {
    constexpr unsigned blocks = 512, threads = 256;
    const auto lines = static_cast<unsigned>(bytes / line_bytes);
    auto* first = memory.as<char>();
    link_lines<<<blocks, threads>>>(first, lines);
    touch_lines<<<blocks, threads>>>(first, lines, given_.never, sink_.as<unsigned>());
    check(cudaGetLastError(), "linking the lines");
    const Walk walk = walk_over(lines);
    add(name, bytes, walk, [&](Chased* chased, int run) {
      // Each run begins elsewhere: the run before left its lines in the second-level cache.
      const std::size_t start = lines / chase_repetitions * static_cast<unsigned>(run);
      chase_global<Operation>
          <<<1, 1>>>(reinterpret_cast<unsigned long long>(first + start * line_bytes), walk.warm,
                     walk.steps, given_, chased);
    });
  }

  DeviceRecord& record_;
  Given given_;
  CudaMemory sink_;
};

}  // namespace

void measure_latencies(DeviceRecord& record) {
  Latencies latencies(record);
  latencies.on_chip();
  latencies.global();
}

}  // namespace warpscope
