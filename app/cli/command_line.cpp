#include "app/cli/command_line.hpp"

#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ios>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "app/cli/arguments.hpp"
#include "app/cli/command.hpp"
#include "app/cli/patience.hpp"
#include "app/cli/printable_stream.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/find_subject.hpp"
#include "instrumentation/language/environment_language.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/guarded.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// THE list of subcommands, in the order of the help.
constexpr std::array add_commands{add_list,   add_lesson, add_progress, add_report, add_compare,
                                  add_run,    add_trace,  add_info,     add_diff,   add_export,
                                  add_verify, add_bench,  add_doctor};

struct WindowArguments {
  std::string target, lessons;
  RunOptions run;
};

int exit_code(ErrorKind kind) { return static_cast<int>(kind); }

/// The error for a word that is neither a kernel nor a trace file, but perhaps a misspelt
/// subcommand.
Error unknown_target(const ProgramArguments& program, const std::string& target) {
  std::vector<std::string> known = program.subcommand_names();
  for (const KernelInfo* kernel : catalogue()) known.emplace_back(kernel->id);
  const std::vector<std::string> near = nearest_names(target, known);
  if (near.empty()) {
    return usage_error(
        tr("There is no command, kernel or trace file \"{}\". warpscope --help lists the "
           "commands, warpscope list the kernels.",
           target));
  }
  return usage_error(tr("There is no command, kernel or trace file \"{0}\". {1}", target,
                        did_you_mean(target, known)));
}

/// Announces the time and memory that a large trace takes to open.
void tell_size(const std::string& file, std::ostream& err) {
  constexpr std::uint64_t large = 1'000'000;     // accesses
  constexpr double seconds_of_an_access = 3e-6;  // on a processor of 2024
  const Result<TraceSize> size = size_of_trace(file);
  if (!size || size->accesses < large) return;
  fmt::print(err, "warpscope: {}\n",
             tr("{0} holds {1} million accesses. It takes some {2} s and {3} GB of memory to open.",
                printable(file), fixed_text(static_cast<double>(size->accesses) * 1e-6, 1),
                fixed_text(static_cast<double>(size->accesses) * seconds_of_an_access, 0),
                fixed_text(static_cast<double>(size->memory) * 1e-9, 1)));
  err.flush();
}

/// Sets the lesson's file that was named.
Status choose_lecture(const WindowArguments& arguments, WindowOptions& options) {
  Status none = no_run_options(arguments.run, [&](const std::string& option) {
    return tr("{0} is a lesson, which says what runs, so {1} says nothing here.", arguments.target,
              option);
  });
  if (!none) return none;
  options.lecture = arguments.target;
  const auto title = options.lessons->title_in(options.lecture);
  return title ? Status(Done{}) : Status(title.error());
}

/// Sets the subject that was named and the request to run it.
Status choose_target(const ProgramArguments& program, const WindowArguments& arguments,
                     Invocation& invocation, WindowOptions& options) {
  if (!names_a_program(arguments.target) && !named_subject(arguments.target)) {
    return unknown_target(program, arguments.target);
  }
  Result<Target> target = named_target(arguments.target, arguments.run, invocation);
  if (!target) return target.error();
  const Subject& subject = *target->subject;
  if (!subject.runs()) {  // the window cannot pad what it opens with either
    Status none = no_run_options(arguments.run, [&](const std::string& option) {
      return tr("{0} is a {1}, so {2} says nothing here.", subject.id(), tr(subject.kind()),
                option);
    });
    if (!none) return none;
  }
  options.subject = target->subject;
  options.request = std::move(target->request);
  const std::filesystem::path file = subject.file();
  if (file.empty()) return Done{};
  if (std::error_code ignored; !std::filesystem::exists(file, ignored)) {
    return usage_error(tr("There is no file {}.", file.string()));
  }
  invocation.own_progress();
  if (!subject.runs()) tell_size(file.string(), invocation.err);
  return Done{};
}

Result<int> open_window(const ProgramArguments& program, const WindowArguments& arguments,
                        const std::string& language, Invocation& invocation) {
  const Result<BankModel> banks = chosen_banks(arguments.run);
  if (!banks) return banks.error();
  WindowOptions options;
  options.model = banks.value();
  options.language = language;
  auto lessons = open_lessons(lessons_folder(arguments.lessons), view_lists());
  if (!lessons) return lessons.error();
  options.lessons = lessons.value();
  options.programs = invocation.frontend.programs;
  const auto without_kernel = [](const std::string& option) {
    return tr("No kernel is named, so {} says nothing here.", option);
  };
  Status chosen = arguments.target.empty() ? no_run_options(arguments.run, without_kernel)
                  : names_a_lesson(arguments.target)
                      ? choose_lecture(arguments, options)
                      : choose_target(program, arguments, invocation, options);
  if (!chosen) return chosen.error();
  invocation.own_progress();  // the window shows progress itself
  return invocation.frontend.open_window(options);
}

std::string version_text() {
  const CudaStatus& cuda = cuda_status();
  return cuda.built ? tr("warpscope {0} (with CUDA {1})", program_version, cuda.runtime)
                    : tr("warpscope {} (without CUDA)", program_version);
}

void describe(ProgramArguments& program, WindowArguments& arguments) {
  program.word(
      "KERNEL|FILE", arguments.target,
      tr("Opens the window with a kernel, a program (.cu), a trace (.wscope) or a lesson (.yaml)"));
  program.option("--lessons", arguments.lessons, "DIR",
                 tr("A folder of .yaml files that add lessons or replace them"));
  arguments.run.describe(program);
  arguments.run.describe_programs(program);
  const auto example = [](const char* command, const char* what) {
    return "\n  " + wrapped(padded(command, 35) + what, terminal_columns - 2, std::string(37, ' '));
  };
  program.footer(
      tr_n("Example:", "Examples:", 6) +  //
      example("warpscope", tr("the window")) +
      example("warpscope scan_blelloch --size 512", tr("the window, with this kernel")) +
      example("warpscope sum.cu", tr("the window, with a CUDA program of your own")) +
      example("warpscope report reduce_strided", tr("what a kernel costs, line by line")) +
      example("warpscope run sum.cu", tr("a CUDA program of your own")) +
      example("warpscope report --help", tr("the options of a subcommand")) + "\n" +
      wrapped(tr("Exit codes: 0 done, 1 a check found a difference, 2 wrong usage, 3 this machine "
                 "lacks "
                 "what was asked for."),
              terminal_columns));
}

/// What was typed for --language, last; empty if nothing was.
std::string typed_language(std::span<const std::string> args) {
  constexpr std::string_view name = "--language";
  std::string typed;
  for (std::size_t k = 0; k < args.size() && args[k] != "--"; ++k) {
    if (args[k].starts_with(std::string(name) + "=")) typed = args[k].substr(name.size() + 1);
    if (args[k] == name && k + 1 < args.size()) typed = args[k + 1];
  }
  return typed;
}

/// Fails if a language is asked for that there is not.
Status known_language(std::span<const std::string> args) {
  const std::string typed = typed_language(args);
  if (typed.empty() || find_language(typed)) return Done{};
  return usage_error(
      tr("--language is \"{0}\", but it must be {1}.", typed, one_of(language_ids())));
}

/// Rejects --help and --version with a value: CLI11 would take any value for yes.
Status no_values_of_flags(std::span<const std::string> args) {
  for (const std::string& arg : args) {
    if (arg == "--") break;  // what follows is a program's own
    const std::string word = arg.substr(0, arg.find('='));
    if (word == arg || (word != "--version" && word != "--help")) continue;
    return usage_error(tr("{} takes no value. warpscope --help explains.", word));
  }
  return Done{};
}

Error no_memory(std::span<const std::string> args) {
  const bool of_file =
      std::ranges::any_of(args, [](const std::string& arg) { return arg.ends_with(".wscope"); });
  return {ErrorKind::unavailable,
          of_file
              ? tr("There is not enough memory to work on this trace; record a smaller problem, or "
                   "close other programs.")
              : tr("There is not enough memory for this; take a smaller --size, or close other "
                   "programs.")};
}

/// Parses the arguments and runs what they chose.
Result<int> run(std::span<const std::string> args, ProgramArguments& program,
                WindowArguments& arguments, Invocation& invocation) {
  if (Status bare = no_values_of_flags(args); !bare) return bare.error();
  if (Status known = known_language(args); !known) return known.error();
  const auto parsed = program.parse(args, [&]() -> std::optional<Error> {
    const std::string& target = arguments.target;
    if (target.empty() || names_a_lesson(target) || named_subject(target)) return std::nullopt;
    return unknown_target(program, target);
  });
  if (!parsed) return parsed.error();
  if (parsed.value()) {
    invocation.out << *parsed.value();
    return 0;
  }
  try {
    if (invocation.action) {
      Status none = no_run_options(arguments.run, [](const std::string& option) {
        return tr("Options stand after the subcommand, so {} says nothing here.", option);
      });
      if (!none) return none.error();
      if (!arguments.target.empty()) {
        return usage_error(tr("\"{}\" stands before the subcommand; its arguments stand after it.",
                              arguments.target));
      }
      return invocation.action();
    }
    return open_window(program, arguments, typed_language(args), invocation);
  } catch (const std::ios_base::failure&) {
    throw;  // standard output: main knows the reason
  } catch (const std::bad_alloc&) {
    return no_memory(args);
  } catch (...) {
    return caught_error("do what was asked");
  }
}

/// While it lives, all threads speak another language.
class Speaking {
 public:
  explicit Speaking(int language) : before_(current_language()) { set_language(language); }
  ~Speaking() { set_language(before_); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;

 private:
  int before_;
};

}  // namespace

int language_of_arguments(std::span<const std::string> args) {
  return find_language(typed_language(args)).value_or(language_of_environment());
}

int run_command_line(std::span<const std::string> args, std::ostream& out, std::ostream& err,
                     const Frontend& frontend) {
  const Speaking speaking(language_of_arguments(args));
  ProgramArguments program("warpscope", tr("Watch a CUDA kernel think."), version_text);
  std::optional<Patience> patience;
  const auto end_patience = [&patience] {
    if (patience) patience->stop();
  };
  PrintableStream shown(out, end_patience);
  Invocation invocation{shown, err, frontend, "warpscope", end_patience, {}};
  for (const std::string& arg : args) invocation.command_line += " " + arg;
  WindowArguments arguments;
  describe(program, arguments);
  for (const auto add : add_commands) add(program, invocation);

  // Tests and others that read `err` as a text are not told.
  if (&err == &std::cerr && !args.empty()) {
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    patience.emplace(err, invocation.command_line, terminal,
                     terminal ? Patience::on_terminal : Patience::elsewhere);
  }
  const Result<int> code = run(args, program, arguments, invocation);
  end_patience();
  shown.finish();
  if (code) return code.value();
  fmt::print(err, "warpscope: {}\n", printable_message(code.error().message));
  return exit_code(code.error().kind);
}

}  // namespace warpscope
