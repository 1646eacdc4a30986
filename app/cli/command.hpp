#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "app/cli/arguments.hpp"
#include "app/cli/frontend.hpp"

namespace warpscope {

inline constexpr const char* program_version = "0.1.0";

/// One invocation of the program: where a subcommand writes, what it may ask for, and what the
/// parsed arguments chose to do.
struct Invocation {
  std::ostream& out;
  std::ostream& err;
  const Frontend& frontend;
  std::string command_line;  ///< as typed, for records
  /// Ends the general progress message; for commands that show their own progress.
  std::function<void()> own_progress = [] {};
  std::function<Result<int>()> action;  ///< gives the exit code
};

// Each adds a subcommand to the program; when it was chosen, it sets invocation.action.
void add_list(Arguments& program, Invocation& invocation);
void add_run(Arguments& program, Invocation& invocation);
void add_report(Arguments& program, Invocation& invocation);
void add_lesson(Arguments& program, Invocation& invocation);
void add_progress(Arguments& program, Invocation& invocation);
void add_trace(Arguments& program, Invocation& invocation);
void add_info(Arguments& program, Invocation& invocation);
void add_diff(Arguments& program, Invocation& invocation);
void add_compare(Arguments& program, Invocation& invocation);
void add_export(Arguments& program, Invocation& invocation);
void add_verify(Arguments& program, Invocation& invocation);
void add_bench(Arguments& program, Invocation& invocation);
void add_doctor(Arguments& program, Invocation& invocation);

}  // namespace warpscope
