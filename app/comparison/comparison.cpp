#include "app/comparison/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/subject/measurements.hpp"
#include "app/subject/program_launches.hpp"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/analysis/relayout.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_extent.hpp"

namespace warpscope {
namespace {

constexpr std::uint64_t percent_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : (100 * part + whole / 2) / whole;
}

std::uint64_t faults(const Trace& trace) {
  return static_cast<std::uint64_t>(std::ranges::count_if(trace.findings, is_fault));
}

/// Says "the left run" for "the first trace".
std::string named_by_side(std::string text) {
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"the first trace", "the left run"},
        {"the second trace", "the right run"}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

bool one_lacks_a_barrier(const Trace& left, const Trace& right) {
  return left.header.parameters.contains("without_barrier") !=
         right.header.parameters.contains("without_barrier");
}

void add_faults(bool left, const Document& document, std::vector<Note>& notes) {
  if (!document.mismatch.empty()) {
    notes.push_back({left ? tr("Left: the result is wrong. {}", document.wrong.text())
                          : tr("Right: the result is wrong. {}", document.wrong.text()),
                     true});
  }
  const auto fault = std::ranges::find_if(document.trace->findings, is_fault);
  if (fault != document.trace->findings.end()) {
    notes.push_back(
        {left ? tr("Left: {}", fault->message.text()) : tr("Right: {}", fault->message.text()),
         true});
  }
}

std::string counted_blocks(const Launch& launch) {
  return fmt::format("{} block{}", grouped(static_cast<std::uint64_t>(launch.blocks())),
                     launch.blocks() == 1 ? "" : "s");
}

/// Of all launches together.
GridEstimate estimate_of(const Document& document) {
  const Trace& trace = *document.trace;
  GridEstimate sum;
  const auto totals = totals_of_launches(trace, document.summary.model);
  for (std::size_t l = 0; l < totals.size(); ++l) {
    sum += grid_estimate(totals[l], trace.launches[l].blocks());
  }
  return sum;
}

std::string blocks_text(const Launch& launch) {
  return fmt::format("{} block{} of {} threads", launch.blocks(), launch.blocks() == 1 ? "" : "s",
                     launch.threads());
}

/// Runs of different shape diverge before their first access: says in what, in one sentence.
std::optional<std::string> unlike_shapes(const Trace& left, const Trace& right) {
  if (left.header.size != right.header.size) {
    return fmt::format("The runs differ in size: n is {} at the left and {} at the right.",
                       left.header.size, right.header.size);
  }
  for (std::size_t k = 0; k < std::min(left.launches.size(), right.launches.size()); ++k) {
    const Launch& a = left.launches[k];
    const Launch& b = right.launches[k];
    const std::string whose =
        left.launches.size() > 1
            ? fmt::format(" of launch {}", launch_number(left, static_cast<std::uint32_t>(k)))
            : "";
    if (a.kernel != b.kernel) {
      return fmt::format("Launch {} runs {} at the left and {} at the right.",
                         launch_number(left, static_cast<std::uint32_t>(k)), a.kernel, b.kernel);
    }
    if (a.grid != b.grid || a.block != b.block) {
      return fmt::format("The blocks{} differ: {} at the left, {} at the right.", whose,
                         blocks_text(a), blocks_text(b));
    }
    if (a.traced_block != b.traced_block) {
      return fmt::format(
          "Different blocks{} were recorded: block {} at the left, block {} at the "
          "right.",
          whose, a.traced_block, b.traced_block);
    }
  }
  if (left.launches.size() == right.launches.size()) return std::nullopt;
  return fmt::format("The left makes {} launches, the right {}.", left.launches.size(),
                     right.launches.size());
}

std::string array_phrase(const Array& array) {
  return extents_text(extents_of(array)) + " elements";
}

/// What an array is paired by: as the code on show calls it, or, of several launches, as a whole.
const std::string& paired_name(const Trace& trace, const Array& array) {
  const auto id = static_cast<int>(&array - trace.arrays.data());
  return trace.launches.size() == 1 ? name_in(trace, 0, id) : array.name;
}

/// The same for arrays: says which one the two sides declare differently.
std::optional<std::string> unlike_arrays(const Trace& left, const Trace& right) {
  for (const Array& a : left.arrays) {
    const std::string& name = paired_name(left, a);
    const auto b = std::ranges::find_if(right.arrays, [&](const Array& array) {
      return paired_name(right, array) == name && array.space == a.space;
    });
    if (b == right.arrays.end()) return fmt::format("Only the left has an array {}.", name);
    const bool same_shape = a.count == b->count && a.columns == b->columns;
    if (same_shape && a.type == b->type) continue;
    if (a.type != b->type) {
      return fmt::format("The array {} holds {} at the left and {} at the right.", name,
                         a.type.name(), b->type.name());
    }
    return fmt::format("The array {} has {} at the left and {} at the right.", name,
                       array_phrase(a), array_phrase(*b));
  }
  for (const Array& b : right.arrays) {
    const std::string& name = paired_name(right, b);
    const bool known = std::ranges::any_of(left.arrays, [&](const Array& array) {
      return paired_name(left, array) == name && array.space == b.space;
    });
    if (!known) return fmt::format("Only the right has an array {}.", name);
  }
  const bool same = std::ranges::equal(left.arrays, right.arrays, {}, &Array::base, &Array::base);
  if (same) return std::nullopt;
  return "The same arrays lie at other places of shared memory at the right.";
}

/// Nobody knows how many elements a program of the user's works on: its blocks do unlike work if they
/// are more or fewer.
std::optional<std::string> unlike_grids(const Document& left, const Document& right) {
  const auto &a = left.trace->launches, &b = right.trace->launches;
  const auto blocks = [](const Launch& launch) { return launch.blocks(); };
  const bool alike = std::ranges::equal(a, b, {}, blocks, blocks);
  const auto several = [](const Launch& launch) { return launch.blocks() > 1; };
  if (alike) return std::nullopt;
  if (std::ranges::none_of(a, several) && std::ranges::none_of(b, several)) return std::nullopt;
  std::string text;
  if (a.size() == 1 && b.size() == 1) {
    text = fmt::format(
        "The figures are of one block, and the grids differ: {} at the left, {} at "
        "the right.",
        counted_blocks(a.front()), counted_blocks(b.front()));
  } else if (a.size() != b.size()) {
    text = fmt::format(
        "The figures are of one block of each launch, whatever its grid: of {} "
        "launches at the left, {} at the right.",
        a.size(), b.size());
  } else {
    const auto [one, other] = std::ranges::mismatch(a, b, {}, blocks, blocks);
    text = fmt::format(
        "The figures are of one block of each launch, and the grids differ: launch "
        "{} has {} at the left, {} at the right.",
        launch_number(*left.trace, static_cast<std::uint32_t>(one - a.begin())),
        counted_blocks(*one), counted_blocks(*other));
  }
  const GridEstimate before = estimate_of(left), after = estimate_of(right);
  std::vector<std::string> figures;
  const auto add = [&](const char* what, std::uint64_t from, std::uint64_t to) {
    if (from + to > 0)
      figures.push_back(fmt::format("{} {} → {}", what, grouped(from), grouped(to)));
  };
  add("wavefronts", before.wavefronts, after.wavefronts);
  add("sectors", before.sectors, after.sectors);
  if (figures.empty()) return text;
  return fmt::format("{} Whole grids, estimated as if all blocks did the same: {}.", text,
                     fmt::join(figures, ", "));
}

std::optional<std::string> unlike_parts(const Trace& left, const Trace& right) {
  const auto work = [](const Trace& trace) {
    const std::int64_t blocks = trace.launches.empty() ? 1 : trace.launches.front().blocks();
    return std::pair(trace.header.size, trace.header.size / blocks);
  };
  const auto [n, part] = work(left);
  const auto [other_n, other_part] = work(right);
  if (part == other_part) return std::nullopt;
  const auto said = [](std::int64_t elements, std::int64_t whole) {
    return std::to_string(elements) + " of " + std::to_string(whole);
  };
  return "The recorded blocks do not do the same work: at the left one is for " + said(part, n) +
         " elements, at the right for " + said(other_part, other_n) +
         ". Set one size and block for both to compare the figures.";
}

/// The times of both kernels at full speed, if one record holds them.
void add_times(const Trace& left, const Trace& right, Comparison& to) {
  if (left.header.kernel == right.header.kernel) return;  // the same time, or a changed run's
  const auto measured = find_measured_pair(left, right);
  if (!measured) return;
  const auto nanoseconds = [](double ms) {
    return static_cast<std::uint64_t>(std::llround(ms * 1e6));
  };
  DifferenceRow row{measured->device + ", ms", nanoseconds(measured->left_ms),
                    nanoseconds(measured->right_ms)};
  row.nanoseconds = true;
  to.rows.push_back(std::move(row));
  to.notes.push_back(
      {tr("Time: measured on an {0} on {1}, both kernels in turns, with {2} elements. All "
          "else is modelled, with the sizes that are shown.",
          measured->device, measured->date, grouped(static_cast<std::uint64_t>(measured->size))),
       false,
       {}});
}

}  // namespace

std::string value_text(const DifferenceRow& row, std::uint64_t value) {
  if (!row.nanoseconds) return grouped(value);
  return fmt::format("{:.3g}", static_cast<double>(value) / 1e6);
}

std::string change_text(const DifferenceRow& row) {
  if (row.left == row.right) return "0";
  const bool fewer = row.right < row.left;
  const std::uint64_t by = fewer ? row.left - row.right : row.right - row.left;
  const char* sign = fewer ? "−" : "+";
  if (row.nanoseconds && row.left > 0) {
    const double percent = 100 * static_cast<double>(by) / static_cast<double>(row.left);
    return fmt::format("{}{:.{}f} %", sign, percent, percent < 10 ? 1 : 0);
  }
  return sign + grouped(by);
}

std::vector<DifferenceRow> difference(const Totals& left, const Totals& right) {
  const auto sectors = [](const Totals& t) {
    return t.global_load.sectors + t.global_store.sectors + t.global_atomic.sectors;
  };
  const auto worst = [](const Totals& t) { return static_cast<std::uint64_t>(t.max_degree); };
  std::vector<DifferenceRow> rows;
  const auto shared = [&rows](const char* label, const SharedTotals& a, const SharedTotals& b) {
    rows.push_back({label, a.wavefronts, b.wavefronts});
    rows.push_back({tr_noop("excessive"), a.conflicts(), b.conflicts(), true});
  };
  shared(tr_noop("Load wavefronts"), left.shared_load, right.shared_load);
  shared(tr_noop("Store wavefronts"), left.shared_store, right.shared_store);
  shared(tr_noop("Atomic wavefronts"), left.shared_atomic, right.shared_atomic);
  rows.push_back({tr_noop("Global sectors"), sectors(left), sectors(right)});
  rows.push_back({tr_noop("Local sectors"), left.local_load.sectors + left.local_store.sectors,
                  right.local_load.sectors + right.local_store.sectors});
  rows.push_back({tr_noop("Constant wavefronts"), left.constant_load.wavefronts,
                  right.constant_load.wavefronts});
  rows.push_back({tr_noop("Shuffles"), left.shuffles, right.shuffles});
  rows.push_back({.label = tr_noop("Barriers"),
                  .left = left.barriers,
                  .right = right.barriers,
                  .id = "barriers"});
  rows.push_back(
      {.label = tr_noop("Steps"), .left = left.steps, .right = right.steps, .id = "steps"});
  rows.push_back({tr_noop("Idle lanes"), left.lane_slots - left.active_lanes,
                  right.lane_slots - right.active_lanes});
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
        found->text =
            "Both sides make the same accesses, with the same values: padding only moves them to "
            "other banks.";
      }
      return found;
    }
  }
  const auto layout = relayout_of(right);
  if (layout && !relayout_of(left)) {
    if (const auto moved = relaid(left, *layout)) {
      auto found = first_difference(moved.value(), right);
      if (found && !found->left && !found->right) {
        found->text = fmt::format(
            "Both sides make the same accesses, with the same values: {} only moves them to other "
            "banks.",
            relayout_words(right));
      }
      return found;
    }
  }
  if (auto arrays = unlike_arrays(left, right)) return FirstDifference{std::move(*arrays), {}, {}};
  const auto found = first_divergence(
      left, right, one_lacks_a_barrier(left, right) ? Barriers::ignored : Barriers::compared);
  if (!found) {
    return FirstDifference{"Both sides make the same accesses, with the same values.", {}, {}};
  }
  return FirstDifference{"First difference: " + named_by_side(found->what), found->access_a,
                         found->access_b};
}

std::optional<std::string> unlike_work(const Document& left, const Document& right) {
  const Trace &a = *left.trace, &b = *right.trace;
  const bool programs = !a.header.program.empty() || !b.header.program.empty();
  return programs ? unlike_grids(left, right) : unlike_parts(a, b);
}

Comparison compare(const Document& left, const Document& right) {
  Comparison made{Alignment(*left.trace, *right.trace),
                  difference(left.summary.totals, right.summary.totals),
                  unlike_work(left, right).value_or(""),
                  {}};
  if (!left.work.empty() && !right.work.empty()) {
    const auto steps = std::ranges::find(made.rows, "steps", &DifferenceRow::id);
    made.rows.insert(steps == made.rows.end() ? steps : steps + 1,
                     {tr_noop("Work"), left.work.back(), right.work.back()});
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
  add_faults(true, left, made.notes);
  add_faults(false, right, made.notes);
  if (auto first = first_difference(*left.trace, *right.trace)) {
    std::optional<std::uint32_t> access = first->left;
    if (!access && first->right) access = made.alignment.to_left(*first->right);
    made.notes.push_back({std::move(first->text), false, access});
  }
  return made;
}

}  // namespace warpscope
