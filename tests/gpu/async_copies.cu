// Makes random patterns of asynchronous copies by one warp, one in each launch, for ncu to count: async_copies.py runs it so and
// keeps what was counted.
// Use: async_copies BYTES PATTERNS
// Writes the patterns to standard output, a line each: the mask, where each lane copies to, and where from, in elements.

#include <cuda_pipeline.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "instrumentation/run/cuda_check.cuh"

namespace {

constexpr unsigned lanes = 32, places = 256, sources = 1024;

struct Pattern {
  unsigned mask;
  unsigned short to[lanes], from[lanes];
};

template <int bytes>
__global__ void copy_kernel(const __grid_constant__ Pattern pattern, const char* in, char* out) {
  __shared__ alignas(128) char shared[bytes * places];
  const unsigned lane = threadIdx.x;
  if ((pattern.mask >> lane & 1) != 0) {
    __pipeline_memcpy_async(shared + pattern.to[lane] * bytes, in + pattern.from[lane] * bytes,
                            bytes);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  out[lane] = shared[pattern.to[lane] * bytes];
}

/// What tiles do: rows that lie apart in both memories, with a longer row, an exclusive or, or an offset; and what nobody
/// does.
std::vector<Pattern> patterns(int bytes, int count) {
  std::mt19937 random(77U + static_cast<unsigned>(bytes));
  std::vector<Pattern> all;
  for (int k = 0; k < count; ++k) {
    Pattern& pattern = all.emplace_back();
    pattern.mask = k % 3 == 0 ? random() | 1U : ~0U;
    const unsigned kind = random() % 6;
    const unsigned width = 1U << random() % 6;  // of a row
    const unsigned apart = width + random() % 5, begin = random() % 9;
    const unsigned far = width << random() % 5, offset = random() % 9;
    const unsigned turn = random() % width, few = 1 + random() % lanes;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned row = lane / width, column = lane % width;
      unsigned to = lane, from = row * far + column;
      if (kind == 0) to = row * apart + column + begin;
      if (kind == 1) to = row * width + (column ^ (row & (width - 1)));
      if (kind == 2) to = row * width + (column + turn) % width, from += offset;
      if (kind == 3) to = random() % few, from = random() % 64;
      if (kind == 4) to = lane + begin, from = lane + offset;
      if (kind == 5) to = random() % places, from = random() % (few * 8);
      pattern.to[lane] = static_cast<unsigned short>(to % places);
      pattern.from[lane] = static_cast<unsigned short>(from % sources);
    }
  }
  return all;
}

template <int bytes>
void launch(const std::vector<Pattern>& all, const char* in, char* out) {
  for (const Pattern& pattern : all) copy_kernel<bytes><<<1, lanes>>>(pattern, in, out);
}

}  // namespace

int main(int argc, char** argv) {
  const int bytes = argc == 3 ? std::atoi(argv[1]) : 0;
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    std::fprintf(stderr,
                 "async_copies: name the bytes of a copy, 4, 8 or 16, and a number of patterns\n");
    return 2;
  }
  const auto all = patterns(bytes, std::atoi(argv[2]));
  for (const Pattern& pattern : all) {
    std::printf("%08x ", pattern.mask);
    for (const unsigned to : pattern.to) std::printf("%02x", to);
    std::printf(" ");
    for (const unsigned from : pattern.from) std::printf("%03x", from);
    std::printf("\n");
  }
  char *in = nullptr, *out = nullptr;
  warpscope::check(cudaMalloc(&in, sources * 16), "allocating");
  warpscope::check(cudaMalloc(&out, lanes), "allocating");
  if (bytes == 4) launch<4>(all, in, out);
  if (bytes == 8) launch<8>(all, in, out);
  if (bytes == 16) launch<16>(all, in, out);
  warpscope::check(cudaDeviceSynchronize(), "running");
}
