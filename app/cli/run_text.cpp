#include "app/cli/run_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/run_findings_text.hpp"
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

/// Launches that share a row, with the sums of their figures.
struct Row {
  const LaunchFigures* first = nullptr;
  const LaunchFigures* last = nullptr;
  std::int64_t launches = 0;
  GridTotals grid;
  std::int64_t findings = 0;

  void add(const LaunchFigures& entry) {
    if (first == nullptr) first = &entry;
    last = &entry;
    launches += entry.launch.times;
    findings += entry.findings;
    if (entry.grid) grid += *entry.grid;
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
    const Totals totals = entry.grid.value_or(GridTotals{}).totals;
    return std::tuple(wavefronts_of(totals), excessive_wavefronts_of(totals), sectors_of(totals),
                      ideal_sectors_of(totals), entry.findings);
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

/// A column of the table of launches.
struct LaunchCells {
  std::string head;
  std::vector<std::string> cells;
  [[nodiscard]] int width() const {
    int most = text_columns(head);
    for (const std::string& cell : cells) most = std::max(most, text_columns(cell));
    return most;
  }
};

/// All columns but the kernel's; those that a narrow terminal can do without stand at `block` and `shared`.
std::vector<LaunchCells> columns_of(std::span<const Row> rows) {
  std::vector<LaunchCells> columns;
  const auto column = [&](std::string_view head, const auto& text) {
    LaunchCells& made = columns.emplace_back(LaunchCells{std::string(head), {}});
    for (const Row& row : rows) made.cells.push_back(text(row));
  };
  const auto figure = [&](std::string_view head, std::uint64_t (*of)(const Totals&)) {
    column(head, [of](const Row& row) {
      return row.first->grid ? grid_figure_text(row.grid, of(row.grid.totals)) : "–";
    });
  };
  column("", numbers_of);
  column(tr_c("column of a table", "grid"),
         [](const Row& row) { return narrow_text(row.first->launch.grid); });
  column(tr_c("column of a table", "block"),
         [](const Row& row) { return narrow_text(row.first->launch.block); });
  column(tr_c("column of a table", "shared"),
         [](const Row& row) { return whole_text(row.first->launch.shared_bytes); });
  figure(tr_c("column of a table", "wavefronts"), wavefronts_of);
  figure(tr_c("column of a table", "excessive"), excessive_wavefronts_of);
  figure(tr_c("column of a table", "sectors"), sectors_of);
  figure(tr_c("column of a table", "ideal"), ideal_sectors_of);
  if (std::ranges::any_of(rows, [](const Row& row) { return row.findings > 0; })) {
    column(tr_c("column of a table", "findings"),
           [](const Row& row) { return whole_text(row.findings); });
  }
  return columns;
}

/// Columns that a terminal has left for the kernel.
int kernel_room(const std::vector<LaunchCells>& columns) {
  int room = terminal_columns - 2 * static_cast<int>(columns.size());
  for (const LaunchCells& column : columns) room -= column.width();
  return room;
}

void print_launches(std::ostream& out, const std::vector<Row>& rows) {
  constexpr int least_kernel = 12, block_column = 2, shared_column = 3;
  const std::size_t count = std::min(rows.size(), most_rows);
  const std::span shown(rows.data(), count);
  std::vector<LaunchCells> columns = columns_of(shown);
  for (const int less : {shared_column, block_column}) {
    if (kernel_room(columns) < least_kernel) columns.erase(columns.begin() + less);
  }
  const int room = kernel_room(columns);
  Table table("rl" + std::string(columns.size() - 1, 'r'));
  std::vector<std::string> head;
  for (const LaunchCells& column : columns) head.push_back(column.head);
  head.insert(head.begin() + 1, tr_c("column of a table", "kernel"));
  table.row(head);
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::string> cells;
    for (const LaunchCells& column : columns) cells.push_back(column.cells[k]);
    cells.insert(cells.begin() + 1, kernel_text(shown[k], room));
    table.row(cells);
  }
  table.print(out);
  const auto more = std::ssize(rows) - static_cast<std::ptrdiff_t>(count);
  if (more > 0) out << tr_n("… and {0} more row.", "… and {0} more rows.", more) << '\n';
}

void sentence(std::ostream& out, const std::string& text) {
  out << wrapped(text, terminal_columns) << '\n';
}

/// What the figures are of.
std::string figures_text(const RunFigures& figures, const ProgramChoice& choice, BankModel model) {
  const auto recorded = std::ranges::find_if(
      figures.launches, [](const LaunchFigures& entry) { return entry.grid.has_value(); });
  if (recorded == figures.launches.end()) return {};
  if (figures.sum().exact()) {
    return tr("Figures are of all blocks of each launch; modelled banks: {}.", tr(label(model)));
  }
  if (recorded->all_blocks) {
    return tr(
        "Figures are of all blocks of each launch, ≈ as if those that were not counted did "
        "what the others did; modelled banks: {}.",
        tr(label(model)));
  }
  const std::string block =
      coordinates_text(choice.request.options.traced_block, recorded->launch.grid);
  return tr(
      "Figures are of all blocks of each launch, ≈ as if each did what block {0} does "
      "(--all-blocks counts them); modelled banks: {1}.",
      block, tr(label(model)));
}

std::string recorded_text(const RunFigures& figures, const ProgramOutcome& outcome,
                          const ProgramOptions& options) {
  std::int64_t missing = 0, all = 0;
  for (const LaunchFigures& entry : figures.launches) {
    all += entry.launch.times;
    if (entry.launch.trace_launch < 0) missing += entry.launch.times;
  }
  std::string text;
  if (outcome.launches_not_recorded > 0 && missing > 0) {
    text = tr("Not recorded: {0} of {1} launches. The first {2} are, up to {3} accesses of warps.",
              whole_text(missing), whole_text(all), whole_text(options.record_launches),
              whole_text(options.record_accesses));
  }
  // Translators: two sentences, one after another.
  const auto add = [&text](const std::string& more) {
    text = text.empty() ? more : tr("{0} {1}", text, more);
  };
  if (const std::int64_t more = outcome.launches_left_out; more > 0) {
    add(tr_n("{1} more launch, of yet another kernel or shape, is in no row.",
             "{1} more launches, of yet other kernels or shapes, are in no row.", more,
             whole_text(more)));
  }
  const auto cut =
      std::ranges::find_if(figures.launches, [](const LaunchFigures& e) { return e.launch.cut; });
  if (cut != figures.launches.end()) {
    add(
        tr("Recording came to its limit within launch {0} ({1}): its figures are of what it did "
           "until then.",
           cut->launch.number, cut->launch.kernel));
  }
  return text;
}

/// Launches that failed: the program may not have asked.
void print_failed(std::ostream& out, const RunFigures& figures) {
  std::vector<ProgramLaunch> launches;
  for (const LaunchFigures& entry : figures.launches) launches.push_back(entry.launch);
  for (const std::string& line : failed_launches_text(launches, 5)) sentence(out, line);
}

std::string checked_text(const RunFigures& figures, const ProgramOutcome& outcome,
                         const ProgramOptions& options) {
  std::int64_t checked = 0, blocks = 0;
  for (const LaunchFigures& entry : figures.launches) {
    const std::int64_t all = entry.launch.blocks();
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
      "Checked {0} of {1} blocks: --check-limit is {2} accesses. In the others, only what guard "
      "pages stop is found, and no race with them.",
      whole_text(checked), whole_text(blocks), whole_text(options.check_limit));
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
  print_told(out, figures.told, outcome);
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
  const GridTotals was = before.sum(), is = now.sum();
  const auto add = [&](const char* what, const std::string& then, const std::string& after) {
    if (then != after) changes.push_back(fmt::format("{} {} → {}", what, then, after));
  };
  const auto add_figure = [&](const char* what, std::uint64_t (*of)(const Totals&)) {
    if (of(was.totals) == of(is.totals)) return;
    add(what, grid_figure_text(was, of(was.totals)), grid_figure_text(is, of(is.totals)));
  };
  add(tr("launches"), grouped(before.launches.size()), grouped(now.launches.size()));
  add_figure(tr("wavefronts"), wavefronts_of);
  add_figure(tr("sectors"), sectors_of);
  add(tr("findings"), grouped(before.told.findings.size()), grouped(now.told.findings.size()));
  if (changes.empty()) return tr("since the last run: no figure changed.");
  return tr("since the last run: {}.", fmt::format("{}", fmt::join(changes, ", ")));
}

}  // namespace warpscope
