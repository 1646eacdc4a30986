#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope::test {

/// Runs a kernel of the catalogue on the emulator; the result must equal the reference.
inline RunResult emulate(RunRequest request) {
  request.machine = MachineKind::emulator;
  Result<RunResult> result = run(request);
  if (!result) {
    ADD_FAILURE() << request.kernel << ": " << result.error().message;
    return {std::make_shared<Trace>(), {}, "not run"};
  }
  EXPECT_EQ(result->mismatch, "") << request.kernel;
  return std::move(result).value();
}

/// What a run costs under a bank model.
inline Totals totals(const RunRequest& request, BankModel model = BankModel::cc5) {
  return summarize(*emulate(request).trace, model).totals;
}
inline std::uint64_t conflicts(const RunRequest& request, BankModel model) {
  const Totals sums = totals(request, model);
  return sums.shared_load.conflicts() + sums.shared_store.conflicts();
}

/// Why a request is not legal; empty where it is.
inline std::string refusal(const RunRequest& request) {
  const auto completed = complete(request);
  return completed ? "" : completed.error().message;
}

}  // namespace warpscope::test
