#pragma once

#include <string>
#include <vector>

#include "instrumentation/timing/bench.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The options of `bench`, as typed; an empty text takes the default.
struct BenchOptions {
  std::vector<std::string> names, parameters;
  std::string sizes, block, input, seed, repetitions = "30";
  std::string what_if;  ///< "conflict-free": each kernel with and without its bank conflicts, alone
  bool alone = false;   ///< without rivals and limits
  bool no_processor = false;  ///< without the rivals that run on the processor
  bool check_all = false;     ///< check results of all sizes
};

struct BenchSchedule {
  /// Groups by family, then by size: the kernels, once for each choice of parameters, and the
  /// rivals that do the same task.
  std::vector<BenchGroup> groups;
  std::vector<SkippedBench> skipped;  ///< kernels that take none of the sizes, or not the largest
};
/// Plans the benchmark. Fails if a name, a number or a parameter is not legal, if no kernel takes
/// any of the sizes, or if it has nothing that the what-if would change.
[[nodiscard]] Result<BenchSchedule> bench_schedule(const BenchOptions& options);

}  // namespace warpscope
