#include <fmt/ostream.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/orders_report.hpp"
#include "app/cli/program_progress.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/run_expectations.hpp"
#include "app/cli/run_json.hpp"
#include "app/cli/run_text.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/expect/expected_run.hpp"
#include "app/programs/save_watch.hpp"
#include "app/subject/compiled_run.hpp"
#include "app/subject/program_messages.hpp"
#include "app/subject/run_figures.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/run/run_orders.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

struct TypedRun {
  std::vector<std::string> files;
  TypedProgramOptions program;
  std::string banks, output, orders;
  TypedExpectations expected;
  bool json = false, watch = false, as_written = false;
};

constexpr std::int64_t most_orders = 1000;

/// What is run, and what becomes of it.
struct RunOrder {
  ProgramChoice choice;
  std::string output;  ///< empty: no file
  int orders = 0;      ///< other orders that it is run in, too
  bool json = false;
  bool as_written = false;  ///< no figures as compiled
  TypedExpectations expected;
  std::stop_token stop;

  [[nodiscard]] bool runs_as_compiled() const { return json && !as_written; }
};

/// A run of the program and what it gave.
struct OneRun {
  int code = 0;
  std::optional<RunFigures> figures;  ///< unset: nothing ran
  std::vector<fs::path> sources;      ///< that it was made from, if they are known
};

Result<ProgramChoice> chosen_program(const TypedRun& typed) {
  ProgramChoice choice;
  choice.request.build.files.assign(typed.files.begin(), typed.files.end());
  if (Status there = check_program_files(choice.request.build); !there) return there.error();
  if (Status read = read_program_options(typed.program, choice); !read) return read.error();
  RunOptions banks;
  banks.banks = typed.banks;
  const Result<BankModel> model = chosen_banks(banks);
  if (!model) return model.error();
  choice.request.options.banks = model.value();
  return choice;
}

/// The recorded launches that were asked for.
Result<Trace> trace_to_write(const ProgramRun& run, const RunOrder& order) {
  if (!run.trace) return usage_error(tr("Nothing was recorded, so no trace is written."));
  Trace trace = *run.trace;
  const LaunchChoice& launch = order.choice.launch;
  if (launch != LaunchChoice{}) {
    const auto meant = matching_launches(launch, run.outcome.launches);
    if (!meant) return meant.error();
    std::vector<std::size_t> recorded;
    for (const std::size_t k : meant.value()) {
      const std::int32_t number = run.outcome.launches[k].trace_launch;
      if (number >= 0) recorded.push_back(static_cast<std::size_t>(number));
    }
    if (recorded.empty())
      return costliest_launch(launch, run.outcome, {}, order.choice.request.options.banks).error();
    trace = only_launches(trace, recorded);
  }
  name_program(trace, order.choice.request);
  return trace;
}

Status write(const ProgramRun& run, const RunOrder& order, std::ostream& said) {
  const Result<Trace> trace = trace_to_write(run, order);
  if (!trace) return trace.error();
  if (Status written = write_trace(trace.value(), order.output); !written) return written;
  const std::size_t launches = trace->launches.size();
  said << tr_n("Wrote {1}: {2} launch, {3} accesses in {4} steps.",
               "Wrote {1}: {2} launches, {3} accesses in {4} steps.",
               static_cast<std::int64_t>(launches), order.output, grouped(launches),
               grouped(trace->accesses.size()), grouped(trace->steps.size()))
       << '\n';
  return Done{};
}

/// The same program in other orders; unset: that was not asked for.
Result<std::optional<OrdersReport>> other_orders(const RunOrder& order, const BuiltProgram& program,
                                                 const ProgramOutcome& outcome,
                                                 std::optional<Result<WorkingCopy>>& folder,
                                                 Invocation& invocation) {
  std::optional<OrdersReport> none;
  if (order.orders == 0 || !folder) return none;
  if (!*folder) {
    return std::optional(
        OrdersReport{.trouble = folder->error().for_window(), .by_itself = {}, .runs = {}});
  }
  if (outcome.end == ProgramOutcome::End::time_limit ||
      outcome.end == ProgramOutcome::End::memory_limit) {
    return std::optional(
        OrdersReport{.trouble = say("The program was stopped, so it is not run in other orders."),
                     .by_itself = {},
                     .runs = {}});
  }
  StageProgress progress(invocation);
  Result<OrdersReport> report = run_orders(
      program, order.choice.request, order.orders, folder->value(),
      invocation.frontend.programs.run, [&](const std::string& stage) { progress.begin(stage); },
      order.stop);
  progress.end();
  if (!report) return report.error();
  return std::optional(std::move(report).value());
}

/// The program as compiled, if anybody asks for it.
struct RunAsCompiled {
  AsCompiled ran;         ///< empty: nobody asks
  JoinedFigures figures;  ///< for JSON
};
RunAsCompiled run_as_compiled(const RunOrder& order, bool is_asked_for, const CompiledRun& again,
                              StageProgress& progress) {
  RunAsCompiled joined;
  if (!is_asked_for) return joined;
  joined.ran = again.run([&](const std::string& stage) { progress.begin(stage); }, order.stop);
  progress.end();
  joined.figures.missing = joined.ran.reason.english();
  if (!joined.ran.run) return joined;
  Result<RunFigures> figures =
      run_figures(*joined.ran.run, order.choice, order.choice.request.options.banks);
  if (figures) joined.figures.figures = std::move(figures).value();
  return joined;
}

/// What is expected of the run, before it is made.
Result<std::vector<Expectation>> expectations_of(const RunOrder& order) {
  auto expected = read_expectations(order.expected, order.choice.request.build.files);
  if (!expected || !order.as_written) return expected;
  for (const Expectation& each : expected.value()) {
    if (!each.asks_for_joined()) continue;
    return usage_error(tr("\"{}\" asks for figures as compiled, which --as-written leaves out.",
                          quotable(each.written.text)));
  }
  return expected;
}

/// What became of them.
std::vector<ToldExpectation> told_expectations(const std::vector<Expectation>& expected,
                                               const ProgramRun& run, BankModel model,
                                               const RunAsCompiled& joined) {
  std::vector<ToldExpectation> told;
  if (expected.empty()) return told;
  ExpectedRun checks(run, model);
  checks.set_joined(joined.ran.run ? &*joined.ran.run : nullptr, joined.ran.reason);
  for (const Expectation& each : expected) told.push_back(checks.check(each));
  return told;
}

Result<OneRun> run_once(const RunOrder& order, Invocation& invocation) {
  const ProgramRequest& request = order.choice.request;
  const auto expected = expectations_of(order);
  if (!expected) return expected.error();
  StageProgress progress(invocation);
  const CompiledRun again(invocation.frontend.programs);
  const bool as_compiled =
      order.runs_as_compiled() ||
      std::any_of(expected->begin(), expected->end(),
                  [](const Expectation& each) { return each.asks_for_joined(); });
  const bool runs_again = as_compiled || order.orders > 0;
  const ProgramRunner programs =
      runs_again ? again.watching(order.orders > 0) : invocation.frontend.programs;
  BuildResult built = programs.build(request.build, order.stop,
                                     [&](const std::string& stage) { progress.begin(stage); });
  progress.end();
  if (!built.program) return build_error(built.failure);
  tell_built(invocation.err, *built.program);
  invocation.out.flush();
  progress.begin_program(request.build.files.front().filename().string());
  const ProgramOutput output =
      order.json ? ProgramOutput::to_standard_error : ProgramOutput::inherit;
  const Result<ProgramRun> run =
      programs.run(*built.program, request, progress.heard(output), order.stop);
  progress.end();
  if (!run) return run.error();
  OneRun done{run_exit_code(run->outcome), {}, std::move(built.program->sources)};
  if (run->outcome.end == ProgramOutcome::End::cancelled) return done;
  if (run->outcome.end == ProgramOutcome::End::not_loaded) {
    return usage_error(typed_end_text(run->outcome).text());
  }
  Result<RunFigures> figures = run_figures(run.value(), order.choice, request.options.banks);
  if (!figures) return figures.error();
  if (!order.json) {
    print_run(invocation.out, run.value(), figures.value(), order.choice, request.options.banks);
    invocation.out.flush();
  }
  const auto orders = other_orders(order, *built.program, run->outcome, again.folder(), invocation);
  if (!orders) return orders.error();
  if (const std::optional<OrdersReport>& report = orders.value()) {
    if (report->cancelled) return done;
    if (report->changes()) done.code = std::max(done.code, static_cast<int>(ErrorKind::failed));
    if (!order.json) print_orders(invocation.out, *report);
  }
  const RunAsCompiled joined = run_as_compiled(order, as_compiled, again, progress);
  const std::vector<ToldExpectation> told =
      told_expectations(expected.value(), run.value(), request.options.banks, joined);
  const int own_code = done.code;
  done.code = std::max(own_code, exit_code_of(told));
  if (order.json) {
    Json json = run_json(run.value(), request, figures.value(), joined.figures);
    if (orders.value()) json["orders"] = orders_json(*orders.value());
    if (!told.empty()) json["expectations"] = expectations_json(told);
    invocation.out << json_text(json, 2) << '\n';
  } else {
    print_expectations(invocation.out, told);
  }
  if (!order.expected.junit.empty()) {
    const std::string program = request.build.files.front().filename().string();
    if (Status written =
            write_junit(order.expected.junit, program, run->outcome, own_code != 0, told);
        !written) {
      return written.error();
    }
  }
  done.figures = std::move(figures).value();
  if (order.output.empty()) return done;
  if (Status written = write(run.value(), order, order.json ? invocation.err : invocation.out);
      !written) {
    return written.error();
  }
  return done;
}

/// Waits until one of the files is saved; none if Ctrl+C came first.
std::optional<fs::path> wait_for_save(SaveWatch& watch) {
  constexpr std::chrono::milliseconds pause{50};
  while (!InterruptGuard::interrupted()) {
    if (auto files = watch.saved(); !files.empty()) return std::move(files.front());
    std::this_thread::sleep_for(pause);
  }
  return std::nullopt;
}

/// Runs it again whenever it is saved, until Ctrl+C.
Result<int> run_and_watch(const RunOrder& order, Invocation& invocation) {
  std::optional<RunFigures> before;
  int code = 0;
  const std::vector<fs::path>& files = order.choice.request.build.files;
  SaveWatch watch;
  watch.watch(files);  // before they are read: a save while it runs counts
  while (true) {
    const Result<OneRun> run = run_once(order, invocation);
    if (InterruptGuard::interrupted()) return code;
    if (run) {
      code = run->code;
      if (before && run->figures) {
        fmt::print(invocation.err, "warpscope: {}\n", run_changes_text(*before, *run->figures));
      }
      if (run->figures) before = run->figures;
      std::vector<fs::path> sources = run->sources;
      sources.insert(sources.end(), files.begin(), files.end());
      watch.watch(std::move(sources));
    } else {
      code = static_cast<int>(run.error().kind);
      fmt::print(invocation.err, "warpscope: {}\n", printable_message(run.error().message));
    }
    invocation.out.flush();
    fmt::print(invocation.err, "warpscope: {}\n",
               tr("waiting until a source file is saved; Ctrl+C ends."));
    invocation.err.flush();
    const auto saved = wait_for_save(watch);
    if (!saved) return code;
    fmt::print(invocation.err, "\nwarpscope: {}\n",
               tr("{} was saved.", printable(saved->filename().string())));
    invocation.err.flush();
  }
}

Result<int> run(const TypedRun& typed, Invocation& invocation) {
  Result<ProgramChoice> choice = chosen_program(typed);
  if (!choice) return choice.error();
  RunOrder order{.choice = std::move(choice).value(),
                 .output = typed.output,
                 .orders = 0,
                 .json = typed.json,
                 .as_written = typed.as_written,
                 .expected = typed.expected,
                 .stop = {}};
  if (!typed.orders.empty()) {
    const auto orders = parse_number("--orders", typed.orders, 1, most_orders);
    if (!orders) return orders.error();
    order.orders = static_cast<int>(orders.value());
  }
  std::optional<StopOnInterrupt> interrupt(std::in_place);
  order.stop = interrupt->token();
  if (typed.watch) return run_and_watch(order, invocation);
  const Result<OneRun> done = run_once(order, invocation);
  const bool cancelled = InterruptGuard::interrupted();
  interrupt.reset();
  if (cancelled) {
    fmt::print(invocation.err, "warpscope: {}\n", tr("Cancelled."));
    InterruptGuard::obey();
  }
  if (!done) return done.error();
  return done->code;
}

}  // namespace

void add_run(Arguments& program, Invocation& invocation) {
  auto typed = std::make_shared<TypedRun>();
  Arguments command = program.subcommand(
      "run", tr("Run a CUDA program of your own on the emulator, and say what it did"));
  command.words("FILE.cu", typed->files, tr("Its source files: .cu, .cpp, .cc or .c")).required();
  typed->program.describe(command, TypedProgramOptions::Use::sums);
  add_bank_option(command, typed->banks);
  command.flag("--json", typed->json,
               tr("Print JSON; the program's own output goes to standard error"));
  command.flag("--as-written", typed->as_written, as_written_text());
  command.option("-o,--output", typed->output, "FILE",
                 tr("Write the recorded launches; FILE.wscope"));
  command.option("--orders", typed->orders, "N",
                 tr("Run it again in N other orders of blocks and warps and with other contents of "
                    "unset memory, and say whether its results change"));
  command.flag("--watch", typed->watch,
               tr("Run it again whenever a source file is saved, until Ctrl+C"));
  typed->expected.describe(command);
  const std::string bare =
      tr("Arguments of the program stand after --.\n"
         "Without main(), kernels are launched as --setup or a line above them says:");
  const std::string codes = tr(
      "Exit codes: 0 it returned 0 and nothing was found, 1 it returned otherwise, crashed, or "
      "something was found, --orders changes its results, or an expectation is not fulfilled, 2 it "
      "does not compile or uses what is not there, or an expectation matches nothing, 3 no "
      "compiler is here.");
  command.footer(
      wrapped(bare, terminal_columns) +
      "\n  // warpscope: grid 2, block 256, in random int[512], out zero int[2], n 512\n" +
      tr("What it leaves out is guessed.") + "\n" +
      examples_text({"warpscope run sum.cu", "warpscope run sum.cu -D BLOCK=128 --watch -- 4096",
                     "warpscope run main.cu kernels.cu -I include -o sum.wscope",
                     "warpscope run sum.cu --expect 'reduce: excessive == 0' --junit sum.xml"}) +
      "\n" + wrapped(codes, terminal_columns));
  command.on_chosen([typed, &invocation] {
    invocation.action = [typed, &invocation] { return run(*typed, invocation); };
  });
}

}  // namespace warpscope
