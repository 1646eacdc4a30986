#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "app/lesson/course.hpp"
#include "app/lesson/next_lesson.hpp"
#include "app/panes/timing/timing_text.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

// How often something is done tells how many rounds do it.
constexpr Told of_memory = Told::costs | Told::memories | Told::counts;

std::string count_or_none(const std::optional<std::uint64_t>& count) {
  return count ? count_text(*count) : "–";
}

std::string_view topic_of(const TotalsEntry& entry) {
  if (entry.kind == OperationKind::atomic) return cost_topic::atomics;
  return costly_topic(entry.space, Operation::load, true, false);
}

std::string meaning_of(const TotalsEntry& entry, const MemoryFigures& sum) {
  return words_of(entry.space)
      .counts(static_cast<std::int64_t>(sum.requests), count_text(sum.requests), sum.ideal);
}

/// Loads and stores stand together.
bool has_row(const Totals& totals, const TotalsEntry& entry) {
  if (entry.space == Space::global && entry.kind != OperationKind::atomic) return true;
  if (entry.kind != OperationKind::load && entry.kind != OperationKind::store) {
    return figures(totals, entry).requests > 0;
  }
  return std::ranges::any_of(totals_table(), [&](const TotalsEntry& other) {
    const bool beside = other.kind == OperationKind::load || other.kind == OperationKind::store;
    return other.space == entry.space && beside && figures(totals, other).requests > 0;
  });
}

/// As a lesson names the figure; empty: it does not.
std::string_view total_id(const TotalsEntry& entry) {
  if (entry.space == Space::shared) return "total_wavefronts";
  return entry.space == Space::global ? "total_sectors" : "";
}

}  // namespace

void TotalsView::make_memory_rows() {
  const Totals& totals = totals_;
  const Measured& counters = measured_ ? *measured_ : Measured{};
  bool worst = false;
  for (const TotalsEntry& entry : totals_table()) {
    const bool banks = service_of(entry.space) == Service::banks;
    // The worst conflict stands below what has banks.
    if (!banks && !std::exchange(worst, true)) add_worst_conflict();
    if (!has_row(totals, entry)) continue;
    const MemoryFigures sum = figures(totals, entry);
    const MeasuredSum counted = measured_sum(counters, entry.key);
    const bool above = sum.excessive() > 0;
    rows_.push_back({std::string(tr(std::string_view(entry.row))), count_text(sum.served),
                     count_or_none(counted.served), false, above && !banks, meaning_of(entry, sum),
                     of_memory, std::string(total_id(entry))});
    // Those of local memory are lost, however few sectors they take.
    if ((above && !banks) || entry.space == Space::local) rows_.back().topic = topic_of(entry);
    if (!banks) continue;
    rows_.push_back({tr("excessive"), count_text(sum.excessive()), count_or_none(counted.excessive),
                     true, above, tr("wavefronts beyond the ideal of {}", sum.ideal), of_memory,
                     "total_conflicts"});
    if (above) rows_.back().topic = topic_of(entry);
  }
}

void TotalsView::add_worst_conflict() {
  const int degree = totals_.max_degree;
  if (degree == 0) return;
  rows_.push_back({tr("Worst conflict"), degree > 1 ? tr("{}-way", degree) : tr("none"),
                   std::string(none), false, degree > 1,
                   tr("of one access to shared memory: {}", conflict_text(degree)), of_memory,
                   "max_degree", std::to_string(degree)});
  if (degree > 1) rows_.back().topic = cost_topic::banks;
}

void TotalsView::make_time_row() {
  if (!measured_ || !measured_->milliseconds) return;
  const std::string elements = size_text(measured_->timed_size);
  const int block = measured_->timed_block;
  std::string meaning =
      block > 0 ? tr("the native kernel with n = {0} in blocks of {1}, enough to keep a GPU busy; "
                     "in this picture n is {2}",
                     elements, block, size_)
                : tr("the native kernel with n = {0}, enough to keep a GPU busy; in this picture n "
                     "is {1}",
                     elements, size_);
  // Translators: {0} is a GPU, {1} a date.
  meaning += "\n" + tr("the kind of input and all parameters are those of this run\n"
                       "measured on an {0} on {1}\n"
                       "Alt I shows it beside the others of its family",
                       measured_->device, measured_->date);
  rows_.push_back({tr("Time, n = {}", elements), std::string(none),
                   time_text(*measured_->milliseconds), false, false, std::move(meaning),
                   Told::times});
  rows_.back().topic = cost_topic::time;
}

void TotalsView::make_run_rows() {
  const Totals& totals = totals_;
  if (totals.shuffles > 0) {
    rows_.push_back({tr("Shuffles"), count_text(totals.shuffles), std::string(none), false, false,
                     tr("exchanges of registers within a warp: no memory, no bank"), Told::counts,
                     "shuffles"});
  }
  rows_.push_back({tr("Barriers"), count_text(totals.barriers), std::string(none), false, false,
                   tr("points where the whole block waits for its last warp"), Told::counts,
                   "barriers"});
  if (work_ > 0) {
    rows_.push_back(
        {tr("Work"), count_text(work_), std::string(none), false, false,
         tr_n("operations of two operands that the recorded block does, whichever thread,\n"
              "in {1} step that follow one another",
              "operations of two operands that the recorded block does, whichever thread,\n"
              "in {1} steps that follow one another",
              static_cast<std::int64_t>(steps_), count_text(steps_)),
         Told::counts});
  }
  if (launches_ > 1) {
    rows_.push_back({tr("Launches"), count_text(launches_), std::string(none), false, false,
                     tr("kernels that the host starts one after the other"), Told::counts,
                     "launches"});
  }
  const double slots = std::max<double>(1, static_cast<double>(totals.lane_slots));
  const std::string percent =
      fixed_text(100 * static_cast<double>(totals.active_lanes) / slots, 1) + " %";
  rows_.push_back(
      {tr("Active lanes"), percent, std::string(none), false, false,
       tr("SIMT efficiency: active lanes of the 32 that each access's warp has, with a thread or "
          "without one"),
       Told::lanes | Told::counts});
  if (totals.active_lanes < totals.lane_slots) rows_.back().topic = cost_topic::divergence;
}

}  // namespace warpscope
