#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/typed_run_options.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct ReportOptions {
  std::string target;
  RunOptions run;
  bool json = false;
};

Result<int> report(const ReportOptions& options, Invocation& invocation) {
  const Result<DocumentPtr> opened =
      open_document(options.target, options.run, invocation, OfSeveral::costliest);
  if (!opened) return opened.error();
  const Document& document = *opened.value();
  if (options.json) {
    invocation.out << json_text(report_json(document), 2) << '\n';
  } else {
    print_report(invocation.out, document);
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
  command.footer(costliest_text() + "\n\n" +
                 examples_text({"warpscope report reduce_strided",
                                "warpscope report scan_blelloch --size 512 --banks cc1",
                                "warpscope report reduce_sequential --param type=float --json",
                                "warpscope report sum.cu --launch reduce:2 -- 4096"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return report(*options, invocation); };
  });
}

}  // namespace warpscope
