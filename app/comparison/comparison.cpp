#include "app/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/subject/finding_advice.hpp"
#include "app/subject/measurements.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/analysis/relayout.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_extent.hpp"

namespace warpscope {
namespace {

constexpr std::uint64_t percent_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : (100 * part + whole / 2) / whole;
}

std::uint64_t faults(const Trace& trace) {
  ToldOfTrace told = told_findings(trace);
  add_remedies(told, trace);
  return told.findings.size();
}

bool one_lacks_a_barrier(const Trace& left, const Trace& right) {
  return left.header.parameters.contains("without_barrier") !=
         right.header.parameters.contains("without_barrier");
}

void add_faults(bool left, const Document& document, std::vector<Note>& notes) {
  if (!document.mismatch.empty()) {
    notes.push_back({left ? say("Left: the result is wrong. {}", document.wrong)
                          : say("Right: the result is wrong. {}", document.wrong),
                     true});
  }
  const auto fault = std::ranges::find_if(document.trace->findings, is_fault);
  if (fault != document.trace->findings.end()) {
    notes.push_back(
        {left ? say("Left: {}", fault->message) : say("Right: {}", fault->message), true});
  }
}

Sentence counted_blocks(const Launch& launch) {
  return say_n("{1} block", "{1} blocks", launch.blocks(), Grouped(launch.blocks()));
}

Sentence blocks_text(const Launch& launch) {
  return say_n("{0} block of {1} threads", "{0} blocks of {1} threads", launch.blocks(),
               launch.threads());
}

/// The blocks of the only launch, or of one of several.
Sentence unlike_blocks(const Trace& trace, std::uint32_t number, const Launch& a, const Launch& b) {
  const bool several = trace.launches.size() > 1;
  if (a.grid != b.grid || a.block != b.block) {
    return several ? say("The blocks of launch {0} differ: {1} at the left, {2} at the right.",
                         launch_number(trace, number), blocks_text(a), blocks_text(b))
                   : say("The blocks differ: {0} at the left, {1} at the right.", blocks_text(a),
                         blocks_text(b));
  }
  return several ? say("Different blocks of launch {0} were recorded: block {1} at the left, block "
                       "{2} at the right.",
                       launch_number(trace, number), a.traced_block, b.traced_block)
                 : say("Different blocks were recorded: block {0} at the left, block {1} at the "
                       "right.",
                       a.traced_block, b.traced_block);
}

/// Runs of different shape diverge before their first access: says in what, in one sentence.
std::optional<Sentence> unlike_shapes(const Trace& left, const Trace& right) {
  if (left.header.size != right.header.size) {
    return say("The runs differ in size: n is {0} at the left and {1} at the right.",
               left.header.size, right.header.size);
  }
  for (std::size_t k = 0; k < std::min(left.launches.size(), right.launches.size()); ++k) {
    const Launch& a = left.launches[k];
    const Launch& b = right.launches[k];
    const auto number = static_cast<std::uint32_t>(k);
    if (a.kernel != b.kernel) {
      return say("Launch {0} runs {1} at the left and {2} at the right.",
                 launch_number(left, number), a.kernel, b.kernel);
    }
    if (a.grid != b.grid || a.block != b.block || a.traced_block != b.traced_block) {
      return unlike_blocks(left, number, a, b);
    }
  }
  if (left.launches.size() == right.launches.size()) return std::nullopt;
  return say("Launches: {0} at the left, {1} at the right.", left.launches.size(),
             right.launches.size());
}

/// What an array is paired by: as the code on show calls it, or, of several launches, as a whole.
const std::string& paired_name(const Trace& trace, const Array& array) {
  const auto id = static_cast<int>(&array - trace.arrays.data());
  return trace.launches.size() == 1 ? name_in(trace, 0, id) : array.name;
}

/// The same for arrays: says which one the two sides declare differently.
std::optional<Sentence> unlike_arrays(const Trace& left, const Trace& right) {
  for (const Array& a : left.arrays) {
    const std::string& name = paired_name(left, a);
    const auto b = std::ranges::find_if(right.arrays, [&](const Array& array) {
      return paired_name(right, array) == name && array.space == a.space;
    });
    if (b == right.arrays.end()) return say("Only the left has an array {}.", name);
    const bool same_shape = a.count == b->count && a.columns == b->columns;
    if (same_shape && a.type == b->type) continue;
    if (a.type != b->type) {
      return say("The array {0} holds {1} at the left and {2} at the right.", name, a.type.name(),
                 b->type.name());
    }
    // Translators: {1} and {2} are numbers of elements, such as 32 × 33.
    return say("The array {0} has {1} elements at the left and {2} at the right.", name,
               extents_text(extents_of(a)), extents_text(extents_of(*b)));
  }
  for (const Array& b : right.arrays) {
    const std::string& name = paired_name(right, b);
    const bool known = std::ranges::any_of(left.arrays, [&](const Array& array) {
      return paired_name(left, array) == name && array.space == b.space;
    });
    if (!known) return say("Only the right has an array {}.", name);
  }
  const bool same = std::ranges::equal(left.arrays, right.arrays, {}, &Array::base, &Array::base);
  if (same) return std::nullopt;
  return say("The same arrays lie at other places of shared memory at the right.");
}

/// Nobody knows how many elements a program of the user's works on: its blocks do unlike work if they
/// are more or fewer.
std::optional<Sentence> unlike_grids(const Document& left, const Document& right) {
  const auto &a = left.trace->launches, &b = right.trace->launches;
  const auto blocks = [](const Launch& launch) { return launch.blocks(); };
  const bool alike = std::ranges::equal(a, b, {}, blocks, blocks);
  const auto several = [](const Launch& launch) { return launch.blocks() > 1; };
  if (alike) return std::nullopt;
  if (std::ranges::none_of(a, several) && std::ranges::none_of(b, several)) return std::nullopt;
  Sentence text;
  if (a.size() == 1 && b.size() == 1) {
    text = say(
        "The figures are of one block, and the grids differ: {0} at the left, {1} at the right.",
        counted_blocks(a.front()), counted_blocks(b.front()));
  } else if (a.size() != b.size()) {
    text =
        say("The figures are of one block of each launch, whatever its grid. Launches: {0} at the "
            "left, {1} at the right.",
            a.size(), b.size());
  } else {
    const auto [one, other] = std::ranges::mismatch(a, b, {}, blocks, blocks);
    text =
        say("The figures are of one block of each launch, and the grids differ: launch {0} has "
            "{1} at the left, {2} at the right.",
            launch_number(*left.trace, static_cast<std::uint32_t>(one - a.begin())),
            counted_blocks(*one), counted_blocks(*other));
  }
  const Totals before = grid_totals(*left.trace, left.summary.model).totals,
               after = grid_totals(*right.trace, right.summary.model).totals;
  const auto either = [](std::uint64_t from, std::uint64_t to) { return from + to > 0; };
  const bool wavefronts = either(wavefronts_of(before), wavefronts_of(after));
  const bool sectors = either(sectors_of(before), sectors_of(after));
  if (!wavefronts && !sectors) return text;
  const Sentence of_wavefronts =
      say("wavefronts {0} → {1}", Grouped(wavefronts_of(before)), Grouped(wavefronts_of(after)));
  const Sentence of_sectors =
      say("sectors {0} → {1}", Grouped(sectors_of(before)), Grouped(sectors_of(after)));
  const Sentence figures = wavefronts && sectors ? say("{0}, {1}", of_wavefronts, of_sectors)
                           : wavefronts          ? of_wavefronts
                                                 : of_sectors;
  // Translators: the field is such as "wavefronts 4,096 → 2,048, sectors 512 → 256".
  return followed(text, say("Whole grids, estimated as if all blocks did the same: {}.", figures));
}

std::optional<Sentence> unlike_parts(const Trace& left, const Trace& right) {
  const auto work = [](const Trace& trace) {
    const std::int64_t blocks = trace.launches.empty() ? 1 : trace.launches.front().blocks();
    return std::pair(trace.header.size, trace.header.size / blocks);
  };
  const auto [n, part] = work(left);
  const auto [other_n, other_part] = work(right);
  if (part == other_part) return std::nullopt;
  return say(
      "The recorded blocks do not do the same work: at the left one is for {0} of {1} elements, at "
      "the "
      "right for {2} of {3}. Set one size and block for both to compare the figures.",
      part, n, other_part, other_n);
}

/// As if each block did what the recorded one did.
std::uint64_t work_of_grids(const Document& document) {
  std::uint64_t sum = 0, before = 0;
  for (std::size_t step = 0; step < document.work.size(); ++step) {
    const Launch& launch = document.trace->launches[document.trace->steps[step].launch];
    sum += (document.work[step] - before) * static_cast<std::uint64_t>(launch.blocks());
    before = document.work[step];
  }
  return sum;
}

std::string milliseconds_text(std::uint64_t nanoseconds) {
  return short_text(static_cast<double>(nanoseconds) / 1e6, 3);
}

/// The times of both kernels at full speed, if one record holds them.
void add_times(const Trace& left, const Trace& right, Comparison& to) {
  if (left.header.kernel == right.header.kernel) return;  // the same time, or a changed run's
  const auto measured = find_measured_pair(left, right);
  if (!measured) return;
  const auto nanoseconds = [](double ms) {
    return static_cast<std::uint64_t>(std::llround(ms * 1e6));
  };
  DifferenceRow row{measured->device, nanoseconds(measured->left_ms),
                    nanoseconds(measured->right_ms)};
  row.nanoseconds = true;
  to.rows.push_back(std::move(row));
  to.notes.push_back(
      {say("Time: measured on an {0} on {1}, both kernels in turns, with {2} elements. All "
           "else is modelled, with the sizes that are shown.",
           measured->device, measured->date, Grouped(measured->size)),
       false,
       {}});
}

}  // namespace

std::string label_text(const DifferenceRow& row) {
  // Translators: a device on which a time was measured, and milliseconds.
  if (row.nanoseconds) return tr("{}, ms", row.label);
  return std::string(tr(std::string_view(row.label)));
}

std::string left_text(const DifferenceRow& row) {
  return row.nanoseconds ? milliseconds_text(row.left)
                         : grid_figure_text(row.left, row.left_scaled);
}

std::string right_text(const DifferenceRow& row) {
  return row.nanoseconds ? milliseconds_text(row.right)
                         : grid_figure_text(row.right, row.right_scaled);
}

std::string change_text(const DifferenceRow& row) {
  if (row.left == row.right) return "0";
  const bool fewer = row.right < row.left;
  const std::uint64_t by = fewer ? row.left - row.right : row.right - row.left;
  const char* sign = fewer ? "−" : "+";
  if (row.nanoseconds && row.left > 0) {
    const double percent = 100 * static_cast<double>(by) / static_cast<double>(row.left);
    return fmt::format("{}{} %", sign, fixed_text(percent, percent < 10 ? 1 : 0));
  }
  const std::string figure = grid_figure_text(by, row.left_scaled || row.right_scaled);
  constexpr std::string_view about = "≈";
  return figure.starts_with(about) ? fmt::format("{}{}{}", about, sign, figure.substr(about.size()))
                                   : sign + figure;
}

std::vector<DifferenceRow> difference(const GridTotals& left_grid, const GridTotals& right_grid) {
  const Totals &left = left_grid.totals, &right = right_grid.totals;
  const auto worst = [](const Totals& t) { return static_cast<std::uint64_t>(t.max_degree); };
  std::vector<DifferenceRow> rows;
  for (const TotalsEntry& entry : totals_table()) {
    if (entry.space != Space::shared) continue;
    const MemoryFigures a = figures(left, entry), b = figures(right, entry);
    rows.push_back({entry.row, a.served, b.served});
    rows.push_back({tr_noop("excessive"), a.excessive(), b.excessive(), true});
  }
  for (const SpaceTraits& memory : space_traits) {
    const char* label = words_of(memory.space).served;
    if (label == nullptr) continue;
    rows.push_back(
        {label, figures(left, memory.space).served, figures(right, memory.space).served});
  }
  rows.push_back({tr_noop("Shuffles"), left.shuffles, right.shuffles});
  rows.push_back({.label = tr_noop("Barriers"),
                  .left = left.barriers,
                  .right = right.barriers,
                  .id = "barriers"});
  rows.push_back(
      {.label = tr_noop("Steps"), .left = left.steps, .right = right.steps, .id = "steps"});
  rows.push_back({tr_noop("Idle lanes"), left.lane_slots - left.active_lanes,
                  right.lane_slots - right.active_lanes});
  for (DifferenceRow& row : rows) {
    row.left_scaled = !left_grid.exact();
    row.right_scaled = !right_grid.exact();
  }
  // What is no sum over blocks.
  rows.push_back({tr_noop("lanes at work, %"), percent_of(left.active_lanes, left.lane_slots),
                  percent_of(right.active_lanes, right.lane_slots), true, true});
  rows.push_back({tr_noop("Worst conflict"), worst(left), worst(right)});
  std::erase_if(rows, [](const DifferenceRow& row) { return row.left == 0 && row.right == 0; });
  return rows;
}

std::optional<FirstDifference> first_difference(const Trace& left, const Trace& right) {
  const bool of_programs = !left.header.program.empty();
  if (left.header.kernel != right.header.kernel || of_programs == right.header.program.empty()) {
    return std::nullopt;
  }
  if (auto shapes = unlike_shapes(left, right)) return FirstDifference{std::move(*shapes), {}, {}};
  const auto every = padding_of(right);
  if (every && !padding_of(left)) {
    if (const auto padded = pad_shared(left, *every)) {
      auto found = first_difference(padded.value(), right);
      if (found && !found->left && !found->right) {
        found->text = say(
            "Both sides make the same accesses, with the same values: padding only moves them to "
            "other banks.");
      }
      return found;
    }
  }
  const Layouts layouts = layouts_of(right);
  if (!layouts.empty() && layouts_of(left).empty()) {
    if (const auto moved = relaid(left, layouts)) {
      auto found = first_difference(moved.value(), right);
      if (found && !found->left && !found->right) {
        found->text = say(
            "Both sides make the same accesses, with the same values: {} only moves them to other "
            "banks.",
            relayout_words(right));
      }
      return found;
    }
  }
  if (auto arrays = unlike_arrays(left, right)) return FirstDifference{std::move(*arrays), {}, {}};
  const auto found = first_divergence(
      left, right, one_lacks_a_barrier(left, right) ? Barriers::ignored : Barriers::compared,
      SideWords::runs);
  if (!found) {
    return FirstDifference{say("Both sides make the same accesses, with the same values."), {}, {}};
  }
  // Translators: the field says where and how two runs differ, in a sentence.
  return FirstDifference{say("First difference: {}", found->what), found->access_a,
                         found->access_b};
}

std::optional<Sentence> unlike_work(const Document& left, const Document& right) {
  const Trace &a = *left.trace, &b = *right.trace;
  const bool programs = !a.header.program.empty() || !b.header.program.empty();
  return programs ? unlike_grids(left, right) : unlike_parts(a, b);
}

std::optional<Sentence> unlike_sizes(const Trace& left, const Trace& right) {
  const bool programs = !left.header.program.empty() || !right.header.program.empty();
  if (programs || left.header.size == right.header.size) return std::nullopt;
  return say(
      "The runs differ in size: n is {0} at the left and {1} at the right. Set one size for both "
      "to "
      "compare the figures.",
      left.header.size, right.header.size);
}

Comparison compare(const Document& left, const Document& right, bool right_first) {
  const Document &told_left = right_first ? right : left, &told_right = right_first ? left : right;
  const GridTotals before_all = grid_totals(*left.trace, left.summary.model),
                   after_all = grid_totals(*right.trace, right.summary.model);
  Comparison made{.alignment = Alignment(*left.trace, *right.trace),
                  .rows = difference(before_all, after_all),
                  .unlike = unlike_sizes(*told_left.trace, *told_right.trace).value_or(Sentence()),
                  .left_blocks = before_all.blocks,
                  .right_blocks = after_all.blocks,
                  .notes = {},
                  .lines = compare_lines(left, right)};
  if (!left.work.empty() && !right.work.empty()) {
    const auto steps = std::ranges::find(made.rows, "steps", &DifferenceRow::id);
    made.rows.insert(steps == made.rows.end() ? steps : steps + 1,
                     {.label = tr_noop("Work"),
                      .left = work_of_grids(left),
                      .right = work_of_grids(right),
                      .left_scaled = !before_all.exact(),
                      .right_scaled = !after_all.exact()});
  }
  const std::uint64_t before = faults(*left.trace), after = faults(*right.trace);
  if (before + after > 0)
    made.rows.insert(made.rows.begin(), {tr_noop("Faults found"), before, after});
  for (DifferenceRow& row : made.rows) {
    row.neutral = row.id == "barriers" && one_lacks_a_barrier(*left.trace, *right.trace);
  }
  if (!made.unlike.empty()) {
    for (DifferenceRow& row : made.rows) row.neutral = true;
    made.notes.push_back({made.unlike, true, {}});
  }
  add_times(*left.trace, *right.trace, made);
  add_faults(true, told_left, made.notes);
  add_faults(false, told_right, made.notes);
  auto first = first_difference(*told_left.trace, *told_right.trace);
  if (first && made.unlike.empty()) {
    if (right_first) std::swap(first->left, first->right);
    std::optional<std::uint32_t> access = first->left;
    if (!access && first->right) access = made.alignment.to_left(*first->right);
    made.notes.push_back({std::move(first->text), false, access});
  }
  if (!before_all.exact() || !after_all.exact()) {
    made.notes.push_back({say("Of all blocks, ≈ scaled from the recorded one."), false, {}});
  }
  return made;
}

}  // namespace warpscope
