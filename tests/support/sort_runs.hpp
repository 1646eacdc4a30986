#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/run/run.hpp"

namespace warpscope::sorting {

/// On the emulator, right and without findings.
inline RunResult emulate(RunRequest request) {
  request.machine = MachineKind::emulator;
  Result<RunResult> result = run(request);
  if (!result) {
    ADD_FAILURE() << request.kernel << ": " << result.error().message;
    return {std::make_shared<Trace>(), {}, "none"};
  }
  EXPECT_EQ(result->mismatch, "") << request.kernel;
  EXPECT_TRUE(result->trace->findings.empty()) << result->trace->findings.front().message;
  return std::move(result).value();
}

inline std::string refusal(RunRequest request) {
  request.machine = MachineKind::emulator;
  const auto result = run(request);
  return result ? "" : result.error().message;
}

inline std::vector<double> keys_of(const RunResult& result) {
  return {result.output.begin(), result.output.begin() + std::ssize(result.output) / 2};
}
inline std::vector<double> places_of(const RunResult& result) {
  return {result.output.begin() + std::ssize(result.output) / 2, result.output.end()};
}

/// "merged 4", "load": the steps of a launch.
inline std::vector<std::string> steps_of(const Trace& trace, std::size_t launch = 0) {
  std::vector<std::string> names;
  for (const Step& step : trace.steps) {
    if (step.launch != launch) continue;
    names.push_back(step.name + (step.value ? " " + std::to_string(*step.value) : ""));
  }
  return names;
}

}  // namespace warpscope::sorting
