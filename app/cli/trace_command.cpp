#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/typed_run_options.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

struct TraceOptions {
  std::string kernel, output;
  RunOptions run;
};

Result<int> record(const TraceOptions& options, Invocation& invocation) {
  if (!options.run.banks.empty()) {
    return Error{ErrorKind::usage,
                 tr("A trace holds the accesses, and not what they cost, so --banks says nothing "
                    "here; give it to report, compare or export, or press B in the window.")};
  }
  const Result<Target> target = named_target(options.kernel, options.run, invocation);
  if (!target) return target.error();
  // A launch of a trace file is a trace, too.
  const bool launch = target->subject->id() != target->subject->file().string();
  if (!target->subject->runs() && !launch) return find_kernel(options.kernel).error();
  const Result<Recorded> recorded = record_target(target.value());
  if (!recorded) return recorded.error();
  const Trace& trace = *recorded->trace;
  Status written = Done{};
  {
    const InterruptGuard guard;  // all or nothing, without a temporary file left
    written = write_trace(trace, options.output);
  }
  InterruptGuard::obey();
  if (!written) return written.error();
  invocation.out << tr_n("Wrote {1}: {2}, {3} accesses in {4} steps, {0} finding.",
                         "Wrote {1}: {2}, {3} accesses in {4} steps, {0} findings.",
                         std::ssize(trace.findings), options.output, trace.header.kernel,
                         grouped(trace.accesses.size()), grouped(trace.steps.size()))
                 << '\n';
  return code_of_written(recorded->end);
}

}  // namespace

void add_trace(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<TraceOptions>();
  Arguments command = program.subcommand(
      "trace", tr("Record a kernel, or a launch of a program, into a trace file"));
  command
      .word("KERNEL|FILE", options->kernel,
            tr("A kernel of warpscope list, a program of your own such as sum.cu, or a trace file "
               "whose "
               "--launch is taken out"))
      .required();
  command.option("-o,--output", options->output, "FILE", tr("Where to write; FILE.wscope"))
      .required();
  options->run.describe(command);
  options->run.describe_programs(command);
  command.footer(
      examples_text({"warpscope trace reduce_strided -o strided.wscope",
                     "warpscope trace scan_blelloch --size 512 --machine cuda -o gpu.wscope",
                     "warpscope trace sum.cu --launch reduce -o sum.wscope -- 4096"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return record(*options, invocation); };
  });
}

}  // namespace warpscope
