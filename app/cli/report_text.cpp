#include "app/cli/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "app/cli/table.hpp"

namespace warpscope {
namespace {

std::string digits(std::uint64_t number) { return fmt::format("{}", number); }

std::string short_operation(const LineCost& line) {
  return line.operation == Operation::atomic_add ? "atomic" : std::string(name(line.operation));
}

void print_head(std::ostream& out, const Document& document) {
  const TraceHeader& header = document.trace->header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, header.title, geometry_text(*document.trace));
  const std::string where = header.machine == header.device
                                ? header.machine
                                : fmt::format("{} ({})", header.machine, header.device);
  fmt::print(out, "Recorded on {}, block {} of {}. Modelled banks: {}.\n\n", where,
             document.trace->launches.empty() ? 0 : document.trace->launches.front().traced_block,
             document.trace->launches.empty() ? 0 : document.trace->launches.front().grid,
             label(document.summary.model));
}

void print_totals(std::ostream& out, const Totals& totals) {
  Table shared("lrrrr");
  shared.row({"Shared memory", "requests", "wavefronts", "ideal", "conflicts"});
  const auto add_shared = [&](const char* what, const SharedTotals& t) {
    shared.row(
        {what, digits(t.requests), digits(t.wavefronts), digits(t.ideal), digits(t.conflicts())});
  };
  add_shared("  loads", totals.shared_load);
  add_shared("  stores", totals.shared_store);
  if (totals.shared_atomic.requests > 0) add_shared("  atomics", totals.shared_atomic);
  shared.row({"Global memory", "requests", "sectors", "ideal", ""});
  const auto add_global = [&](const char* what, const GlobalTotals& t) {
    shared.row({what, digits(t.requests), digits(t.sectors), digits(t.ideal), ""});
  };
  add_global("  loads", totals.global_load);
  add_global("  stores", totals.global_store);
  shared.print(out);

  const double busy = totals.lane_slots == 0 ? 0.0
                                             : 100.0 * static_cast<double>(totals.active_lanes) /
                                                   static_cast<double>(totals.lane_slots);
  fmt::print(out, "\nSteps {}, barriers {}, shuffles {}. Active lanes {:.0f} %. ", totals.steps,
             totals.barriers, totals.shuffles, busy);
  if (totals.max_degree > 1) {
    fmt::print(out, "Worst conflict: {}-way.\n\n", totals.max_degree);
  } else {
    fmt::print(out, "No bank conflict.\n\n");
  }
}

void print_shared_lines(std::ostream& out, const Document& document) {
  Table table("rllrrrr");
  table.row({"Line", "shared memory", "", "requests", "wavefronts", "conflicts", "worst"});
  for (const LineCost& line : document.summary.lines) {
    if (line.space != Space::shared) continue;
    table.row({digits(line.line), source_line(*document.trace, line.line), short_operation(line),
               digits(line.requests), digits(line.wavefronts), digits(line.wavefronts - line.ideal),
               line.max_degree > 1 ? fmt::format("{}-way", line.max_degree) : "free"});
  }
  table.fit(1);
  table.print(out);
  out << '\n';
}

void print_other_lines(std::ostream& out, const Document& document) {
  Table table("rllrrr");
  table.row({"Line", "global memory and shuffles", "", "requests", "sectors", "ideal"});
  for (const LineCost& line : document.summary.lines) {
    if (line.space == Space::shared) continue;
    const bool global = line.space == Space::global;
    table.row({digits(line.line), source_line(*document.trace, line.line), short_operation(line),
               digits(line.requests), global ? digits(line.wavefronts) : "",
               global ? digits(line.ideal) : ""});
  }
  table.fit(1);
  table.print(out);
  out << '\n';
}

void print_result(std::ostream& out, const Document& document) {
  if (document.request.kernel.empty()) {
    out << "Result: not checked, this is a recorded trace.\n";
  } else if (document.mismatch.empty()) {
    out << "Result: equals the reference.\n";
  } else {
    fmt::print(out, "Result: WRONG. {}\n", document.mismatch);
  }
}

}  // namespace

std::string geometry_text(const Trace& trace) {
  const TraceHeader& header = trace.header;
  std::string text = fmt::format("size {}, block {}", header.size,
                                 trace.launches.empty() ? 0 : trace.launches.front().block);
  const auto parameter = [&](const char* key) {
    const auto found = header.parameters.find(key);
    return found == header.parameters.end() ? std::string() : found->second;
  };
  if (const std::string type = parameter("type"); !type.empty()) text += ", " + type;
  if (const std::string op = parameter("op"); !op.empty()) text += " " + op;
  return text + fmt::format(", input {}", header.input) +
         (header.input == "random" ? fmt::format(" #{}", header.seed) : "");
}

void print_findings(std::ostream& out, const Trace& trace) {
  if (trace.findings.empty()) {
    out << "Findings: none.\n";
    return;
  }
  fmt::print(out, "Findings: {}\n", trace.findings.size());
  for (const Finding& finding : trace.findings) {
    const std::string times = finding.times > 1 ? fmt::format(" ({} times)", finding.times) : "";
    fmt::print(out, "  {}{}\n", finding.message, times);
  }
}

void print_report(std::ostream& out, const Document& document) {
  print_head(out, document);
  print_totals(out, document.summary.totals);
  print_shared_lines(out, document);
  print_other_lines(out, document);
  print_findings(out, *document.trace);
  print_result(out, document);
}

}  // namespace warpscope
