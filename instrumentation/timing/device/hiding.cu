#include <algorithm>
#include <array>
#include <vector>

#include "instrumentation/timing/device/chain.cuh"
#include "instrumentation/timing/device/device_event.cuh"
#include "instrumentation/timing/device/line_walk.cuh"
#include "instrumentation/timing/device/sections.cuh"
#include "instrumentation/timing/measure.hpp"

namespace warpscope {
namespace {

constexpr int lanes = 32, largest_block = 1024;
constexpr int turns = 512;
constexpr int repetitions = 5;
constexpr std::array warp_counts{1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64};

/// In each turn a load of a line, and `Arithmetic` multiply-adds with what came.
template <int Arithmetic>
__global__ void __launch_bounds__(largest_block)
    hide(const char* memory, unsigned lines, unsigned seed, Given given, ClockedSpan* spans,
         unsigned* sink) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warps = gridDim.x * blockDim.x / lanes;
  const unsigned line = (lines / warps * (thread / lanes) + seed) & (lines - 1);
  unsigned offset = line * walk_line_bytes + threadIdx.x % lanes * 4;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 2
  for (int turn = 0; turn < turns; ++turn) {
    offset = walk_compute<Arithmetic>(walk_load(memory, offset), given.one, given.zero);
  }
  const long long end = clock64();
  if (offset == given.never + 1) *sink = offset;  // no offset is odd
  if (threadIdx.x % lanes == 0) spans[thread / lanes] = {this_multiprocessor(), begin, end};
}

using HideKernel = void (*)(const char*, unsigned, unsigned, Given, ClockedSpan*, unsigned*);
struct HideRow {
  int arithmetic;
  HideKernel kernel;
};
constexpr HideRow hide_rows[] = {
    {0, hide<0>}, {4, hide<4>}, {16, hide<16>}, {64, hide<64>}, {256, hide<256>}};

/// Keeps just so many warps on each multiprocessor: one block or two, with so much shared memory that
/// no other fits beside them.
struct Residency {
  int blocks = 1, threads = 0;  ///< of a multiprocessor; of a block
  int shared_bytes = 0;         ///< of a block
};
Residency residency_of(int warps) {
  constexpr int reserved = 1024;  // bytes that the system takes of each block's shared memory
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int all = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  Residency residency;
  residency.blocks = warps * lanes > largest_block ? 2 : 1;
  residency.threads = warps * lanes / residency.blocks;
  residency.shared_bytes = residency.blocks == 1 ? most : std::min(most, all / 2 - reserved);
  return residency;
}

class Hiding {
 public:
  explicit Hiding(DeviceRecord& record)
      : record_(record),
        multiprocessors_(device_attribute(cudaDevAttrMultiProcessorCount)),
        spans_(sizeof(ClockedSpan) *
               static_cast<std::size_t>(multiprocessors_ * warp_counts.back())),
        sink_(sizeof(unsigned)) {}

  void measure(const HideRow& row, int warps) {
    const Residency residency = residency_of(warps);
    check(cudaFuncSetAttribute(row.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               residency.shared_bytes),
          "reserving shared memory");
    std::vector<double> loads, turn, rate;
    HidingFigure figure{.arithmetic = row.arithmetic, .warps = warps};
    for (int run = -1; run < repetitions; ++run) {
      const double milliseconds = launch(row, residency);
      std::vector<ClockedSpan> spans(static_cast<std::size_t>(warps * multiprocessors_));
      check(cudaMemcpy(spans.data(), spans_.as<void>(), spans.size() * sizeof(ClockedSpan),
                       cudaMemcpyDeviceToHost),
            "reading the clocks");
      const SpanFigures seen = median_multiprocessor(spans);
      if (seen.cycles <= 0) throw DeviceError{cudaErrorUnknown, "reading clocks that stand still"};
      if (run < 0) continue;
      figure.warps = seen.warps;
      loads.push_back(seen.warps * static_cast<double>(turns) / seen.cycles);
      turn.push_back(seen.cycles / turns);
      rate.push_back(static_cast<double>(spans.size()) * turns * walk_line_bytes /
                     (milliseconds * 1e6));
    }
    figure.loads_per_cycle = quantile(loads, 0.5);
    figure.cycles_of_a_turn = quantile(turn, 0.5);
    figure.gigabytes_per_second = quantile(rate, 0.5);
    record_.hiding.push_back(figure);
  }

 private:
  double launch(const HideRow& row, const Residency& residency) {
    // Each launch begins elsewhere: the cache still holds where the last ones were.
    seed_ += 40'503;
    begin_.record();
    row.kernel<<<static_cast<unsigned>(residency.blocks * multiprocessors_),
                 static_cast<unsigned>(residency.threads),
                 static_cast<std::size_t>(residency.shared_bytes)>>>(
        walk_.memory(), walk_.lines(), seed_, given_, spans_.as<ClockedSpan>(),
        sink_.as<unsigned>());
    check(cudaGetLastError(), "launching warps that load");
    end_.record();
    return end_.milliseconds_since(begin_);
  }

  DeviceRecord& record_;
  int multiprocessors_;
  LineWalk walk_;
  Given given_;
  CudaMemory spans_, sink_;
  DeviceEvent begin_, end_;
  unsigned seed_ = 0;
};

}  // namespace

void measure_hiding(DeviceRecord& record) {
  Hiding hiding(record);
  const int most = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / lanes;
  for (const HideRow& row : hide_rows) {
    for (const int warps : warp_counts) {
      if (warps <= most) hiding.measure(row, warps);
    }
  }
}

}  // namespace warpscope
