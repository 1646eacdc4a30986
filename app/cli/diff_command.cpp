#include <fmt/ostream.h>

#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

struct DiffOptions {
  std::string a, b;
  bool json = false;
};

Json divergence_json(const std::optional<Divergence>& divergence) {
  Json json{{"equal", !divergence.has_value()}};
  if (!divergence) return json;
  json["what"] = divergence->what;
  json["access_a"] = divergence->access_a ? Json(*divergence->access_a) : Json();
  json["access_b"] = divergence->access_b ? Json(*divergence->access_b) : Json();
  return json;
}

Result<int> diff(const DiffOptions& options, std::ostream& out) {
  const Result<Trace> a = read_trace(options.a, TraceUse::look);
  if (!a) return a.error();
  const Result<Trace> b = read_trace(options.b, TraceUse::look);
  if (!b) return b.error();
  const std::optional<Divergence> divergence = first_divergence(a.value(), b.value());
  if (options.json) {
    out << json_text(divergence_json(divergence), 2) << '\n';
  } else if (divergence) {
    fmt::print(out, "{} and {} part.\n{}\n", options.a, options.b, divergence->what);
  } else {
    fmt::print(out, "Equal: {} accesses in {} steps.\n", a->accesses.size(), a->steps.size());
  }
  return divergence ? 1 : 0;
}

}  // namespace

void add_diff(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<DiffOptions>();
  Arguments command =
      program.subcommand("diff", "Where two traces part first; exit code 1 when they do");
  command.word("A.wscope", options->a, "A trace file").required();
  command.word("B.wscope", options->b, "Another").required();
  command.flag("--json", options->json, "Print JSON");
  command.footer("Example:\n  warpscope diff emulator.wscope gpu.wscope");
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return diff(*options, invocation.out); };
  });
}

}  // namespace warpscope
