#include <fmt/ostream.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/typed_run_options.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

struct DiffOptions {
  std::string a, b;
  TypedProgramOptions program;
  LaunchChoice launch;
  bool of_program = false;  ///< one of them is
  bool json = false;
};

Json divergence_json(const std::optional<Divergence>& divergence) {
  Json json{{"equal", !divergence.has_value()}};
  if (!divergence) return json;
  json["what"] = divergence->what.english();
  json["access_a"] = divergence->access_a ? Json(*divergence->access_a) : Json();
  json["access_b"] = divergence->access_b ? Json(*divergence->access_b) : Json();
  return json;
}

/// The trace in a file, or of a launch of a program.
Result<Trace> trace_of(const std::string& target, const DiffOptions& options,
                       Invocation& invocation) {
  if (!names_a_program(target)) {
    Result<Trace> trace = read_trace(target, TraceUse::look);
    // Beside a program, a file of one launch is that launch.
    if (!trace || (trace->launches.size() == 1 && options.of_program)) return trace;
    if (options.launch == LaunchChoice{}) return trace;
    return chosen_launch(std::move(trace).value(), options.launch, BankModel::cc5);
  }
  RunOptions typed;
  typed.program = options.program;
  for (const RunOption& option : run_options()) {  // those that programs have, too
    for (const ProgramOption& of_program : program_options()) {
      if (option.id == of_program.id) typed.set(option, typed.program.texts(of_program));
    }
  }
  const Result<Target> named = named_target(target, typed, invocation);
  if (!named) return named.error();
  const Result<Recorded> recorded = record_target(named.value());
  if (!recorded) return recorded.error();
  return *recorded->trace;
}

Result<int> diff(DiffOptions options, Invocation& invocation) {
  std::ostream& out = invocation.out;
  options.of_program = names_a_program(options.a) || names_a_program(options.b);
  const auto launch = std::ranges::find(program_options(), "launch", &ProgramOption::id);
  const std::vector<std::string> launches = options.program.texts(*launch);
  if (!launches.empty()) {
    auto chosen = parse_launch_choice("--launch", launches.back());
    if (!chosen) return chosen.error();
    options.launch = std::move(chosen).value();
  }
  if (!options.of_program) {
    options.program.set(*launch, {});
    Status none = no_program_options(options.program, tr("Both are trace files."));
    if (!none) return none.error();
  }
  const Result<Trace> a = trace_of(options.a, options, invocation);
  if (!a) return a.error();
  const Result<Trace> b = trace_of(options.b, options, invocation);
  if (!b) return b.error();
  std::optional<InLanguage> speaking;
  if (options.json) speaking.emplace(english);
  const std::optional<Divergence> divergence = first_divergence(a.value(), b.value());
  if (options.json) {
    out << json_text(divergence_json(divergence), 2) << '\n';
  } else if (divergence) {
    fmt::print(out, "{}\n{}\n", tr("{0} and {1} part.", options.a, options.b),
               divergence->what.text());
  } else {
    out << tr("Equal: {0} accesses in {1} steps.", grouped(a->accesses.size()),
              grouped(a->steps.size()))
        << '\n';
  }
  return divergence ? 1 : 0;
}

}  // namespace

void add_diff(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<DiffOptions>();
  Arguments command =
      program.subcommand("diff", tr("Where two traces part first; exit code 1 when they do"));
  command.word("A.wscope", options->a, tr("A trace file, or a program of your own such as sum.cu"))
      .required();
  command.word("B.wscope", options->b, tr("Another")).required();
  options->program.describe(command, TypedProgramOptions::Use::picture);
  command.flag("--json", options->json, tr("Print JSON"));
  command.footer(examples_text({"warpscope diff emulator.wscope gpu.wscope",
                                "warpscope diff before.wscope sum.cu --launch reduce -- 4096"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return diff(*options, invocation); };
  });
}

}  // namespace warpscope
