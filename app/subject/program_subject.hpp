#pragma once

#include <functional>

#include "app/subject/program_options.hpp"
#include "app/subject/subject.hpp"
#include "instrumentation/program/compile/build_program.hpp"

namespace warpscope {

/// What compiles and runs programs: build_program(), run_program() and find_compiler(). main() puts
/// them in, tests their own.
struct ProgramRunner {
  std::function<BuildResult(const BuildRequest&, std::stop_token,
                            const std::function<void(const std::string&)>& progress)>
      build;
  std::function<Result<ProgramRun>(const BuiltProgram&, const ProgramRequest&, const ProgramOutput&,
                                   std::stop_token)>
      run;
  std::function<Result<Compiler>()> find_compiler;
};

/// Whether a target that a user named is a program's source: "reduce.cu".
[[nodiscard]] bool names_a_program(const std::string& target);

/// Fails with a sentence if a source file is not there.
[[nodiscard]] Status check_program_files(const BuildRequest& request);

/// A launch of a program of the user's own. Recording it compiles and runs the program; what the
/// program prints goes to standard error. `choice` has at least one file.
[[nodiscard]] SubjectPtr program_subject(ProgramChoice choice, ProgramRunner runner);

/// Gives a trace of a program the header that says whose it is: without a date, since the same
/// program makes the same trace.
void name_program(Trace& trace, const ProgramRequest& request);

}  // namespace warpscope
