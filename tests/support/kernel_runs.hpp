#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/run.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope::test {

/// Runs on the emulator, even if the result is wrong.
inline RunResult emulate_anyhow(RunRequest request) {
  request.machine = MachineKind::emulator;
  Result<RunResult> result = run(request);
  if (!result) {
    ADD_FAILURE() << request.kernel << ": " << result.error().message;
    return {std::make_shared<Trace>(), {}, "not run"};
  }
  return std::move(result).value();
}
/// Runs on the emulator; the result must equal the reference.
inline RunResult emulate(const RunRequest& request) {
  RunResult result = emulate_anyhow(request);
  EXPECT_EQ(result.mismatch, "") << request.kernel;
  return result;
}
inline RunRequest request(const std::string& kernel, const std::string& input = "random") {
  return {.kernel = kernel, .input = {.kind = input}};
}
/// The trace of a run with the defaults.
inline std::shared_ptr<const Trace> trace_of(const std::string& kernel, const std::string& input) {
  return emulate(request(kernel, input)).trace;
}
/// The cost of a run under a bank model.
inline Totals totals(const RunRequest& request, BankModel model = BankModel::cc5) {
  return summarize(*emulate(request).trace, model).totals;
}
inline std::uint64_t conflicts(const RunRequest& request, BankModel model) {
  const Totals sums = totals(request, model);
  return sums.shared_load.conflicts() + sums.shared_store.conflicts();
}
/// Why a request is refused; empty if it runs.
inline std::string refusal(RunRequest request) {
  request.machine = MachineKind::emulator;
  const auto result = run(request);
  return result ? "" : result.error().message;
}

/// Numbers in a file of their own, to be given as an input.
class NumberFile {
 public:
  template <class Number>
  NumberFile(int count, Number number) {
    std::ofstream file(path_);
    for (int i = 0; i < count; ++i) file << number(i) << '\n';
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  TestFolder folder_;
  std::string path_ = folder_.file("numbers.txt");
};

/// Lanes that make this access to the array of that name, summed.
inline std::uint64_t lanes_of(const Trace& trace, const std::string& array, Operation operation) {
  std::uint64_t lanes = 0;
  for (const Access& access : trace.accesses) {
    if (trace.arrays[access.array].name != array || access.operation != operation) continue;
    lanes += static_cast<std::uint64_t>(access.active());
  }
  return lanes;
}

/// The findings of a run, all of them about numbers.
inline std::string numerics(const RunResult& result) {
  std::string all;
  for (const Finding& finding : result.trace->findings) {
    EXPECT_EQ(finding.kind, FindingKind::numerics) << finding.message.english();
    all += finding.message.english();
  }
  return all;
}

}  // namespace warpscope::test
