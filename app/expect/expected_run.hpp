#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/expect/expectation.hpp"
#include "app/subject/told_expectation.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

struct RunFacts;

/// A program's run, asked for the figures that expectations name. The run must outlive it.
class ExpectedRun {
 public:
  ExpectedRun(const ProgramRun& run, BankModel model);
  ~ExpectedRun();
  ExpectedRun(const ExpectedRun&) = delete;
  ExpectedRun& operator=(const ExpectedRun&) = delete;

  /// The same program as compiled for a GPU; nullptr: `why` it is not known. Without a call, nobody asked for it, and
  /// what depends on it is unknown.
  void set_joined(const ProgramRun* joined, Sentence why);

  [[nodiscard]] ToldExpectation check(const Expectation& expectation) const;

 private:
  std::unique_ptr<const RunFacts> facts_;
  std::unique_ptr<const RunFacts> joined_;
  std::optional<Sentence> joined_missing_;  // set once somebody asked for it
};

/// What became of one that is not understood.
[[nodiscard]] ToldExpectation not_understood(const WrittenExpectation& written, const Error& why);

/// Reads and checks all.
[[nodiscard]] std::vector<ToldExpectation> check_expectations(
    std::span<const WrittenExpectation> written, const std::string& own_file, const ProgramRun& run,
    BankModel model);

}  // namespace warpscope
