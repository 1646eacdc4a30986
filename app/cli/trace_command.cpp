#include <fmt/ostream.h>

#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/typed_run_options.hpp"
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
                 "A trace holds the accesses, and not what they cost, so --banks says nothing "
                 "here; give it to report, compare or export, or press B in the window."};
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
  fmt::print(invocation.out, "Wrote {}: {}, {} accesses in {} steps, {} findings.\n",
             options.output, trace.header.kernel, trace.accesses.size(), trace.steps.size(),
             trace.findings.size());
  return code_of_written(recorded->end);
}

}  // namespace

void add_trace(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<TraceOptions>();
  Arguments command =
      program.subcommand("trace", "Record a kernel, or a launch of a program, into a trace file");
  command
      .word(
          "KERNEL|FILE", options->kernel,
          "A kernel of warpscope list, a program of your own such as sum.cu, or a trace file whose "
          "--launch is taken out")
      .required();
  command.option("-o,--output", options->output, "FILE", "Where to write; FILE.wscope").required();
  options->run.describe(command);
  options->run.describe_programs(command);
  command.footer(
      "Examples:\n"
      "  warpscope trace reduce_strided -o strided.wscope\n"
      "  warpscope trace scan_blelloch --size 512 --machine cuda -o gpu.wscope\n"
      "  warpscope trace sum.cu --launch reduce -o sum.wscope -- 4096");
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return record(*options, invocation); };
  });
}

}  // namespace warpscope
