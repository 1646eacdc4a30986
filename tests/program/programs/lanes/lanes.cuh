#pragma once

// Which lanes of a warp are together: each kernel marks numbered points, and each lane keeps the
// mask of those that were active with it there. main prints, for the lanes that saw the same, what
// they saw: "kernel lanes: point:mask …". ../../lanes.py records that on a GPU.

#include <cuda_runtime.h>

#include <cstdio>
#include <map>
#include <vector>

constexpr int lanes = 32, most_marks = 192;

struct Log {
  unsigned* entries;
  unsigned* counts;
};

__device__ __forceinline__ void mark(Log log, unsigned point) {
  const unsigned mask = __activemask();
  const unsigned lane = threadIdx.x;
  const unsigned n = log.counts[lane];
  log.entries[2 * (lane * most_marks + n)] = point;
  log.entries[2 * (lane * most_marks + n) + 1] = mask;
  log.counts[lane] = n + 1;
}

/// Gives 0 after a launch that went well.
template <class Kernel>
int show(const char* name, Kernel kernel) {
  std::vector<int> in(lanes);
  for (int i = 0; i < lanes; ++i) in[i] = i;
  int* d_in = nullptr;
  Log log{};
  const std::size_t entries = 2 * lanes * most_marks;
  cudaMalloc(&d_in, lanes * sizeof(int));
  cudaMalloc(&log.entries, entries * sizeof(unsigned));
  cudaMalloc(&log.counts, lanes * sizeof(unsigned));
  cudaMemcpy(d_in, in.data(), lanes * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(log.entries, 0, entries * sizeof(unsigned));
  cudaMemset(log.counts, 0, lanes * sizeof(unsigned));
  kernel<<<1, lanes>>>(d_in, log);
  const cudaError_t launched = cudaGetLastError();
  const cudaError_t done = cudaDeviceSynchronize();
  std::vector<unsigned> marks(entries), counts(lanes);
  cudaMemcpy(marks.data(), log.entries, entries * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(counts.data(), log.counts, lanes * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(log.entries);
  cudaFree(log.counts);
  if (launched != cudaSuccess || done != cudaSuccess) {
    std::printf("%s failed: %s\n", name,
                cudaGetErrorString(launched != cudaSuccess ? launched : done));
    return 1;
  }
  std::map<std::vector<unsigned>, unsigned> seen;  // what lanes saw, and which
  for (int lane = 0; lane < lanes; ++lane) {
    const auto first = marks.begin() + 2 * lane * most_marks;
    seen[{first, first + 2 * static_cast<long>(counts[lane])}] |= 1U << lane;
  }
  std::map<unsigned, std::vector<unsigned>> by_lanes;  // by the lowest lane
  for (const auto& [points, mask] : seen) by_lanes[mask & (~mask + 1U)] = points;
  for (const auto& [lowest, points] : by_lanes) {
    std::printf("%s %08x:", name, seen[points]);
    for (std::size_t i = 0; i < points.size(); i += 2)
      std::printf(" %u:%08x", points[i], points[i + 1]);
    std::printf("\n");
  }
  return 0;
}

#define SHOW(kernel) wrong += show(#kernel, kernel)
