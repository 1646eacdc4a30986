#pragma once

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// A legal request in launch terms.
struct Plan {
  const KernelInfo* kernel = nullptr;
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;
  std::string type{};
  std::string op{};
};

/// Elements above which the emulator would run for minutes; the GPU takes more.
inline constexpr std::int64_t emulator_size_cap = std::int64_t{1} << 22;
inline constexpr std::int64_t size_cap = std::int64_t{1} << 30;

[[nodiscard]] Result<Plan> make_plan(const RunRequest& request);

/// The elements of a request; a file gives its own number of them.
/// Random: 0..99; floats have one decimal, so that sums are not exact.
[[nodiscard]] Result<std::vector<double>> make_input(const InputSpec& spec, const std::string& type,
                                                     std::int64_t size);

}  // namespace warpscope
