#include "app/cli/command_line.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <new>

#include "app/cli/command.hpp"
#include "app/cli/run_options.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/run/nearest.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// THE list of subcommands, in the order of the help.
constexpr std::array add_commands{add_list,   add_lesson, add_report, add_compare,
                                  add_trace,  add_info,   add_diff,   add_export,
                                  add_verify, add_bench,  add_doctor};

struct WindowArguments {
  std::string target, lessons;
  RunOptions run;
};

int exit_code(ErrorKind kind) { return static_cast<int>(kind); }

/// Neither a kernel nor a trace file: perhaps a subcommand that was misspelt.
Error unknown_target(const CLI::App& program, const std::string& target) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  for (const KernelInfo* kernel : catalogue()) known.emplace_back(kernel->id);
  const std::vector<std::string> near = nearest_names(target, known);
  return {
      ErrorKind::usage,
      fmt::format("There is no command, kernel or trace file \"{}\". {}", target,
                  near.empty() ? "warpscope --help lists the commands, warpscope list the kernels."
                               : did_you_mean(target, known))};
}

Result<int> open_window(const CLI::App& program, const WindowArguments& arguments,
                        const Frontend& frontend) {
  const Result<BankModel> banks = chosen_banks(arguments.run);
  if (!banks) return banks.error();
  WindowOptions options;
  options.model = banks.value();
  auto lessons = open_lessons(lessons_folder(arguments.lessons));
  if (!lessons) return lessons.error();
  options.lessons = lessons.value();
  if (arguments.target.empty()) {
    Status none = no_run_options(arguments.run, "No kernel is named");
    if (!none) return none.error();
  } else if (names_trace_file(arguments.target)) {
    Status none = no_run_options(arguments.run, arguments.target + " is a recorded trace");
    if (!none) return none.error();
    if (std::error_code ignored; !std::filesystem::exists(arguments.target, ignored)) {
      return Error{ErrorKind::usage, fmt::format("There is no file {}.", arguments.target)};
    }
    options.file = arguments.target;
  } else {
    if (!find_kernel(arguments.target)) return unknown_target(program, arguments.target);
    const Result<RunRequest> request = run_request(arguments.target, arguments.run);
    if (!request) return request.error();
    options.request = request.value();
  }
  return frontend.open_window(options);
}

std::vector<std::string> long_option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What CLI11 says of an option's values names its own counters: say it in ours.
std::string parse_sentence(const CLI::ParseError& error) {
  const std::string what = error.what();
  if (error.get_name() != "ArgumentMismatch") return what + ".";
  const std::string option = what.substr(0, what.find(':'));
  const bool none = what.find("missing") != std::string::npos;
  return option + (none ? " needs a value." : " was given more than once.");
}

/// An empty value would be taken for the default: it is nearly always a variable that was not set.
Status no_empty_values(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    const bool flag = option->get_items_expected_max() == 0;
    if (flag || std::ranges::count(option->results(), std::string()) == 0) continue;
    return Error{ErrorKind::usage,
                 fmt::format("{} is empty, but it needs a value. {} --help explains.",
                             option->get_name(), name)};
  }
  return Done{};
}

/// What is wrong with the arguments, as a sentence that says what to do.
Error parse_error(const CLI::App& program, const std::string& target,
                  const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  const std::string name =
      chosen.empty() ? program.get_name() : program.get_name() + " " + command.get_name();
  if (chosen.empty() && !target.empty() && !names_trace_file(target) && !find_kernel(target)) {
    return unknown_target(program, target);
  }
  const std::vector<std::string> extras = command.remaining();
  const std::string help = fmt::format("{} --help explains.", name);
  if (extras.empty()) return {ErrorKind::usage, parse_sentence(error) + " " + help};
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (!word.starts_with('-')) {
    return {ErrorKind::usage, fmt::format("{} does not take \"{}\". {}", name, word, help)};
  }
  const std::vector<std::string> known = long_option_names(command);
  const std::string near = nearest_names(word, known).empty() ? help : did_you_mean(word, known);
  return {ErrorKind::usage, fmt::format("{} has no option \"{}\". {}", name, word, near)};
}

std::string version_text() {
  const CudaStatus& cuda = cuda_status();
  return fmt::format("warpscope {} ({})", program_version,
                     cuda.built ? "with CUDA " + cuda.runtime : "without CUDA");
}

/// Help in a terminal's width.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(description_column); }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), terminal_columns - description_column);
  }

 private:
  static constexpr int description_column = 26;
};

void describe(CLI::App& program, WindowArguments& arguments) {
  program.set_version_flag("--version", version_text, "Print the version and exit");
  program
      .add_option("KERNEL|FILE.wscope", arguments.target,
                  "Opens the window with a kernel or a trace file")
      ->type_name("");
  program
      .add_option("--lessons", arguments.lessons,
                  "A folder of .yaml files that add lessons or replace them")
      ->type_name("DIR");
  add_run_options(program, arguments.run);
  program.footer(
      "Examples:\n"
      "  warpscope                          the window\n"
      "  warpscope scan_blelloch --size 512 the window, with this kernel\n"
      "  warpscope report reduce_strided    what a kernel costs, line by line\n"
      "  warpscope report --help            the options of a subcommand\n"
      "Exit codes: 0 done, 1 a check found a difference, 2 wrong usage,\n"
      "3 this machine lacks what was asked for.");
}

/// Parses, and runs what was chosen.
Result<int> run(std::span<const std::string> args, CLI::App& program, WindowArguments& arguments,
                Invocation& invocation) {
  try {
    // CLI11 takes the arguments from the end of a vector.
    program.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::CallForHelp&) {
    invocation.out << program.help();
    return 0;
  } catch (const CLI::CallForVersion&) {
    invocation.out << version_text() << '\n';
    return 0;
  } catch (const CLI::ParseError& error) {
    return parse_error(program, arguments.target, error);
  }
  if (Status filled = no_empty_values(program, program.get_name()); !filled) {
    return filled.error();
  }
  for (const CLI::App* command : program.get_subcommands()) {
    const std::string name = program.get_name() + " " + command->get_name();
    if (Status filled = no_empty_values(*command, name); !filled) return filled.error();
  }
  try {
    if (invocation.action) {
      Status none = no_run_options(arguments.run, "Options stand after the subcommand");
      if (!none) return none.error();
      if (!arguments.target.empty()) {
        return Error{ErrorKind::usage, fmt::format("\"{}\" stands before the subcommand; "
                                                   "its arguments stand after it.",
                                                   arguments.target)};
      }
      return invocation.action();
    }
    return open_window(program, arguments, invocation.frontend);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::failed, "There is not enough memory for this; take a smaller --size."};
  }
}

}  // namespace

int run_command_line(std::span<const std::string> args, std::ostream& out, std::ostream& err,
                     const Frontend& frontend) {
  CLI::App program("Watch a CUDA kernel think.", "warpscope");
  program.formatter(std::make_shared<HelpFormatter>());
  program.require_subcommand(0, 1);
  Invocation invocation{out, err, frontend, "warpscope", {}};
  for (const std::string& arg : args) invocation.command_line += " " + arg;
  WindowArguments arguments;
  describe(program, arguments);
  for (const auto add : add_commands) add(program, invocation);

  const Result<int> code = run(args, program, arguments, invocation);
  if (code) return code.value();
  fmt::print(err, "warpscope: {}\n", code.error().message);
  return exit_code(code.error().kind);
}

}  // namespace warpscope
