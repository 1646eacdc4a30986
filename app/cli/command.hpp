#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <ostream>
#include <string>

#include "app/cli/frontend.hpp"

namespace warpscope {

inline constexpr const char* program_version = "0.1.0";

/// One invocation of the program: where a subcommand writes, what it may ask for, and what the
/// parsed arguments chose to do.
struct Invocation {
  std::ostream& out;
  std::ostream& err;
  const Frontend& frontend;
  std::string command_line;             ///< as typed, for records
  std::function<Result<int>()> action;  ///< gives the exit code
};

// Each adds a subcommand to the program; when it was chosen, it sets invocation.action.
void add_list(CLI::App& program, Invocation& invocation);
void add_report(CLI::App& program, Invocation& invocation);
void add_lesson(CLI::App& program, Invocation& invocation);
void add_trace(CLI::App& program, Invocation& invocation);
void add_info(CLI::App& program, Invocation& invocation);
void add_diff(CLI::App& program, Invocation& invocation);
void add_compare(CLI::App& program, Invocation& invocation);
void add_export(CLI::App& program, Invocation& invocation);
void add_verify(CLI::App& program, Invocation& invocation);
void add_bench(CLI::App& program, Invocation& invocation);
void add_doctor(CLI::App& program, Invocation& invocation);

}  // namespace warpscope
