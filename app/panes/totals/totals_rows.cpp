#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "app/lesson/course.hpp"
#include "app/panes/timing/timing_text.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

// How often something is done tells how many rounds do it.
constexpr Told of_memory = Told::costs | Told::memories | Told::counts;

std::string count_or_none(const std::optional<std::uint64_t>& count) {
  return count ? count_text(*count) : "–";
}

std::string sectors_meaning(const GlobalTotals& part, bool local) {
  const auto requests = static_cast<std::int64_t>(part.requests);
  const std::string number = count_text(part.requests);
  if (local) {
    return tr_n(
        "32-byte sectors of local memory, for {1} request;\n"
        "side by side the same bytes would take {2}",
        "32-byte sectors of local memory, for {1} requests;\n"
        "side by side the same bytes would take {2}",
        requests, number, part.ideal);
  }
  return tr_n(
      "32-byte sectors of global memory, for {1} request;\n"
      "side by side the same bytes would take {2}",
      "32-byte sectors of global memory, for {1} requests;\n"
      "side by side the same bytes would take {2}",
      requests, number, part.ideal);
}

}  // namespace

void TotalsView::make_memory_rows() {
  const Totals& totals = totals_;
  const Measured& counters = measured_ ? *measured_ : Measured{};
  const auto shared = [&](const std::string& name, const SharedTotals& part,
                          const std::optional<std::uint64_t>& wavefronts,
                          const std::optional<std::uint64_t>& conflicts,
                          std::string_view topic = cost_topic::banks) {
    rows_.push_back({name, count_text(part.wavefronts), count_or_none(wavefronts), false, false,
                     tr_n("passes through the banks of shared memory, for {1} request",
                          "passes through the banks of shared memory, for {1} requests",
                          static_cast<std::int64_t>(part.requests), count_text(part.requests)),
                     of_memory, "total_wavefronts"});
    rows_.push_back({tr("excessive"), count_text(part.conflicts()), count_or_none(conflicts), true,
                     part.conflicts() > 0, tr("wavefronts beyond the ideal of {}", part.ideal),
                     of_memory, "total_conflicts"});
    if (part.conflicts() > 0) rows_.back().topic = topic;
  };
  const auto global = [&](const std::string& name, const GlobalTotals& part,
                          const std::optional<std::uint64_t>& sectors, bool local = false,
                          std::string_view topic = cost_topic::uncoalesced) {
    rows_.push_back({name, count_text(part.sectors), count_or_none(sectors), false,
                     part.sectors > part.ideal, sectors_meaning(part, local), of_memory,
                     local ? "" : "total_sectors"});
    if (part.sectors > part.ideal) rows_.back().topic = topic;
    if (local) rows_.back().topic = cost_topic::local;
  };
  if (totals.shared_load.requests + totals.shared_store.requests > 0) {
    shared(tr("Load wavefronts"), totals.shared_load, counters.load_wavefronts,
           counters.load_conflicts);
    shared(tr("Store wavefronts"), totals.shared_store, counters.store_wavefronts,
           counters.store_conflicts);
  }
  if (totals.shared_atomic.requests > 0) {
    shared(tr("Atomic wavefronts"), totals.shared_atomic, counters.atomic_wavefronts,
           counters.atomic_conflicts, cost_topic::atomics);
  }
  add_worst_conflict();
  global(tr("Load sectors"), totals.global_load, counters.load_sectors);
  global(tr("Store sectors"), totals.global_store, counters.store_sectors);
  if (totals.global_atomic.requests > 0) {
    global(tr("Atomic sectors"), totals.global_atomic, counters.atomic_sectors, false,
           cost_topic::atomics);
  }
  if (totals.local_load.requests + totals.local_store.requests > 0) {
    global(tr("Local load sectors"), totals.local_load, counters.local_load_sectors, true);
    global(tr("Local store sectors"), totals.local_store, counters.local_store_sectors, true);
  }
  if (const SharedTotals& constant = totals.constant_load; constant.requests > 0) {
    rows_.push_back(
        {tr("Constant wavefronts"), count_text(constant.wavefronts), std::string(none), false,
         constant.conflicts() > 0,
         tr_n("a wavefront of the constant cache hands one word to any number of lanes; "
              "{1} request need at least one each",
              "a wavefront of the constant cache hands one word to any number of lanes; "
              "{1} requests need at least one each",
              static_cast<std::int64_t>(constant.requests), count_text(constant.requests)),
         of_memory});
    if (constant.conflicts() > 0) rows_.back().topic = cost_topic::constants;
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
