#pragma once

#include <string>
#include <vector>

#include "instrumentation/timing/bench.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What `bench` was asked for, as typed; an empty text takes the default.
struct BenchOptions {
  std::vector<std::string> names, parameters;
  std::string sizes, block, input, seed, repetitions = "30";
  bool alone = false;         ///< without rivals and limits
  bool no_processor = false;  ///< without the rivals that run on the processor
};

struct BenchSchedule {
  /// Family by family, size by size: the kernels, once for each value of a parameter, and what does
  /// the same task.
  std::vector<BenchGroup> groups;
  std::vector<SkippedBench> skipped;  ///< kernels that take none of the sizes, or not the largest
};
/// An error where a name, a number or a parameter is not legal, or no kernel takes any of the sizes.
[[nodiscard]] Result<BenchSchedule> bench_schedule(const BenchOptions& options);

}  // namespace warpscope
