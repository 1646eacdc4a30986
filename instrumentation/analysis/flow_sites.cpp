#include "instrumentation/analysis/flow_sites.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace warpscope {
namespace {

constexpr int fewest_lanes = 8;  // of which it can be said that they follow no rule

/// Numbers sites, launch by launch.
class Numberer {
 public:
  explicit Numberer(FlowSites& sites) : sites_(sites) {}

  void begin_launch(std::uint32_t source) {
    source_ = source;
    present_.clear();
    arrays_of_line_.clear();
  }
  std::uint32_t number(const Access& access) {
    const auto [found, fresh] = present_.try_emplace({access.line, access.array}, 0);
    if (!fresh) return found->second;
    const std::uint32_t place = arrays_of_line_[access.line]++;
    const auto count = static_cast<std::uint32_t>(sites_.count());
    const auto [known, is_new] = known_.try_emplace({source_, access.line, place}, count);
    if (is_new) {
      sites_.lines.push_back(access.line);
      sites_.scattered.push_back(false);
    }
    return found->second = known->second;
  }

 private:
  FlowSites& sites_;
  std::uint32_t source_ = 0;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> present_;  // line and array
  std::map<std::uint32_t, std::uint32_t> arrays_of_line_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known_;
};

/// Whether the lanes' places jump about: more than half of them do not go on as the two before.
bool jumps_about(const Access& access, std::span<const std::int32_t> indices) {
  if (access.active() < fewest_lanes) return false;
  std::int64_t lane_before = 0, lanes = 0, cells = 0;
  int jumps = 0;
  for_each_lane(access.mask, [&](int lane, int k) {
    if (k > 0) {
      const auto at = static_cast<std::size_t>(k);
      const std::int64_t further = std::int64_t{indices[at]} - indices[at - 1];
      const std::int64_t apart = lane - lane_before;
      if (k > 1 && further * lanes != cells * apart) ++jumps;
      lanes = apart;
      cells = further;
    }
    lane_before = lane;
  });
  return 2 * jumps > access.active();
}

}  // namespace

FlowSites find_sites(const Trace& trace) {
  FlowSites sites;
  sites.of_access.reserve(trace.accesses.size());
  Numberer numberer(sites);
  std::uint32_t launch = 0xffffffffU;
  for (const Access& access : trace.accesses) {
    const std::uint32_t present = trace.steps[access.step].launch;
    if (present != launch) numberer.begin_launch(trace.launches[present].source);
    launch = present;
    const std::uint32_t site = numberer.number(access);
    sites.of_access.push_back(site);
    if (access.operation == Operation::shuffle || sites.scattered[site]) continue;
    sites.scattered[site] = jumps_about(access, trace.lane_indices(access));
  }
  return sites;
}

std::vector<bool> kept_beyond_their_step(const Trace& trace, const FlowSites& sites) {
  std::vector<bool> loads(sites.count(), false), used(sites.count(), false);
  std::uint32_t using_lanes = 0;  // of later accesses of the same warp in the same step
  for (std::size_t a = trace.accesses.size(); a-- > 0;) {
    const Access& access = trace.accesses[a];
    const bool last = a + 1 == trace.accesses.size() || trace.accesses[a + 1].step != access.step ||
                      trace.accesses[a + 1].warp != access.warp;
    if (last) using_lanes = 0;
    if (access.operation == Operation::load) {
      ((using_lanes & access.mask) != 0 ? used : loads)[sites.of_access[a]] = true;
    } else {
      using_lanes |= access.mask;
    }
  }
  for (std::size_t s = 0; s < loads.size(); ++s) loads[s] = loads[s] && !used[s];
  return loads;
}

bool keeps_values(const Trace& trace) {
  return std::ranges::any_of(trace.accesses, [&](const Access& access) {
    return access.operation == Operation::shuffle ||
           (access.operation != Operation::load &&
            trace.arrays[access.array].space == Space::shared);
  });
}

}  // namespace warpscope
