#include <memory>
#include <optional>
#include <utility>

#include "app/cli/command.hpp"
#include "app/cli/frontend.hpp"
#include "app/cli/program_progress.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_layouts.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/subject/compiled_run.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct ReportOptions {
  std::string target;
  RunOptions run;
  bool json = false, as_written = false, layouts = false;
};

/// The launch that is shown, as compiled.
JoinedDocument joined_document(const CompiledRun& again, const Document& document,
                               Invocation& invocation) {
  StageProgress progress(invocation);
  std::optional<StopOnInterrupt> interrupt(std::in_place);
  const AsCompiled compiled =
      again.run([&](const std::string& stage) { progress.begin(stage); }, interrupt->token());
  progress.end();
  interrupt.reset();
  InterruptGuard::obey();
  return {compiled.launch(document.end.launch, document.summary.model), compiled.reason};
}

Result<int> report(const ReportOptions& options, Invocation& invocation) {
  const CompiledRun again(invocation.frontend.programs);
  Frontend watched = invocation.frontend;
  const bool program = names_a_program(options.target) && !options.as_written;
  if (program) watched.programs = again.watching();
  Invocation first{invocation.out, invocation.err, watched, invocation.command_line,
                   invocation.own_progress};
  const Result<DocumentPtr> opened =
      open_document(options.target, options.run, first, OfSeveral::costliest);
  if (!opened) return opened.error();
  const Document& document = *opened.value();
  const JoinedDocument joined =
      program ? joined_document(again, document, invocation) : JoinedDocument{};
  LayoutSearch layouts;
  if (options.layouts) layouts = LayoutSearch(opened.value());
  layouts.look(true);
  if (options.json) {
    Json json = report_json(document, joined);
    if (options.layouts) add_layouts(json, document, layouts);
    invocation.out << json_text(json, 2) << '\n';
  } else {
    print_report(invocation.out, document, joined);
    if (options.layouts) {
      invocation.out << '\n';
      print_layouts(invocation.out, document, layouts);
    }
  }
  return code_of_judged(document);
}

}  // namespace

void add_report(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<ReportOptions>();
  Arguments command =
      program.subcommand("report", tr("What a kernel's memory accesses cost, line by line"));
  command
      .word("KERNEL|FILE", options->target,
            tr("A kernel of warpscope list, a program of your own such as sum.cu, or a trace file"))
      .required();
  options->run.describe(command);
  options->run.describe_programs(command);
  command.flag("--json", options->json, tr("Print JSON"));
  command.flag("--layouts", options->layouts, layouts_text());
  command.flag("--as-written", options->as_written, as_written_text());
  command.footer(costliest_text() + "\n\n" +
                 examples_text({"warpscope report reduce_strided",
                                "warpscope report scan_blelloch --size 512 --banks cc1",
                                "warpscope report reduce_sequential --param type=float --json",
                                "warpscope report sum.cu --launch reduce:2 -- 4096",
                                "warpscope report sgemm.cu --layouts"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return report(*options, invocation); };
  });
}

}  // namespace warpscope
