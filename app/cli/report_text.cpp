#include "app/cli/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"

namespace warpscope {
namespace {

std::string digits(std::uint64_t number) { return fmt::format("{}", number); }

std::string degree_text(int degree) { return degree > 1 ? fmt::format("{}-way", degree) : "free"; }

void print_head(std::ostream& out, const Document& document) {
  const TraceHeader& header = document.trace->header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, header.title, geometry_text(*document.trace));
  const Launch& launch = document.trace->launches.front();
  fmt::print(out, "Block {} of {}, recorded on {}.\nModelled banks: {}.\n\n", launch.traced_block,
             launch.grid, machine_text(header), label(document.summary.model));
}

void print_totals(std::ostream& out, const Totals& totals) {
  Table table("lrrrr");
  table.row({"Shared memory", "requests", "wavefronts", "ideal", "conflicts"});
  const auto add_shared = [&](const char* what, const SharedTotals& t) {
    table.row(
        {what, digits(t.requests), digits(t.wavefronts), digits(t.ideal), digits(t.conflicts())});
  };
  add_shared("  loads", totals.shared_load);
  add_shared("  stores", totals.shared_store);
  if (totals.shared_atomic.requests > 0) add_shared("  atomics", totals.shared_atomic);
  table.row({"Global memory", "requests", "sectors", "ideal", ""});
  const auto add_global = [&](const char* what, const GlobalTotals& t) {
    table.row({what, digits(t.requests), digits(t.sectors), digits(t.ideal), ""});
  };
  add_global("  loads", totals.global_load);
  add_global("  stores", totals.global_store);
  table.print(out);

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

std::string cost_row(const LineCost& line) {
  const bool shared = line.space == Space::shared;
  std::string what = operation_key(line.space, line.operation);
  std::ranges::replace(what, '_', ' ');
  std::string row = fmt::format("      {:<14}{:>10}", what, line.requests);
  if (shared) {
    row += fmt::format("{:>12}{:>11}{:>8}", line.wavefronts, line.wavefronts - line.ideal,
                       degree_text(line.max_degree));
  }
  if (line.space == Space::global) row += fmt::format("{:>40}", line.wavefronts);
  return row;
}

/// Each source line once, below it what it costs per space and operation.
void print_lines(std::ostream& out, const Document& document) {
  fmt::print(out, "{:<20}{:>10}{:>12}{:>11}{:>8}{:>9}\n", "Line", "requests", "wavefronts",
             "conflicts", "worst", "sectors");
  std::uint32_t last = 0;
  for (const LineCost& line : document.summary.lines) {
    if (line.line != last) {
      const std::string source = source_line(*document.trace, line.line);
      fmt::print(out, "{:>4}  {}\n", line.line, shortened(source, terminal_columns - 6));
      last = line.line;
    }
    out << cost_row(line) << '\n';
  }
  out << '\n';
}

void print_result(std::ostream& out, const Document& document) {
  if (document.request.kernel.empty()) {
    out << "Result: not checked, this is a recorded trace.\n";
  } else if (document.mismatch.empty()) {
    out << "Result: equals the reference.\n";
  } else {
    out << wrapped("Result: WRONG. " + document.mismatch, terminal_columns) << '\n';
  }
}

}  // namespace

std::string machine_text(const TraceHeader& header) {
  return header.machine == "emulator" ? "the emulator" : header.device;
}

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
    fmt::print(out, "  {}\n", wrapped(finding.message + times, terminal_columns - 2, "  "));
  }
}

void print_report(std::ostream& out, const Document& document) {
  print_head(out, document);
  print_totals(out, document.summary.totals);
  print_lines(out, document);
  print_findings(out, *document.trace);
  print_result(out, document);
}

}  // namespace warpscope
