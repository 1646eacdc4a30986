#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/kernel_runs.hpp"

namespace warpscope::sorting {

using test::refusal;

/// Runs on the emulator; the result must be right and without findings.
inline RunResult emulate(const RunRequest& request) {
  RunResult result = test::emulate(request);
  EXPECT_TRUE(result.trace->findings.empty()) << result.trace->findings.front().message.english();
  return result;
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
