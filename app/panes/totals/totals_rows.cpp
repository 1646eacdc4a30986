#include <algorithm>
#include <cstdio>

#include "app/panes/timing/timing_text.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

std::string count_or_none(const std::optional<std::uint64_t>& count) {
  return count ? std::to_string(*count) : "–";
}

}  // namespace

void TotalsView::make_memory_rows() {
  const Totals& totals = totals_;
  const Measured& counters = measured_ ? *measured_ : Measured{};
  const auto shared = [&](const std::string& name, const SharedTotals& part,
                          const std::optional<std::uint64_t>& wavefronts,
                          const std::optional<std::uint64_t>& conflicts) {
    rows_.push_back(
        {name, std::to_string(part.wavefronts), count_or_none(wavefronts), false, false,
         "passes through the banks of shared memory, for " + counted(part.requests, "request"),
         "total_wavefronts"});
    rows_.push_back({"excessive", std::to_string(part.conflicts()), count_or_none(conflicts), true,
                     part.conflicts() > 0,
                     "wavefronts beyond the ideal of " + std::to_string(part.ideal),
                     "total_conflicts"});
  };
  const auto global = [&](const std::string& name, const GlobalTotals& part,
                          const std::optional<std::uint64_t>& sectors,
                          const std::string& memory = "global") {
    rows_.push_back({name, std::to_string(part.sectors), count_or_none(sectors), false,
                     part.sectors > part.ideal,
                     "32-byte sectors of " + memory + " memory, for " +
                         counted(part.requests, "request") +
                         ";\nside by side the same bytes would take " + std::to_string(part.ideal),
                     memory == "global" ? "total_sectors" : ""});
  };
  if (totals.shared_load.requests + totals.shared_store.requests > 0) {
    shared("Load wavefronts", totals.shared_load, counters.load_wavefronts,
           counters.load_conflicts);
    shared("Store wavefronts", totals.shared_store, counters.store_wavefronts,
           counters.store_conflicts);
  }
  if (totals.shared_atomic.requests > 0) {
    shared("Atomic wavefronts", totals.shared_atomic, counters.atomic_wavefronts,
           counters.atomic_conflicts);
  }
  add_worst_conflict();
  global("Load sectors", totals.global_load, counters.load_sectors);
  global("Store sectors", totals.global_store, counters.store_sectors);
  if (totals.global_atomic.requests > 0) {
    global("Atomic sectors", totals.global_atomic, counters.atomic_sectors);
  }
  if (totals.local_load.requests + totals.local_store.requests > 0) {
    global("Local load sectors", totals.local_load, counters.local_load_sectors, "local");
    global("Local store sectors", totals.local_store, counters.local_store_sectors, "local");
  }
  if (const SharedTotals& constant = totals.constant_load; constant.requests > 0) {
    rows_.push_back({"Constant wavefronts", std::to_string(constant.wavefronts), std::string(none),
                     false, constant.conflicts() > 0,
                     "a wavefront of the constant cache hands one word to any number of lanes; " +
                         counted(constant.requests, "request") + " need at least one each"});
  }
}

void TotalsView::add_worst_conflict() {
  const int degree = totals_.max_degree;
  if (degree == 0) return;
  rows_.push_back({"Worst conflict", degree > 1 ? std::to_string(degree) + "-way" : "none",
                   std::string(none), false, degree > 1,
                   "of one access to shared memory: " + conflict_text(degree), "max_degree"});
}

void TotalsView::make_time_row() {
  if (!measured_ || !measured_->milliseconds) return;
  const std::string elements = size_text(measured_->timed_size);
  const int block = measured_->timed_block;
  rows_.push_back({"Time, n = " + elements, std::string(none), time_text(*measured_->milliseconds),
                   false, false,
                   "the native kernel with n = " + elements +
                       (block > 0 ? " in blocks of " + std::to_string(block) : "") +
                       ", enough to keep a GPU busy; in this picture n is " + size_ +
                       "\nthe kind of input and all parameters are those of this run"
                       "\nmeasured on an " +
                       measured_->device + " on " + measured_->date +
                       "\nAlt I shows it beside the others of its family"});
}

void TotalsView::make_run_rows() {
  const Totals& totals = totals_;
  if (totals.shuffles > 0) {
    rows_.push_back({"Shuffles", std::to_string(totals.shuffles), std::string(none), false, false,
                     "exchanges of registers within a warp: no memory, no bank", "shuffles"});
  }
  rows_.push_back({"Barriers", std::to_string(totals.barriers), std::string(none), false, false,
                   "points where the whole block waits for its last warp", "barriers"});
  if (work_ > 0) {
    rows_.push_back(
        {"Work", std::to_string(work_), std::string(none), false, false,
         "operations of two operands that the recorded block does, whichever thread,\nin " +
             counted(steps_, "step") + " that follow one another"});
  }
  if (launches_ > 1) {
    rows_.push_back({"Launches", std::to_string(launches_), std::string(none), false, false,
                     "kernels that the host starts one after the other", "launches"});
  }
  char percent[16];
  const double slots = std::max<double>(1, static_cast<double>(totals.lane_slots));
  std::snprintf(percent, sizeof percent, "%.1f %%",
                100 * static_cast<double>(totals.active_lanes) / slots);
  rows_.push_back(
      {"Active lanes", percent, std::string(none), false, false,
       "SIMT efficiency: active lanes of the 32 that each access's warp has, with a thread or "
       "without one"});
}

}  // namespace warpscope
