#include "app/cli/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/caption_host.hpp"

namespace warpscope {
namespace {

std::string digits(std::uint64_t number) { return fmt::format("{}", number); }

/// "2 times step on 4 blocks of 256 threads": launches that are alike, once.
std::vector<std::string> launch_texts(const Trace& trace) {
  constexpr std::size_t most = 8;
  std::vector<std::pair<std::string, int>> alike;
  for (const Launch& launch : trace.launches) {
    std::string text = launch.kernel + " on " + shape_text(launch);
    auto known = std::ranges::find(alike, text, [](const auto& group) { return group.first; });
    if (known == alike.end()) known = alike.insert(known, {std::move(text), 0});
    ++known->second;
  }
  std::vector<std::string> texts;
  for (const auto& [text, times] : alike) {
    if (texts.size() == most) {
      texts.emplace_back("…");
      break;
    }
    texts.push_back(times > 1 ? fmt::format("{} times {}", times, text) : text);
  }
  return texts;
}

void print_head(std::ostream& out, const Document& document) {
  const Trace& trace = *document.trace;
  const TraceHeader& header = trace.header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, header.title,
             wrapped(geometry_text(trace), terminal_columns, "  "));
  if (trace.launches.size() == 1) {
    const Launch& launch = trace.launches.front();
    fmt::print(out, "Block {} of {}, recorded on {}.\n", launch.traced_block, launch.blocks(),
               machine_text(header));
  } else {
    const std::string launches = fmt::format("{} launches: {}.", trace.launches.size(),
                                             fmt::join(launch_texts(trace), ", "));
    fmt::print(out, "{}\nOne block of each, recorded on {}.\n",
               wrapped(launches, terminal_columns, "  "), machine_text(header));
  }
  fmt::print(out, "Modelled banks: {}.\n\n", label(document.summary.model));
}

void print_totals(std::ostream& out, const Totals& totals) {
  Table table("lrrrr");
  table.row({"Shared memory", "requests", "wavefronts", "ideal", "excessive"});
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
  if (totals.global_atomic.requests > 0) add_global("  atomics", totals.global_atomic);
  if (totals.local_load.requests + totals.local_store.requests > 0) {
    table.row({"Local memory", "requests", "sectors", "ideal", ""});
    add_global("  loads", totals.local_load);
    add_global("  stores", totals.local_store);
  }
  if (totals.constant_load.requests > 0) {
    table.row({"Constant memory", "requests", "wavefronts", "ideal", ""});
    const SharedTotals& t = totals.constant_load;
    table.row({"  loads", digits(t.requests), digits(t.wavefronts), digits(t.ideal), ""});
  }
  table.print(out);

  const double busy = totals.lane_slots == 0 ? 0.0
                                             : 100.0 * static_cast<double>(totals.active_lanes) /
                                                   static_cast<double>(totals.lane_slots);
  fmt::print(out, "\nSteps {}, barriers {}, shuffles {}. Active lanes {:.0f} %.", totals.steps,
             totals.barriers, totals.shuffles, busy);
  if (totals.max_degree > 0) {
    fmt::print(out, "\nShared memory: {}{}.", totals.max_degree > 1 ? "up to " : "",
               conflict_text(totals.max_degree));
  }
  out << "\n\n";
}

std::string cost_row(const LineCost& line) {
  std::string what = operation_key(line.space, line.operation);
  std::ranges::replace(what, '_', ' ');
  std::string row = fmt::format("      {:<14}{:>10}", what, line.requests);
  if (line.space == Space::shared || line.space == Space::constant) {
    row += fmt::format("{:>12}{:>11}{:>17}", line.wavefronts, line.wavefronts - line.ideal,
                       line.space == Space::shared ? conflict_text(line.max_degree) : "–");
  }
  if (moves_sectors(line.space)) row += fmt::format("{:>49}", line.wavefronts);
  return row;
}

/// Prints each source line once, and below it its cost per space and operation. If there are
/// several sources, their lines stand below the file's name.
void print_lines(std::ostream& out, const Document& document) {
  const Trace& trace = *document.trace;
  fmt::print(out, "{:<20}{:>10}{:>12}{:>11}{:>17}{:>9}\n", "Line", "requests", "wavefronts",
             "excessive", "worst", "sectors");
  const LineCost* last = nullptr;
  LineFinder finder;
  for (const LineCost& line : document.summary.lines) {
    const SourceFile& file = trace.sources[line.source];
    const bool other_file = last == nullptr || last->source != line.source;
    if (other_file && trace.sources.size() > 1) fmt::print(out, "{}\n", file.name);
    if (other_file || last->line != line.line) {
      const std::string source = finder.line(file, line.line);
      fmt::print(out, "{:>4}  {}\n", line.line, shortened(source, terminal_columns - 6));
    }
    last = &line;
    out << cost_row(line) << '\n';
  }
  out << '\n';
}

void print_result(std::ostream& out, const Document& document) {
  if (!document.checked) {
    fmt::print(out, "Result: not checked, this is a {}.\n", document.subject->kind());
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
  const bool program = !header.program.empty();
  std::string text = program ? header.program : fmt::format("size {}", header.size);
  if (!trace.launches.empty()) {
    text += ", block " + extent_text(trace.launches.front().block);
  }
  std::string separator = ", ";
  for (const char* key : {"type", "op"}) {  // shown without their names
    const auto found = header.parameters.find(key);
    if (found == header.parameters.end()) continue;
    text += std::exchange(separator, " ") + found->second;
  }
  for (const auto& [name, value] : header.parameters) {
    if (name != "type" && name != "op") text += fmt::format(", {} {}", name, value);
  }
  if (program) return text;
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
    fmt::print(out, "  {}\n", wrapped(finding.message.text() + times, terminal_columns - 2, "  "));
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
