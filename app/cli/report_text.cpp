#include "app/cli/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "app/subject/finding_advice.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// "2 times step on 4 blocks of 256 threads": launches that are alike, once.
std::vector<std::string> launch_texts(const Trace& trace) {
  constexpr std::size_t most = 8;
  std::vector<std::pair<std::string, int>> alike;
  for (const Launch& launch : trace.launches) {
    std::string text = launch_text(launch);
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
    // Translators: {1} is "sum on 4 blocks of 256 threads"
    texts.push_back(times > 1 ? tr_n("{0} time {1}", "{0} times {1}", times, text) : text);
  }
  return texts;
}

void print_head(std::ostream& out, const Document& document) {
  const Trace& trace = *document.trace;
  const TraceHeader& header = trace.header;
  fmt::print(out, "{}: {}\n{}\n", header.kernel, title_text(header),
             wrapped(geometry_text(trace), terminal_columns, "  "));
  if (trace.launches.size() == 1) {
    const Launch& launch = trace.launches.front();
    fmt::print(out, "{}\n",
               on_emulator(header) ? tr("Block {0} of {1}, recorded on the emulator.",
                                        launch.traced_block, whole_text(launch.blocks()))
                                   : tr("Block {0} of {1}, recorded on {2}.", launch.traced_block,
                                        whole_text(launch.blocks()), header.device));
  } else {
    const std::string launches =
        tr_n("{0} launch: {1}.", "{0} launches: {1}.", std::ssize(trace.launches),
             fmt::format("{}", fmt::join(launch_texts(trace), ", ")));
    fmt::print(out, "{}\n{}\n", wrapped(launches, terminal_columns, "  "),
               on_emulator(header) ? tr("One block of each, recorded on the emulator.")
                                   : tr("One block of each, recorded on {}.", header.device));
  }
  fmt::print(out, "{}\n\n", tr("Modelled banks: {}.", tr(label(document.summary.model))));
}

std::string row_of_table(OperationKind kind) {
  switch (kind) {
    case OperationKind::load: return tr_c("row of a table", "loads");
    case OperationKind::store: return tr_c("row of a table", "stores");
    case OperationKind::atomic: return tr_c("row of a table", "atomics");
    case OperationKind::copy: return tr_c("row of a table", "asynchronous copies");
    case OperationKind::exchange:
    case OperationKind::hint: break;
  }
  return {};
}

/// What was done to a memory: its loads and stores, and what else there was.
void add_memory(Table& table, const Totals& totals, Space space) {
  const bool banks = service_of(space) == Service::banks;
  bool headed = false;
  for (const TotalsEntry& entry : totals_table()) {
    if (entry.space != space) continue;
    const MemoryFigures all = figures(totals, space), own = figures(totals, entry);
    const bool usual = entry.kind == OperationKind::load || entry.kind == OperationKind::store;
    const bool always = space == Space::shared || space == Space::global || all.requests > 0;
    if (own.requests == 0 && !(usual && always)) continue;
    if (!headed) {
      table.row({words_of(space).heading(), tr_c("column of a table", "requests"),
                 takes_wavefronts(space) ? tr_c("column of a table", "wavefronts")
                                         : tr_c("column of a table", "sectors"),
                 tr_c("column of a table", "ideal"),
                 banks ? tr_c("column of a table", "excessive") : ""});
    }
    headed = true;
    const std::string what = row_of_table(entry.kind);
    table.row({fmt::format("  {}", what.empty() ? std::string(entry.line()) : what),
               grouped(own.requests), grouped(own.served), grouped(own.ideal),
               banks ? grouped(own.excessive()) : ""});
  }
}

void print_totals(std::ostream& out, const Totals& totals) {
  Table table("lrrrr");
  for (const SpaceTraits& traits : space_traits) add_memory(table, totals, traits.space);
  table.print(out);

  const double busy = totals.lane_slots == 0 ? 0.0
                                             : 100.0 * static_cast<double>(totals.active_lanes) /
                                                   static_cast<double>(totals.lane_slots);
  fmt::print(out, "\n{}",
             tr("Steps {0}, barriers {1}, shuffles {2}. Active lanes {3} %.", grouped(totals.steps),
                grouped(totals.barriers), grouped(totals.shuffles), fixed_text(busy, 0)));
  if (totals.max_degree > 0) {
    out << '\n'
        << (totals.max_degree > 1 ? tr("Shared memory: up to {}-way conflict.", totals.max_degree)
                                  : tr("Shared memory: conflict-free."));
  }
  out << "\n\n";
}

/// What a line does, from its key: "shared load".
std::string operation_words(Space space, Operation operation) {
  if (const TotalsEntry* entry = entry_of(space, operation)) return entry->line();
  std::string key = operation_key(space, operation);
  if (key == "shuffle") return tr_c("what a line does", "shuffle");
  return key;
}

/// The rows of the totals that are otherwise as a compiler for GPUs makes the kernel.
void print_joined(std::ostream& out, const Totals& written, const JoinedDocument& joined) {
  if (joined.document == nullptr) {
    if (joined.missing.empty()) return;
    fmt::print(out, "{}\n\n",
               wrapped(tr("Figures as compiled are not known: {}", joined.missing.text()),
                       terminal_columns));
    return;
  }
  const Totals& compiled = joined.document->summary.totals;
  Table table("lrrrr");
  bool differ = false;
  for (const TotalsEntry& entry : totals_table()) {
    const MemoryFigures before = figures(written, entry), after = figures(compiled, entry);
    if (before == after) continue;
    if (!std::exchange(differ, true)) {
      table.row({tr("As compiled for a GPU"), tr_c("column of a table", "requests"),
                 tr_c("column of a table", "passes"), tr_c("column of a table", "ideal"),
                 tr_c("column of a table", "excessive")});
    }
    table.row({fmt::format("  {}", entry.line()), grouped(after.requests), grouped(after.served),
               grouped(after.ideal), grouped(after.excessive())});
  }
  if (!differ) {
    fmt::print(out, "{}\n\n", tr("As compiled for a GPU, these figures are the same."));
    return;
  }
  table.print(out);
  out << '\n';
}

using CostCells = std::vector<std::string>;

/// What the line does, and its figures.
CostCells cells_of(const SiteCost& site) {
  const LineCost& line = site.cost;
  const bool passes = takes_wavefronts(line.space);
  CostCells cells{"      " + operation_words(line.space, line.operation), grouped(line.requests)};
  cells.push_back(passes ? grouped(line.wavefronts) : "");
  cells.push_back(passes ? grouped(line.wavefronts - line.ideal) : "");
  cells.push_back(line.space == Space::shared ? conflict_text(line.max_degree) : passes ? "–" : "");
  cells.emplace_back(moves_sectors(line.space) ? grouped(line.wavefronts) : "");
  return cells;
}

/// "called on line 41", "called at main.cu:41" of another file, with the calls of that place.
std::string calls_text(const Trace& trace, const SiteCost& site) {
  std::string text;
  std::uint32_t source = site.cost.source;
  for (std::int32_t at = site.caller; at >= 0;) {
    const CodeLocation& call = trace.locations[static_cast<std::size_t>(at)];
    if (!text.empty()) text += ", ";
    text += call.source == source
                ? tr("called on line {}", call.line)
                : tr("called at {0}:{1}", printable(trace.sources[call.source].name), call.line);
    source = call.source;
    at = call.caller;
  }
  return text;
}

/// Prints each source line once, and below it its cost per call that leads there, space, operation and array.
/// Lines of a program, or of several sources, stand below their file's name.
void print_lines(std::ostream& out, const Document& document) {
  const Trace& trace = *document.trace;
  const CostCells titles{tr("Line"),
                         tr_c("column of a table", "requests"),
                         tr_c("column of a table", "wavefronts"),
                         tr_c("column of a table", "excessive"),
                         tr_c("column of a table", "worst"),
                         tr_c("column of a table", "sectors")};
  std::vector<SiteCost> sites = costs_of_sites(trace, document.summary.model);
  std::ranges::stable_sort(sites, {}, [](const SiteCost& site) {
    return std::tuple(site.cost.source, site.cost.line, site.caller);
  });
  // Source lines stand between the rows and are longer: the columns do not depend on them.
  std::array<int, 6> widths{};
  const auto widen = [&widths](const CostCells& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      widths[k] = std::max(widths[k], text_columns(cells[k]));
    }
  };
  widen(titles);
  constexpr int least_name = 6;  // less of a longer name says nothing
  int named = 0;                 // with the array's name, as far as there is room
  for (const SiteCost& site : sites) {
    const CostCells cells = cells_of(site);
    widen(cells);
    named = std::max(named, text_columns(cells.front()) + 1 + text_columns(site.array));
  }
  int room = terminal_columns;
  for (std::size_t k = 1; k < widths.size(); ++k) room -= widths[k] + 2;
  widths.front() = std::max(widths.front(), std::min(named, room));
  const auto print = [&](const CostCells& cells, const std::string& array = "") {
    std::string row = cells.front();
    const int left = widths.front() - text_columns(row) - 1;
    if (!array.empty() && left >= std::min(text_columns(array), least_name)) {
      row += ' ' + shortened(array, left);
    }
    row = padded(std::move(row), widths.front());
    for (std::size_t k = 1; k < cells.size(); ++k) row += padded_left(cells[k], widths[k] + 2);
    row.erase(row.find_last_not_of(' ') + 1);
    out << row << '\n';
  };
  print(titles);
  const bool names_files = trace.sources.size() > 1 || !trace.header.program.empty();
  const SiteCost* last = nullptr;
  LineFinder finder;
  for (const SiteCost& site : sites) {
    const LineCost& line = site.cost;
    const SourceFile& file = trace.sources[line.source];
    const bool other_file = last == nullptr || last->cost.source != line.source;
    const bool other_line = other_file || last->cost.line != line.line;
    if (other_file && names_files) fmt::print(out, "{}\n", file.name);
    if (other_line) {
      const std::string source = finder.line(file, line.line);
      fmt::print(out, "{:>4}  {}\n", line.line, shortened(source, terminal_columns - 6));
    }
    if (other_line ? site.caller >= 0 : site.caller != last->caller) {
      fmt::print(out, "      {}\n", shortened(calls_text(trace, site), terminal_columns - 6));
    }
    last = &site;
    print(cells_of(site), printable(site.array));
  }
  out << '\n';
}

/// What all blocks do, if the totals are of one of several.
void print_grid(std::ostream& out, const Document& document) {
  const BankModel model = document.summary.model;
  const GridTotals grid = grid_totals(*document.trace, model);
  if (grid.exact()) return;
  const Totals& of = grid.totals;
  const auto text = [&](std::uint64_t figure) { return grid_figure_text(grid, figure); };
  fmt::print(
      out, "{}\n\n",
      wrapped(
          tr("All {0} blocks, as if each did what the recorded one did: {1} wavefronts, {2} "
             "excessive; {3} sectors, ideal {4}; {5} cycles of a multiprocessor.",
             whole_text(grid.blocks), text(wavefronts_of(of)), text(excessive_wavefronts_of(of)),
             text(sectors_of(of)), text(ideal_sectors_of(of)),
             text(static_cast<std::uint64_t>(whole_cycles(of, model)))),
          terminal_columns));
}

void print_result(std::ostream& out, const Document& document) {
  if (!document.checked) {
    out << tr("Result: not checked, this is a {}.", tr(document.subject->kind())) << '\n';
  } else if (document.mismatch.empty()) {
    out << tr("Result: equals the reference.") << '\n';
  } else {
    out << wrapped(tr("Result: WRONG. {}", document.mismatch), terminal_columns) << '\n';
  }
}

}  // namespace

std::string grouped_extent(const Dim3& extent) {
  std::string text = whole_text(extent.x);
  if (extent.y != 1 || extent.z != 1) text += " × " + whole_text(extent.y);
  if (extent.z != 1) text += " × " + whole_text(extent.z);
  return text;
}

bool on_emulator(const TraceHeader& header) { return header.machine == "emulator"; }

std::string title_text(const TraceHeader& header) {
  return std::string(tr(std::string_view(header.title)));
}

std::string launch_text(const Launch& launch) {
  const std::int64_t blocks = launch.grid.count(), threads = launch.block.count();
  // Translators: {0} is "16 × 16" or a number; the phrase stands behind "4 blocks"
  const std::string of_threads =
      tr_n("of {1} thread", "of {1} threads", threads, grouped_extent(launch.block));
  // Translators: {1} is a kernel, {2} is "16 × 16" or a number, {3} is "of 256 threads"
  return tr_n("{1} on {2} block {3}", "{1} on {2} blocks {3}", blocks, launch.kernel,
              grouped_extent(launch.grid), of_threads);
}

std::string geometry_text(const Trace& trace) {
  const TraceHeader& header = trace.header;
  const bool program = !header.program.empty();
  std::string text = program ? header.program : tr("size {}", whole_text(header.size));
  if (!trace.launches.empty()) {
    // Translators: {0} is what stands before, "size 512"; {1} the threads of a block
    text = tr("{0}, block {1}", text, grouped_extent(trace.launches.front().block));
  }
  std::string separator = ", ";
  for (const char* key : {"type", "op"}) {  // shown without their names
    const auto found = header.parameters.find(key);
    if (found == header.parameters.end()) continue;
    text += std::exchange(separator, " ") + found->second;
  }
  for (const auto& [name, value] : header.parameters) {
    if (name != "type" && name != "op" && name != "relayout_shapes")
      text += fmt::format(", {} {}", name, value);
  }
  if (program) return text;
  const std::string seed = header.input == "random" ? fmt::format(" #{}", header.seed) : "";
  return tr("{0}, input {1}", text, header.input + seed);
}

std::string as_written_text() {
  return tr(
      "Leave out the figures as compiled for a GPU, for which a program is compiled and run "
      "once more");
}

std::string costliest_text() {
  return wrapped(
      fmt::format("{} {}",
                  tr("Of a program's launches the costliest is shown, unless --launch names one."),
                  cycles_text(BankModel::cc5)),
      terminal_columns);
}

namespace {

void print_told_list(std::ostream& out, const std::vector<ToldOnce<Finding>>& list) {
  for (const auto& [finding, launches, more, remedy, way] : list) {
    std::string text = finding.message.text();
    if (finding.times > 1) {
      const auto times = static_cast<std::int64_t>(finding.times);
      // Translators: {1} is a finding, {2} the number of times
      text = tr_n("{1} ({2} time)", "{1} ({2} times)", times, text, whole_text(times));
    }
    if (launches.size() > 1) {
      // Translators: {1} is a finding
      text = tr_n("{1} In {0} launch.", "{1} In {0} launches.", std::ssize(launches), text);
    }
    fmt::print(out, "  {}\n", wrapped(text, terminal_columns - 2, "  "));
    if (const std::string places = more_places_text(more); !places.empty()) {
      fmt::print(out, "    {}\n", places);
    }
    if (remedy.empty()) continue;
    fmt::print(out, "    {}\n",
               wrapped(tr("Remedy: {}", remedy.text()), terminal_columns - 4, "    "));
  }
}

}  // namespace

void print_findings(std::ostream& out, const Trace& trace) {
  ToldOfTrace told = told_findings(trace);
  add_remedies(told, trace);
  if (told.findings.empty()) {
    out << tr("Findings: none.") << '\n';
  } else {
    out << tr("Findings: {}", whole_text(std::ssize(told.findings))) << '\n';
    print_told_list(out, told.findings);
  }
  if (told.notes.empty()) return;
  out << tr("Notes: {}", whole_text(std::ssize(told.notes))) << '\n';
  print_told_list(out, told.notes);
}

void print_report(std::ostream& out, const Document& document, const JoinedDocument& joined) {
  print_head(out, document);
  print_totals(out, document.summary.totals);
  print_joined(out, document.summary.totals, joined);
  print_grid(out, document);
  print_lines(out, document);
  print_findings(out, *document.trace);
  print_result(out, document);
}

}  // namespace warpscope
