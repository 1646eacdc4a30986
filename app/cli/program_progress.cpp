#include "app/cli/program_progress.hpp"

#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <utility>

#include "app/cli/run_text.hpp"
#include "app/cli/table.hpp"
#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/program/run/run_progress.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// What is not in the trace of a launch: how the program ended, and what is wrong with its host
/// code.
void tell_rest(std::ostream& err, const ProgramOutcome& outcome, const std::string& name) {
  const std::string end = typed_end_text(outcome).text();
  if (!end.empty()) fmt::print(err, "warpscope: {}\n", printable_message(end));
  const auto findings = std::ranges::count(outcome.findings, 0, &ProgramFinding::launch);
  if (findings == 0) return;
  fmt::print(err, "warpscope: {}\n",
             tr_n("{0} finding about host code; warpscope run {1} shows it.",
                  "{0} findings about host code; warpscope run {1} shows them.", findings,
                  printable(name)));
}

}  // namespace

StopOnInterrupt::StopOnInterrupt()
    : watch_([this](const std::stop_token&) {
        if (!InterruptGuard::interrupted()) return NextTurn::after(milliseconds(20));
        stop_.request_stop();
        return NextTurn::none();
      }) {}

void StageProgress::begin(const std::string& stage) {
  constexpr Patience::Pace on_terminal{milliseconds(700), seconds(1)};
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  tell(stage, terminal, terminal ? on_terminal : Patience::elsewhere);
}

void StageProgress::begin_program(const std::string& name) {
  constexpr Patience::Pace seldom{seconds(10), seconds(30)};
  launches_ = findings_ = 0;
  tell(name, false, seldom, [this] { return done(); });
}

ProgramOutput StageProgress::heard(ProgramOutput output) {
  output.progress = [this](const std::shared_ptr<const RunProgress>& now) {
    launches_ = now->begun;
    findings_ = now->findings;
  };
  return output;
}

std::string StageProgress::done() const {
  const std::int64_t launches = launches_, findings = findings_;
  const auto text = [](std::int64_t count) { return grouped(static_cast<std::uint64_t>(count)); };
  std::string words;
  if (launches > 0) words = tr_n("{1} launch", "{1} launches", launches, text(launches));
  if (findings == 0) return words;
  if (!words.empty()) words += ", ";
  return words + tr_n("{1} finding", "{1} findings", findings, text(findings));
}

void StageProgress::tell(const std::string& what, bool in_a_line, Patience::Pace pace,
                         std::function<std::string()> done) {
  invocation_.own_progress();
  end();
  // Tests and others that read the text are not told.
  if (&invocation_.err != &std::cerr) return;
  patience_.emplace(invocation_.err, what, in_a_line, pace, std::move(done));
}

void tell_built(std::ostream& err, const BuiltProgram& built) {
  err << diagnostics_text(built.warnings);
  for (const BareLaunch& launch : built.bare_launches) {
    fmt::print(err, "{}\n", wrapped(bare_launch_text(launch), terminal_columns, "  "));
  }
  err.flush();
}

ProgramRunner told_programs(Invocation& invocation, const std::string& name) {
  const ProgramRunner& own = invocation.frontend.programs;
  const auto progress = std::make_shared<StageProgress>(invocation);
  ProgramRunner told = own;
  told.build = [&invocation, &own, progress](const BuildRequest& request, std::stop_token stop,
                                             const std::function<void(const std::string&)>&) {
    BuildResult built = own.build(request, std::move(stop),
                                  [&](const std::string& stage) { progress->begin(stage); });
    progress->end();
    if (built.program) tell_built(invocation.err, *built.program);
    return built;
  };
  told.run = [&invocation, &own, progress, name](
                 const BuiltProgram& program, const ProgramRequest& request,
                 const ProgramOutput& output, std::stop_token stop) {
    invocation.out.flush();
    progress->begin_program(name);
    Result<ProgramRun> ran = own.run(program, request, progress->heard(output), std::move(stop));
    progress->end();
    // Without a trace, what follows says it.
    if (ran && ran->trace) tell_rest(invocation.err, ran->outcome, name);
    return ran;
  };
  return told;
}

}  // namespace warpscope
