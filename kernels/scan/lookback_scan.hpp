#pragma once

#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_element.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/scan_lookback.cuh"

namespace warpscope {

/// Host side of the scan in a single pass: clears what blocks tell one another, and launches.
template <class T>
struct LookbackScan {
  template <class Machine>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem) {
    constexpr int full_speed = ScanLookback::info.full_speed_block;
    if (problem.block == full_speed) return run(machine, problem, ScanLookback::FullSpeed{});
    return run(machine, problem, ScanLookback::Watched{});
  }

  static Sentence mismatch(const Problem<T>& problem, const std::vector<T>& output) {
    return mismatch_of(output, scan_reference(problem, problem.size, false));
  }

  static std::uint64_t bytes(const Problem<T>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(T);
  }
  static std::uint64_t operations(const Problem<T>& problem) {
    return static_cast<std::uint64_t>(problem.size) - 1;
  }

 private:
  template <class Machine, class Tile>
  static std::vector<T> run(Machine& machine, const Problem<T>& problem, Tile tile) {
    const std::int64_t elements = std::int64_t{4} * Tile::rows * problem.block;
    const auto tiles = static_cast<int>((problem.size + elements - 1) / elements);
    const auto in = machine.template upload<Vec4<T>>("in", problem);
    const auto out = machine.template allocate<Vec4<T>>("out", problem.size / 4);
    const auto tickets = machine.template allocate<int>("tickets", 1);
    const auto status = machine.template allocate<Vec2<T>>(
        "status", std::int64_t{tiles} * ScanLookback::apart, ScanLookback::apart);
    machine.clear(tickets);
    machine.clear(status);
    machine.launch(ScanLookback{}, tiles, problem.block,
                   ScanLookback::shared_count(problem.block) * sizeof(T), in, out, tickets, status,
                   Add<T>{}, tile);
    return numbers_of<T>(machine.download(out));
  }
};

}  // namespace warpscope
