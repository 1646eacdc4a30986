#include "app/cli/run_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "app/subject/program_messages.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t rows_without_folding = 12;
constexpr std::size_t most_rows = 40;
constexpr std::size_t most_findings = 20;

/// Launches that share a row, with the sums of their figures.
struct Row {
  const LaunchFigures* first = nullptr;
  const LaunchFigures* last = nullptr;
  std::int64_t launches = 0;
  std::uint64_t wavefronts = 0, excessive = 0, sectors = 0;
  std::int64_t findings = 0;

  void add(const LaunchFigures& entry) {
    if (first == nullptr) first = &entry;
    last = &entry;
    ++launches;
    findings += entry.findings;
    if (!entry.totals) return;
    wavefronts += wavefronts_of(*entry.totals);
    excessive += excessive_wavefronts_of(*entry.totals);
    sectors += sectors_of(*entry.totals);
  }
};

enum class Alike : std::uint8_t { never, with_figures, by_shape };

bool are_alike(const LaunchFigures& a, const LaunchFigures& b, Alike alike) {
  if (alike == Alike::never) return false;
  const auto shape = [](const LaunchFigures& entry) {
    const ProgramLaunch& launch = entry.launch;
    const auto extent = [](const Dim3& e) { return std::tuple(e.x, e.y, e.z); };
    return std::tuple(launch.kernel, extent(launch.grid), extent(launch.block), launch.shared_bytes,
                      launch.error, entry.totals.has_value());
  };
  if (shape(a) != shape(b)) return false;
  if (alike == Alike::by_shape) return true;
  const auto figures = [](const LaunchFigures& entry) {
    const Totals totals = entry.totals.value_or(Totals{});
    return std::tuple(wavefronts_of(totals), excessive_wavefronts_of(totals), sectors_of(totals),
                      entry.findings);
  };
  return figures(a) == figures(b);
}

std::vector<Row> folded(const std::vector<LaunchFigures>& launches, Alike alike) {
  std::vector<Row> rows;
  for (const LaunchFigures& entry : launches) {
    const auto row = std::ranges::find_if(
        rows, [&](const Row& known) { return are_alike(*known.first, entry, alike); });
    if (row == rows.end()) {
      rows.emplace_back().add(entry);
    } else {
      row->add(entry);
    }
    if (alike != Alike::by_shape && rows.size() > most_rows) break;  // fold more
  }
  return rows;
}

std::vector<Row> rows_of(const std::vector<LaunchFigures>& launches) {
  if (launches.size() <= rows_without_folding) return folded(launches, Alike::never);
  std::vector<Row> rows = folded(launches, Alike::with_figures);
  return rows.size() <= most_rows ? rows : folded(launches, Alike::by_shape);
}

/// "3", "3–12": those between may be in other rows.
std::string numbers_of(const Row& row) {
  const int first = row.first->launch.number, last = row.last->launch.number;
  if (first == last) return std::to_string(first);
  const bool all = last - first + 1 == row.launches;
  return fmt::format("{}{}{}", first, all ? "–" : " … ", last);
}

std::string kernel_text(const Row& row, int columns) {
  const std::string times = row.launches > 1 ? fmt::format(" × {}", row.launches) : "";
  const std::string kernel = printable(row.first->launch.kernel);
  return shortened(kernel, std::max(4, columns - text_columns(times))) + times;
}

/// "16×16"
std::string narrow_text(const Dim3& extent) {
  std::string text = extent_text(extent);
  std::erase(text, ' ');
  return text;
}

/// The columns that a table has; the kernel's is cut to the room that the others leave.
struct Columns {
  bool findings = false;
};

std::vector<std::string> cells_of(const Row& row, const Columns& columns, int kernel_columns) {
  const ProgramLaunch& launch = row.first->launch;
  std::vector<std::string> cells{numbers_of(row), kernel_text(row, kernel_columns),
                                 narrow_text(launch.grid), narrow_text(launch.block),
                                 whole_text(launch.shared_bytes)};
  if (row.first->totals) {
    for (const std::uint64_t figure : {row.wavefronts, row.excessive, row.sectors}) {
      cells.push_back(grouped(figure));
    }
  } else {
    cells.insert(cells.end(), 3, "–");
  }
  if (columns.findings) cells.push_back(whole_text(row.findings));
  return cells;
}

void print_launches(std::ostream& out, const std::vector<Row>& rows) {
  const Columns columns{std::ranges::any_of(rows, [](const Row& row) { return row.findings > 0; })};
  std::vector<std::string> head{"",
                                tr_c("column of a table", "kernel"),
                                tr_c("column of a table", "grid"),
                                tr_c("column of a table", "block"),
                                tr_c("column of a table", "shared"),
                                tr_c("column of a table", "wavefronts"),
                                tr_c("column of a table", "excessive"),
                                tr_c("column of a table", "sectors")};
  if (columns.findings) head.emplace_back(tr_c("column of a table", "findings"));
  std::vector<int> widths;
  for (const std::string& word : head) widths.push_back(text_columns(word));
  const std::size_t shown = std::min(rows.size(), most_rows);
  for (std::size_t k = 0; k < shown; ++k) {
    const auto cells = cells_of(rows[k], columns, terminal_columns);
    for (std::size_t c = 0; c < cells.size(); ++c) {
      widths[c] = std::max(widths[c], text_columns(cells[c]));
    }
  }
  int others = 2 * (static_cast<int>(widths.size()) - 1);
  for (std::size_t c = 0; c < widths.size(); ++c) others += c == 1 ? 0 : widths[c];
  Table table("rl" + std::string(head.size() - 2, 'r'));
  table.row(head);
  for (std::size_t k = 0; k < shown; ++k) {
    table.row(cells_of(rows[k], columns, terminal_columns - others));
  }
  table.print(out);
  const auto more = std::ssize(rows) - static_cast<std::ptrdiff_t>(shown);
  if (more > 0) out << tr_n("… and {0} more row.", "… and {0} more rows.", more) << '\n';
}

void sentence(std::ostream& out, const std::string& text) {
  out << wrapped(text, terminal_columns) << '\n';
}

/// What the figures are of.
std::string figures_text(const RunFigures& figures, const ProgramChoice& choice, BankModel model) {
  const bool all = std::ranges::any_of(figures.launches, &LaunchFigures::all_blocks);
  const auto recorded = std::ranges::find_if(
      figures.launches, [](const LaunchFigures& entry) { return entry.totals.has_value(); });
  if (recorded == figures.launches.end()) return {};
  if (all) {
    return tr("Figures are of all blocks of each launch; modelled banks: {}.", tr(label(model)));
  }
  const std::string block =
      coordinates_text(choice.request.options.traced_block, recorded->launch.grid);
  const auto grid = [](const LaunchFigures& entry) { return entry.launch.grid.count(); };
  const std::int64_t first = grid(figures.launches.front());
  const bool unlike = std::ranges::any_of(
      figures.launches, [&](const LaunchFigures& entry) { return grid(entry) != first; });
  return unlike ? tr("Figures are of block {0} of each launch, whatever its grid; modelled banks: "
                     "{1}.",
                     block, tr(label(model)))
                : tr("Figures are of block {0} of each launch; modelled banks: {1}.", block,
                     tr(label(model)));
}

std::string recorded_text(const RunFigures& figures, const ProgramOutcome& outcome,
                          const ProgramOptions& options) {
  const auto missing = std::ranges::count_if(
      figures.launches, [](const LaunchFigures& entry) { return entry.launch.trace_launch < 0; });
  if (outcome.launches_not_recorded == 0 || missing == 0) return {};
  return tr("Not recorded: {0} of {1} launches. The first {2} are, up to {3} accesses of warps.",
            whole_text(missing), whole_text(std::ssize(figures.launches)),
            whole_text(options.record_launches), whole_text(options.record_accesses));
}

/// Launches that failed: the program may not have asked.
void print_failed(std::ostream& out, const RunFigures& figures) {
  constexpr int most = 5;
  int failed = 0;
  for (const LaunchFigures& entry : figures.launches) {
    const ProgramLaunch& launch = entry.launch;
    if (launch.error.empty() || ++failed > most) continue;
    sentence(out, printable(tr("Launch {0} ({1}) failed with {2}.", launch.number, launch.kernel,
                               launch.error)));
  }
  if (failed > most) {
    out << tr_n("… and {0} more launch failed.", "… and {0} more launches failed.", failed - most)
        << '\n';
  }
}

std::string checked_text(const RunFigures& figures, const ProgramOutcome& outcome,
                         const ProgramOptions& options) {
  std::int64_t checked = 0, blocks = 0;
  for (const LaunchFigures& entry : figures.launches) {
    const std::int64_t all = entry.launch.grid.count();
    checked += entry.launch.checked_all ? all : entry.launch.checked_blocks;
    blocks += all;
  }
  if (checked == blocks) {
    return tr_n("Checked the block.", "Checked all {1} blocks.", blocks, whole_text(blocks));
  }
  const bool ended = outcome.end == ProgramOutcome::End::returned &&
                     std::ranges::all_of(figures.launches, [](const LaunchFigures& entry) {
                       return entry.launch.error.empty();
                     });
  if (!ended) {  // the others never ran
    return tr("Checked {0} of {1} blocks.", whole_text(checked), whole_text(blocks));
  }
  return tr(
      "Checked {0} of {1} blocks: --check-limit is {2} accesses. Guard pages watch over the "
      "others.",
      whole_text(checked), whole_text(blocks), whole_text(options.check_limit));
}

/// "launch 2 (reduce), block 5, thread (3, 0), data[12]; also line 41, thread 7; 128 times"
std::string where_text(const ProgramFinding& finding, const ProgramOutcome& outcome) {
  std::vector<std::string> parts;
  const auto launch = std::ranges::find(outcome.launches, finding.launch, &ProgramLaunch::number);
  const bool known = finding.launch > 0 && launch != outcome.launches.end();
  const Dim3 grid = known ? launch->grid : Dim3{}, block = known ? launch->block : Dim3{};
  if (finding.launch > 0) {
    parts.push_back(known ? tr("launch {0} ({1})", finding.launch, launch->kernel)
                          : tr("launch {}", finding.launch));
    parts.push_back(tr("block {}", coordinates_text(finding.block, grid)));
    parts.push_back(tr("thread {}", coordinates_text(finding.thread, block)));
  }
  if (!finding.array.empty()) {
    parts.push_back(fmt::format("{}[{}]", finding.array, finding.index));
  }
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  std::vector<std::string> other;
  if (finding.other_line != 0) {
    const bool elsewhere = !finding.other_file.empty() && finding.other_file != finding.file;
    other.push_back(elsewhere ? fmt::format("{}:{}", finding.other_file, finding.other_line)
                              : tr("line {}", finding.other_line));
  }
  if (finding.other_thread) {
    other.push_back(tr("thread {}", coordinates_text(*finding.other_thread, block)));
  }
  // Translators: {0} is a place such as "launch 2 (sum), block 5, thread 3", {1} another one
  if (!other.empty()) text = tr("{0}; with {1}", text, fmt::format("{}", fmt::join(other, ", ")));
  if (finding.times > 1) {
    // Translators: {1} is a place, {2} how often something happened there
    text = tr_n("{1}; {2} time", "{1}; {2} times", static_cast<std::int64_t>(finding.times), text,
                grouped(finding.times));
  }
  return text;
}

void print_list(std::ostream& out, const std::string& head,
                const std::vector<ProgramFinding>& findings, const ProgramOutcome& outcome) {
  out << head << '\n';
  for (std::size_t k = 0; k < std::min(findings.size(), most_findings); ++k) {
    const ProgramFinding& finding = findings[k];
    std::string place = finding.file;
    if (finding.line != 0) place += fmt::format(":{}", finding.line);
    if (!place.empty()) place += ": ";
    fmt::print(out, "  {}\n",
               wrapped(printable(place + finding.message.text()), terminal_columns - 2, "  "));
    const std::string where = where_text(finding, outcome);
    if (where.empty()) continue;
    fmt::print(out, "    {}\n", wrapped(printable(where), terminal_columns - 4, "    "));
  }
  if (findings.size() > most_findings) {
    const auto more = std::ssize(findings) - static_cast<std::ptrdiff_t>(most_findings);
    fmt::print(out, "  {}\n", tr("… and {} more; --json lists them.", whole_text(more)));
  }
}

void print_program_findings(std::ostream& out, const ProgramOutcome& outcome) {
  if (outcome.findings.empty()) {
    out << tr("Findings: none.") << '\n';
  } else {
    print_list(out, tr("Findings: {}", whole_text(std::ssize(outcome.findings))), outcome.findings,
               outcome);
  }
  if (outcome.notes.empty()) return;
  print_list(out, tr("Notes: {}", whole_text(std::ssize(outcome.notes))), outcome.notes, outcome);
}

}  // namespace

void print_run(std::ostream& out, const ProgramRun& run, const RunFigures& figures,
               const ProgramChoice& choice, BankModel model) {
  const ProgramOutcome& outcome = run.outcome;
  const ProgramOptions& options = choice.request.options;
  out << '\n';
  if (figures.launches.empty()) {
    out << tr("No kernel was launched.") << '\n';
  } else {
    const auto rows = rows_of(figures.launches);
    print_launches(out, rows);
    out << '\n';
    const bool sums = std::ranges::any_of(rows, [](const Row& row) { return row.launches > 1; });
    std::string text = figures_text(figures, choice, model);
    if (sums && !text.empty()) text = tr("{} A row of several launches has their sums.", text);
    if (!text.empty()) sentence(out, text);
    text = recorded_text(figures, outcome, options);
    if (!text.empty()) sentence(out, text);
    sentence(out, checked_text(figures, outcome, options));
    print_failed(out, figures);
  }
  print_program_findings(out, outcome);
  const std::string end = typed_end_text(outcome).text();
  if (!end.empty()) sentence(out, printable_lines(end));
}

std::string bare_launch_text(const BareLaunch& launch) {
  auto setup = parse_bare_setup(launch.setup);
  std::string chevrons;
  if (setup) {
    const auto extent = [](const std::optional<Dim3>& of) {
      const Dim3 all = of.value_or(Dim3{});
      std::string text = std::to_string(all.x);
      if (all.y != 1 || all.z != 1) text += fmt::format("×{}", all.y);
      if (all.z != 1) text += fmt::format("×{}", all.z);
      return text;
    };
    chevrons = fmt::format("<<<{}, {}", extent(setup->grid), extent(setup->block));
    if (setup->shared_bytes) chevrons += fmt::format(", {}", *setup->shared_bytes);
    chevrons += ">>>";
    setup->grid.reset();
    setup->block.reset();
    setup->shared_bytes.reset();
  }
  const std::string rest = setup ? bare_setup_text(setup.value()) : launch.setup;
  const std::string call =
      fmt::format("{}{}{}{}", launch.kernel, chevrons, rest.empty() ? "" : ", ", rest);
  return printable(
      launch.guessed
          ? tr("{0} has no main: {1} (guessed; \"// warpscope: …\" above the kernel says "
               "otherwise)",
               launch.file, call)
          : tr("{0} has no main: {1}", launch.file, call));
}

std::string run_changes_text(const RunFigures& before, const RunFigures& now) {
  std::vector<std::string> changes;
  const auto add = [&](const char* what, std::uint64_t was, std::uint64_t is) {
    if (was != is) changes.push_back(fmt::format("{} {} → {}", what, grouped(was), grouped(is)));
  };
  add(tr("launches"), before.launches.size(), now.launches.size());
  add(tr("wavefronts"), before.wavefronts(), now.wavefronts());
  add(tr("sectors"), before.sectors(), now.sectors());
  add(tr("findings"), before.findings.size(), now.findings.size());
  if (changes.empty()) return tr("since the last run: no figure changed.");
  const auto all = [](const LaunchFigures& entry) { return entry.all_blocks; };
  const auto blocks = [](const LaunchFigures& entry) { return entry.launch.grid.count(); };
  const bool unlike = std::ranges::none_of(now.launches, all) &&
                      !std::ranges::equal(before.launches, now.launches, {}, blocks, blocks);
  const std::string text = fmt::format("{}", fmt::join(changes, ", "));
  return unlike
             ? tr("since the last run: {} (of one block of each launch; the grids differ).", text)
             : tr("since the last run: {}.", text);
}

}  // namespace warpscope
