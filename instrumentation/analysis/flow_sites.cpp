#include "instrumentation/analysis/flow_sites.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "instrumentation/analysis/source_text.hpp"

namespace warpscope {
namespace {

constexpr int fewest_lanes = 8;  // of which it can be said that they follow no rule

/// Numbers sites, launch by launch.
class Numberer {
 public:
  explicit Numberer(FlowSites& sites) : sites_(sites) {}

  void begin_launch() {
    present_.clear();
    arrays_of_location_.clear();
  }
  std::uint32_t number(const Trace& trace, const Access& access) {
    const auto [found, fresh] =
        present_.try_emplace({access.location, access.array, access.elements}, 0);
    if (!fresh) return found->second;
    const std::uint32_t place = arrays_of_location_[access.location]++;
    const auto count = static_cast<std::uint32_t>(sites_.count());
    const auto [known, is_new] =
        known_.try_emplace({access.location, place, access.elements}, count);
    if (is_new) {
      const auto elements = static_cast<std::size_t>(access.elements);
      sites_.locations.resize(count + elements, access.location);
      sites_.scattered.resize(count + elements, false);
      sites_.literal.resize(count + elements, stores_literal(trace, access));
    }
    return found->second = known->second;
  }

 private:
  FlowSites& sites_;
  using Key = std::tuple<std::uint32_t, std::int64_t, int>;
  std::map<Key, std::uint32_t> present_;  // by location, array and elements
  std::map<std::uint32_t, std::uint32_t> arrays_of_location_;
  std::map<Key, std::uint32_t> known_;  // by location, which of its arrays, and elements
};

/// Whether the lanes' places jump about: more than half of them break the stride of the two before.
bool jumps_about(const Access& access, std::span<const ElementIndex> indices) {
  if (access.active() < fewest_lanes) return false;
  std::int64_t lane_before = 0, lanes = 0, cells = 0;
  int jumps = 0;
  for_each_lane(access.mask, [&](int lane, int k) {
    if (k > 0) {
      const auto at = static_cast<std::size_t>(k);
      const std::int64_t further = indices[at] - indices[at - 1];
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
    if (present != launch) numberer.begin_launch();
    launch = present;
    const std::uint32_t site = numberer.number(trace, access);
    sites.of_access.push_back(site);
    if (exchanges(access.operation) || sites.scattered[site]) continue;
    const bool scattered = jumps_about(access, trace.lane_indices(access));
    std::fill_n(sites.scattered.begin() + site, access.elements, scattered);
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
    if (sites.literal[sites.of_access[a]]) continue;
    if (access.operation == Operation::load) {
      std::vector<bool>& marked = (using_lanes & access.mask) != 0 ? used : loads;
      std::fill_n(marked.begin() + sites.of_access[a], access.elements, true);
    } else {
      using_lanes |= access.mask;
    }
  }
  for (std::size_t s = 0; s < loads.size(); ++s) loads[s] = loads[s] && !used[s];
  return loads;
}

bool keeps_values(const Trace& trace) {
  return std::ranges::any_of(trace.accesses, [&](const Access& access) {
    const Space space = trace.arrays[access.array].space;
    return exchanges(access.operation) || (writes(access.operation) && !is_lasting(space));
  });
}

}  // namespace warpscope
