#pragma once

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/device/line_cycle.hpp"

namespace warpscope {

// Memory through which warps walk, a line of 128 bytes at a time: each lane loads a word, and the word
// is its own offset in the next line. So a warp's next address waits for its last load, as in a kernel
// that cannot load ahead.

inline constexpr unsigned walk_line_bytes = 128;

static __global__ void fill_walk(unsigned* words, unsigned lines) {
  constexpr unsigned words_of_a_line = walk_line_bytes / sizeof(unsigned);
  const unsigned stride = gridDim.x * blockDim.x / words_of_a_line;
  const unsigned lane = threadIdx.x % words_of_a_line;
  for (unsigned line = (blockIdx.x * blockDim.x + threadIdx.x) / words_of_a_line; line < lines;
       line += stride) {
    words[static_cast<std::size_t>(line) * words_of_a_line + lane] =
        next_line(line, lines - 1) * walk_line_bytes +
        lane * static_cast<unsigned>(sizeof(unsigned));
  }
}

/// Far larger than the caches: 1 GiB, or less if that is more than a quarter of the free memory.
class LineWalk {
 public:
  LineWalk() : memory_(bytes_for_a_walk()) {
    constexpr unsigned blocks = 1024, threads = 256;
    fill_walk<<<blocks, threads>>>(memory_.as<unsigned>(), lines());
    check(cudaGetLastError(), "linking the lines");
    check(cudaDeviceSynchronize(), "linking the lines");
  }
  [[nodiscard]] const char* memory() const { return memory_.as<const char>(); }
  [[nodiscard]] unsigned lines() const {
    return static_cast<unsigned>(memory_.bytes() / walk_line_bytes);
  }

 private:
  static std::size_t bytes_for_a_walk() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking the device for its memory");
    std::size_t bytes = std::size_t{1} << 30U;
    while (bytes > free / 4) bytes /= 2;
    return bytes;
  }
  CudaMemory memory_;
};

/// The word at `offset` bytes.
__device__ inline unsigned walk_load(const char* memory, unsigned offset) {
  unsigned word;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(word) : "l"(memory + offset));
  return word;
}
/// `Count` multiply-adds, each on the last's result, that leave the word as it was if `one` is 1 and
/// `zero` is 0.
template <int Count>
__device__ unsigned walk_compute(unsigned word, int one, int zero) {
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(word) : "r"(one), "r"(zero));
  }
  return word;
}

}  // namespace warpscope
