#include "app/session/comparison.hpp"

#include <algorithm>

namespace warpscope {

std::uint32_t aligned_access(const Trace& from, std::uint32_t access, const Trace& to) {
  if (to.accesses.empty()) return 0;
  const std::uint32_t number = from.accesses[access].step;
  const Step& here = from.steps[number];
  const auto last_step = static_cast<std::uint32_t>(to.steps.size() - 1);
  const auto last_access = static_cast<std::uint32_t>(to.accesses.size() - 1);
  if (number > last_step) return last_access;

  const Step& there = to.steps[number];
  const std::uint64_t into = access - here.first_access;
  const auto offset = static_cast<std::uint32_t>(into * there.access_count / here.access_count);
  return std::min(there.first_access + offset, last_access);
}

std::vector<DifferenceRow> difference(const Totals& left, const Totals& right) {
  const auto sectors = [](const Totals& t) {
    return t.global_load.sectors + t.global_store.sectors + t.global_atomic.sectors;
  };
  const auto worst = [](const Totals& t) { return static_cast<std::uint64_t>(t.max_degree); };
  std::vector<DifferenceRow> rows;
  const auto shared = [&rows](const char* label, const SharedTotals& a, const SharedTotals& b) {
    rows.push_back({label, a.wavefronts, b.wavefronts});
    rows.push_back({"excessive", a.conflicts(), b.conflicts(), true});
  };
  shared("Load wavefronts", left.shared_load, right.shared_load);
  shared("Store wavefronts", left.shared_store, right.shared_store);
  shared("Atomic wavefronts", left.shared_atomic, right.shared_atomic);
  rows.push_back({"Global sectors", sectors(left), sectors(right)});
  rows.push_back(
      {"Constant passes", left.constant_load.wavefronts, right.constant_load.wavefronts});
  rows.push_back({"Shuffles", left.shuffles, right.shuffles});
  rows.push_back({"Barriers", left.barriers, right.barriers});
  rows.push_back(
      {"Idle lanes", left.lane_slots - left.active_lanes, right.lane_slots - right.active_lanes});
  rows.push_back({"Worst conflict", worst(left), worst(right)});
  std::erase_if(rows, [](const DifferenceRow& row) { return row.left == 0 && row.right == 0; });
  return rows;
}

}  // namespace warpscope
