#pragma once

#include <algorithm>
#include <vector>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/device/chain.cuh"
#include "instrumentation/timing/device/device_event.cuh"
#include "instrumentation/timing/measure.hpp"

namespace warpscope {

/// What an operation costs.
struct ChainFigures {
  double cycles = 0;                      ///< of a full multiprocessor, for one operation of a warp
  double latency = 0;                     ///< cycles of a chain
  double warp_operations_per_second = 0;  ///< of all multiprocessors
};

/// Launches run_chains() and reads what the warps saw.
class ChainBench {
 public:
  ChainBench()
      : multiprocessors_(device_attribute(cudaDevAttrMultiProcessorCount)),
        most_blocks_(device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / chain_threads *
                     multiprocessors_),
        spans_(sizeof(ClockedSpan) * most_warps()),
        sink_(sizeof(unsigned)) {}

  /// Blocks of chain_threads threads that the device can hold.
  [[nodiscard]] int most_blocks() const { return most_blocks_; }

  template <class Operation>
  [[nodiscard]] ChainFigures measure(const Given& given) {
    ChainFigures figures = throughput<Operation>(given);
    figures.latency = latency<Operation>(given);
    return figures;
  }

 private:
  static constexpr int repetitions = 5;
  static constexpr double wanted_cycles =
      1.5e6;  // so long that the launch's beginning hardly counts
  static constexpr int most_rounds = 512, trial_rounds = 4, latency_rounds = 32;

  [[nodiscard]] std::size_t most_warps() const {
    return static_cast<std::size_t>(most_blocks_) * (chain_threads / 32);
  }

  template <class Operation, int Chains>
  double launch(int blocks, int threads, const Given& given, int rounds) {
    begin_.record();
    run_chains<Operation, Chains>
        <<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads)>>>(
            given, rounds, spans_.as<ClockedSpan>(), sink_.as<unsigned>());
    check(cudaGetLastError(), "launching a chain of operations");
    end_.record();
    return end_.milliseconds_since(begin_);
  }

  [[nodiscard]] std::vector<ClockedSpan> read_spans(int warps) const {
    std::vector<ClockedSpan> spans(static_cast<std::size_t>(warps));
    check(cudaMemcpy(spans.data(), spans_.as<void>(), spans.size() * sizeof(ClockedSpan),
                     cudaMemcpyDeviceToHost),
          "reading the clocks");
    return spans;
  }

  template <class Operation>
  ChainFigures throughput(const Given& given) {
    int resident = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
              &resident, run_chains<Operation, most_chains>, chain_threads, 0),
          "asking how many blocks fit");
    const int blocks = std::min(resident * multiprocessors_, most_blocks_);
    const int warps = blocks * (chain_threads / 32);
    constexpr double of_a_round = unrolled_steps<Operation, most_chains> * most_chains *
                                  static_cast<double>(Operation::operations);
    int rounds = trial_rounds;
    ChainFigures figures;
    std::vector<double> cycles, rates;
    for (int run = -2; run < repetitions; ++run) {  // two to warm up, and to find the rounds
      const double milliseconds =
          launch<Operation, most_chains>(blocks, chain_threads, given, rounds);
      const SpanFigures seen = median_multiprocessor(read_spans(warps));
      if (seen.cycles <= 0) throw DeviceError{cudaErrorUnknown, "reading clocks that stand still"};
      if (run < 0) {
        const double wanted = wanted_cycles / (seen.cycles / rounds);
        rounds = static_cast<int>(std::clamp(wanted, double{trial_rounds}, double{most_rounds}));
        continue;
      }
      cycles.push_back(seen.cycles / (seen.warps * rounds * of_a_round));
      rates.push_back(warps * (rounds * of_a_round) / (milliseconds / 1000));
    }
    figures.cycles = quantile(cycles, 0.5);
    figures.warp_operations_per_second = quantile(rates, 0.5);
    return figures;
  }

  template <class Operation>
  double latency(const Given& given) {
    int threads = 32;
    if constexpr (requires { Operation::latency_threads; }) threads = Operation::latency_threads;
    constexpr double of_a_round =
        unrolled_steps<Operation, 1> * static_cast<double>(Operation::operations);
    std::vector<double> cycles;
    for (int run = -1; run < repetitions; ++run) {
      launch<Operation, 1>(1, threads, given, latency_rounds);
      const SpanFigures seen = median_multiprocessor(read_spans(threads / 32));
      if (run >= 0) cycles.push_back(seen.cycles / (latency_rounds * of_a_round));
    }
    return quantile(cycles, 0.5);
  }

  int multiprocessors_, most_blocks_;
  CudaMemory spans_, sink_;
  DeviceEvent begin_, end_;
};

}  // namespace warpscope
