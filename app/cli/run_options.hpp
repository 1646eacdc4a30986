#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/session/document.hpp"

namespace warpscope {

/// The options that say what to run, as typed; shared by every subcommand that runs a kernel.
/// An empty text takes the default.
struct RunOptions {
  std::string size, block, input, seed, banks, machine, traced_block, schedule, store_winner,
      drop_barrier, pad;
  std::vector<std::string> parameters;
  std::string size_name = "--size";  ///< the option that `size` came by
};

/// `size_names` differs where --size means a picture's size.
void add_run_options(Arguments& command, RunOptions& options,
                     const std::string& size_names = "--size,--elements");
void add_machine_option(Arguments& command, std::string& machine);
void add_parameter_option(Arguments& command, std::vector<std::string>& parameters);

/// Fails where an option says what to run; `why` begins the sentence.
[[nodiscard]] Status no_run_options(const RunOptions& options, const std::string& why);

/// The request that the options describe, checked for form; run() checks it against the kernel.
[[nodiscard]] Result<RunRequest> run_request(const std::string& kernel, const RunOptions& options);
[[nodiscard]] Result<BankModel> chosen_banks(const RunOptions& options);
[[nodiscard]] Result<WhatIf> chosen_what_if(const RunOptions& options);
[[nodiscard]] Result<MachineKind> parse_machine(const std::string& text);
/// Adds "type=float" and the like to a request, if its kernel has parameters of those names.
[[nodiscard]] Status parse_parameters(const std::vector<std::string>& texts, RunRequest& request);

/// True where `target` means a trace file rather than a kernel.
[[nodiscard]] bool names_trace_file(const std::string& target);
/// Runs the kernel or reads the trace file that `target` names, and analyses it.
[[nodiscard]] Result<DocumentPtr> open_document(const std::string& target,
                                                const RunOptions& options);

/// The command line that repeats a request, without the program's name and subcommand.
[[nodiscard]] std::string arguments_of(const RunRequest& request);

}  // namespace warpscope
