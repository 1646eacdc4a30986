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
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t rows_without_folding = 12;
constexpr std::size_t most_rows = 40;
constexpr std::size_t most_findings = 20;

/// "4,096"
std::string grouped_count(std::int64_t count) { return grouped(static_cast<std::uint64_t>(count)); }

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
std::string number_text(const Row& row) {
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
  std::vector<std::string> cells{number_text(row), kernel_text(row, kernel_columns),
                                 narrow_text(launch.grid), narrow_text(launch.block),
                                 std::to_string(launch.shared_bytes)};
  if (row.first->totals) {
    for (const std::uint64_t figure : {row.wavefronts, row.excessive, row.sectors}) {
      cells.push_back(std::to_string(figure));
    }
  } else {
    cells.insert(cells.end(), 3, "–");
  }
  if (columns.findings) cells.push_back(std::to_string(row.findings));
  return cells;
}

void print_launches(std::ostream& out, const std::vector<Row>& rows) {
  const Columns columns{std::ranges::any_of(rows, [](const Row& row) { return row.findings > 0; })};
  std::vector<std::string> head{"",       "kernel",     "grid",      "block",
                                "shared", "wavefronts", "excessive", "sectors"};
  if (columns.findings) head.emplace_back("findings");
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
  if (rows.size() > shown) fmt::print(out, "… and {} more rows.\n", rows.size() - shown);
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
  const std::string blocks =
      all ? "all blocks"
          : "block " + coordinates_text(choice.request.options.traced_block, recorded->launch.grid);
  const auto grid = [](const LaunchFigures& entry) { return entry.launch.grid.count(); };
  const std::int64_t first = grid(figures.launches.front());
  const bool unlike =
      !all && std::ranges::any_of(figures.launches,
                                  [&](const LaunchFigures& entry) { return grid(entry) != first; });
  return fmt::format("Figures are of {} of each launch{}; modelled banks: {}.", blocks,
                     unlike ? ", whatever its grid" : "", label(model));
}

std::string recorded_text(const RunFigures& figures, const ProgramOutcome& outcome,
                          const ProgramOptions& options) {
  const auto missing = std::ranges::count_if(
      figures.launches, [](const LaunchFigures& entry) { return entry.launch.trace_launch < 0; });
  if (outcome.launches_not_recorded == 0 || missing == 0) return {};
  return fmt::format(
      "Not recorded: {} of {} launches. The first {} are, up to {} accesses of warps.",
      grouped_count(missing), grouped_count(std::ssize(figures.launches)),
      grouped_count(options.record_launches), grouped_count(options.record_accesses));
}

/// Launches that failed: the program may not have asked.
void print_failed(std::ostream& out, const RunFigures& figures) {
  constexpr int most = 5;
  int failed = 0;
  for (const LaunchFigures& entry : figures.launches) {
    const ProgramLaunch& launch = entry.launch;
    if (launch.error.empty() || ++failed > most) continue;
    sentence(out, printable(fmt::format("Launch {} ({}) failed with {}.", launch.number,
                                        launch.kernel, launch.error)));
  }
  if (failed > most) fmt::print(out, "… and {} more launches failed.\n", failed - most);
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
    return blocks == 1 ? "Checked the block."
                       : fmt::format("Checked all {} blocks.", grouped_count(blocks));
  }
  const bool ended = outcome.end == ProgramOutcome::End::returned &&
                     std::ranges::all_of(figures.launches, [](const LaunchFigures& entry) {
                       return entry.launch.error.empty();
                     });
  if (!ended) {  // the others never ran
    return fmt::format("Checked {} of {} blocks.", grouped_count(checked), grouped_count(blocks));
  }
  return fmt::format(
      "Checked {} of {} blocks: --check-limit is {} accesses. Guard pages watch over the others.",
      grouped_count(checked), grouped_count(blocks), grouped_count(options.check_limit));
}

/// "launch 2 (reduce), block 5, thread (3, 0), data[12]; also line 41, thread 7; 128 times"
std::string where_text(const ProgramFinding& finding, const ProgramOutcome& outcome) {
  std::vector<std::string> parts;
  const auto launch = std::ranges::find(outcome.launches, finding.launch, &ProgramLaunch::number);
  const bool known = finding.launch > 0 && launch != outcome.launches.end();
  const Dim3 grid = known ? launch->grid : Dim3{}, block = known ? launch->block : Dim3{};
  if (finding.launch > 0) {
    parts.push_back(known ? fmt::format("launch {} ({})", finding.launch, launch->kernel)
                          : fmt::format("launch {}", finding.launch));
    parts.push_back("block " + coordinates_text(finding.block, grid));
    parts.push_back("thread " + coordinates_text(finding.thread, block));
  }
  if (!finding.array.empty()) {
    parts.push_back(fmt::format("{}[{}]", finding.array, finding.index));
  }
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  std::vector<std::string> other;
  if (finding.other_line != 0) {
    const bool elsewhere = !finding.other_file.empty() && finding.other_file != finding.file;
    other.push_back(elsewhere ? fmt::format("{}:{}", finding.other_file, finding.other_line)
                              : fmt::format("line {}", finding.other_line));
  }
  if (finding.other_thread) {
    other.push_back("thread " + coordinates_text(*finding.other_thread, block));
  }
  if (!other.empty()) text += fmt::format("; with {}", fmt::join(other, ", "));
  if (finding.times > 1) text += fmt::format("; {} times", grouped(finding.times));
  return text;
}

void print_list(std::ostream& out, std::string_view what,
                const std::vector<ProgramFinding>& findings, const ProgramOutcome& outcome) {
  fmt::print(out, "{}: {}\n", what, grouped_count(std::ssize(findings)));
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
    fmt::print(out, "  … and {} more; --json lists them.\n",
               grouped_count(std::ssize(findings) - static_cast<std::ptrdiff_t>(most_findings)));
  }
}

void print_program_findings(std::ostream& out, const ProgramOutcome& outcome) {
  if (outcome.findings.empty()) {
    out << "Findings: none.\n";
  } else {
    print_list(out, "Findings", outcome.findings, outcome);
  }
  if (!outcome.notes.empty()) print_list(out, "Notes", outcome.notes, outcome);
}

}  // namespace

void print_run(std::ostream& out, const ProgramRun& run, const RunFigures& figures,
               const ProgramChoice& choice, BankModel model) {
  const ProgramOutcome& outcome = run.outcome;
  const ProgramOptions& options = choice.request.options;
  out << '\n';
  if (figures.launches.empty()) {
    out << "No kernel was launched.\n";
  } else {
    const auto rows = rows_of(figures.launches);
    print_launches(out, rows);
    out << '\n';
    const bool sums = std::ranges::any_of(rows, [](const Row& row) { return row.launches > 1; });
    std::string text = figures_text(figures, choice, model);
    if (sums && !text.empty()) text += " A row of several launches has their sums.";
    if (!text.empty()) sentence(out, text);
    text = recorded_text(figures, outcome, options);
    if (!text.empty()) sentence(out, text);
    sentence(out, checked_text(figures, outcome, options));
    print_failed(out, figures);
  }
  print_program_findings(out, outcome);
  const std::string end = end_text(outcome).text();
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
  std::string text = fmt::format("{} has no main: {}{}{}{}", launch.file, launch.kernel, chevrons,
                                 rest.empty() ? "" : ", ", rest);
  if (launch.guessed) {
    text += " (guessed; \"// warpscope: …\" above the kernel says otherwise)";
  }
  return printable(text);
}

std::string run_changes_text(const RunFigures& before, const RunFigures& now) {
  std::vector<std::string> changes;
  const auto add = [&](const char* what, std::uint64_t was, std::uint64_t is) {
    if (was == is) return;
    changes.push_back(fmt::format("{} {} → {}", what, grouped(was), grouped(is)));
  };
  add("launches", before.launches.size(), now.launches.size());
  add("wavefronts", before.wavefronts(), now.wavefronts());
  add("sectors", before.sectors(), now.sectors());
  add("findings", before.findings.size(), now.findings.size());
  if (changes.empty()) return "no figure changed";
  const auto all = [](const LaunchFigures& entry) { return entry.all_blocks; };
  const auto blocks = [](const LaunchFigures& entry) { return entry.launch.grid.count(); };
  const bool unlike = std::ranges::none_of(now.launches, all) &&
                      !std::ranges::equal(before.launches, now.launches, {}, blocks, blocks);
  return fmt::format("{}{}", fmt::join(changes, ", "),
                     unlike ? " (of one block of each launch; the grids differ)" : "");
}

}  // namespace warpscope
