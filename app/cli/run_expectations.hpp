#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/cli/report_json.hpp"
#include "app/expect/expectation.hpp"
#include "app/subject/told_expectation.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// The options of `run` about expectations, as typed.
struct TypedExpectations {
  std::vector<std::string> conditions;  ///< --expect
  std::vector<std::string> lists;       ///< --expect-file
  std::string junit;                    ///< --junit; empty: no report
  bool not_of_sources = false;          ///< --no-expect

  void describe(Arguments& command);
};

/// The expectations on a program: typed, of lists, and of its sources' comments. Reads the files. Fails with the place of
/// what is not understood.
[[nodiscard]] Result<std::vector<Expectation>> read_expectations(
    const TypedExpectations& typed, const std::vector<std::filesystem::path>& sources);

/// "Expectations: 2 of 3 fulfilled.", and a table; nothing if there are none.
void print_expectations(std::ostream& out, std::span<const ToldExpectation> told);

/// An entry for each: docs/json.md.
[[nodiscard]] Json expectations_json(std::span<const ToldExpectation> told);

/// 2 if one matches nothing, 1 if one is not fulfilled, else 0.
[[nodiscard]] int exit_code_of(std::span<const ToldExpectation> told);

/// Writes the JUnit report. `failed`: whether the run is a failure without them.
[[nodiscard]] Status write_junit(const std::string& file, const std::string& program,
                                 const ProgramOutcome& outcome, bool failed,
                                 std::span<const ToldExpectation> told);

}  // namespace warpscope
