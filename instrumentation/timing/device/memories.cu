#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "instrumentation/timing/device/chain_bench.cuh"
#include "instrumentation/timing/device/memory_chains.cuh"
#include "instrumentation/timing/device/sections.cuh"
#include "instrumentation/timing/device/texture_view.cuh"

namespace warpscope {
namespace {

constexpr int lanes = 32;

/// Each pointer points to itself.
__global__ void link_to_itself(unsigned long long* pointers, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    pointers[i] = reinterpret_cast<unsigned long long>(pointers + i);
  }
}

constexpr int loads_of_a_turn = 4;
/// Reads `count` vectors once, 16 bytes a lane, with several loads under way.
__global__ void __launch_bounds__(chain_threads)
    read_global(const int4* from, std::size_t count, int never, ClockedSpan* spans, int* sink) {
  constexpr std::size_t tile = std::size_t{chain_threads} * loads_of_a_turn;
  int sum = 0;
  const long long begin = clock64();
  for (std::size_t first = blockIdx.x * tile; first + tile <= count; first += gridDim.x * tile) {
    int4 four[loads_of_a_turn];
#pragma unroll
    for (int k = 0; k < loads_of_a_turn; ++k) {
      four[k] = __ldcs(from + first + threadIdx.x + std::size_t{chain_threads} * k);
    }
#pragma unroll
    for (int k = 0; k < loads_of_a_turn; ++k) sum += four[k].x + four[k].y + four[k].z + four[k].w;
  }
  if (sum == never) *sink = sum;  // before the clock, so that it waits for the loads
  const long long end = clock64();
  if (threadIdx.x % lanes == 0) {
    spans[(blockIdx.x * blockDim.x + threadIdx.x) / lanes] = {this_multiprocessor(), begin, end};
  }
}

class Memories {
 public:
  explicit Memories(DeviceRecord& record) : record_(record) {}

  void on_chip() {
    constexpr int of_four = lanes * 4, of_eight = lanes * 8;  // bytes that a warp's load gives
    chain<SharedLoad<1>>("shared", of_four);

    std::vector<unsigned> words(constant_words);
    for (std::size_t w = 0; w < words.size(); ++w) {
      words[w] = static_cast<unsigned>(w * sizeof(unsigned));
    }
    check(cudaMemcpyToSymbol(constant_chain, words.data(), words.size() * sizeof(unsigned)),
          "filling constant memory");
    chain<ConstantLoad>("constant", of_four);

    const std::size_t pointers =
        static_cast<std::size_t>(bench_.most_blocks()) * chain_threads * most_chains;
    const CudaMemory memory(pointers * sizeof(unsigned long long));
    link_to_itself<<<1024, chain_threads>>>(memory.as<unsigned long long>(), pointers);
    check(cudaGetLastError(), "linking pointers");
    given_.memory = memory.as<void>();
    chain<FirstLevelLoad>("first_level", of_eight);

    std::vector<unsigned> texels(std::size_t{chain_threads} * most_chains);
    std::iota(texels.begin(), texels.end(), 0U);
    const TextureView view(texels);
    given_.texture = view.object();
    chain<TextureLoad>("texture", of_four);
    chain<LocalLoad>("local", of_four);
    chain<SecondLevelLoad>("second_level", of_eight);
  }

  void global() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking the device for its memory");
    std::size_t bytes = std::size_t{4} << 30U;
    while (bytes > free / 2) bytes /= 2;
    const CudaMemory memory(bytes);
    // Not zeros, which are cheaper to move.
    link_to_itself<<<1024, chain_threads>>>(memory.as<unsigned long long>(),
                                            bytes / sizeof(unsigned long long));
    check(cudaGetLastError(), "filling memory");
    const CudaMemory sink(sizeof(int));
    const int blocks = bench_.most_blocks();
    const int warps = blocks * (chain_threads / lanes);
    const CudaMemory spans_memory(sizeof(ClockedSpan) * static_cast<std::size_t>(warps));
    std::vector<ClockedSpan> spans(static_cast<std::size_t>(warps));
    const DeviceEvent begin, end;
    std::vector<double> rates, cycles;
    constexpr int repetitions = 7;
    for (int run = -1; run < repetitions; ++run) {
      begin.record();
      read_global<<<static_cast<unsigned>(blocks), chain_threads>>>(
          memory.as<const int4>(), bytes / sizeof(int4), 1, spans_memory.as<ClockedSpan>(),
          sink.as<int>());
      check(cudaGetLastError(), "launching a read of memory");
      end.record();
      const double milliseconds = end.milliseconds_since(begin);
      check(cudaMemcpy(spans.data(), spans_memory.as<void>(), spans_memory.bytes(),
                       cudaMemcpyDeviceToHost),
            "reading the clocks");
      if (run < 0) continue;
      const SpanFigures seen = median_multiprocessor(spans);
      if (seen.cycles <= 0) throw DeviceError{cudaErrorUnknown, "reading clocks that stand still"};
      rates.push_back(static_cast<double>(bytes) / (milliseconds * 1e6));
      cycles.push_back(static_cast<double>(bytes) * seen.warps / warps / seen.cycles);
    }
    record_.memories.push_back({.memory = "global",
                                .bytes_per_cycle = quantile(cycles, 0.5),
                                .gigabytes_per_second = quantile(rates, 0.5)});
  }

 private:
  template <class Operation>
  void chain(const char* name, int bytes_of_a_warp) {
    const ChainFigures figures = bench_.measure<Operation>(given_);
    record_.memories.push_back(
        {.memory = name,
         .bytes_per_cycle = bytes_of_a_warp / figures.cycles,
         .gigabytes_per_second = bytes_of_a_warp * figures.warp_operations_per_second / 1e9});
  }

  DeviceRecord& record_;
  ChainBench bench_;
  Given given_;
};

}  // namespace

void measure_memories(DeviceRecord& record) {
  Memories memories(record);
  memories.on_chip();
  memories.global();
}

}  // namespace warpscope
