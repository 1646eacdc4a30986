#include "instrumentation/analysis/atomic_loop.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>

namespace warpscope {
namespace {

/// Lanes that are served together.
std::vector<std::uint32_t> parts_of(const SharedRequest& request, std::uint32_t lanes) {
  if (request.bytes <= 4) return {lanes};
  constexpr std::uint32_t half = 0xffff;
  return {lanes & half, lanes & ~half};
}

/// The lowest lane of each bank, or of each two.
std::uint32_t served(const SharedRequest& request, std::uint32_t part) {
  const std::uint32_t width = request.bytes <= 4 ? 4 : 8;
  std::uint32_t busy = 0, found = 0;
  for_each_lane(part, [&](int lane, int) {
    const std::uint32_t bank =
        1U << request.address[static_cast<std::size_t>(lane)] / width % (128 / width);
    if ((busy & bank) == 0) found |= 1U << static_cast<unsigned>(lane);
    busy |= bank;
  });
  return found;
}

void add(Wavefronts& to, const Wavefronts& more) {
  to.actual += more.actual;
  to.ideal += more.ideal;
  to.degree = std::max(to.degree, more.degree);
}

/// One of the warps that are at an atomic.
struct LoopingWarp {
  const SharedRequest* request = nullptr;
  std::uint32_t left = 0;
  bool failed = false;  // altogether, in the last round
  AtomicLoop cost;

  void load() {
    SharedRequest loaded = *request;
    loaded.mask = left;
    loaded.store = loaded.atomic = loaded.counting = false;
    add(cost.load, wavefronts(BankModel::cc5, loaded));
    ++cost.rounds;
    cost.lanes += std::popcount(left);
  }
  /// `changed`: the addresses at which somebody has succeeded in this round.
  void swap(std::vector<std::uint32_t>& changed, LoopRound* round) {
    failed = true;
    std::size_t number = 0;
    for (const std::uint32_t part : parts_of(*request, left)) {
      const std::uint32_t lanes = served(*request, part);
      if (round != nullptr) round->parts[number++] = lanes;
      if (lanes == 0) continue;
      add(cost.swap, {2, 2, 1});
      const std::size_t before = changed.size();
      for_each_lane(lanes, [&](int lane, int) {
        const std::uint32_t address = request->address[static_cast<std::size_t>(lane)];
        const auto end = changed.begin() + static_cast<std::ptrdiff_t>(before);
        if (std::find(changed.begin(), end, address) != end) return;
        changed.push_back(address);
        left &= ~(1U << static_cast<unsigned>(lane));
        failed = false;
      });
    }
  }
};

}  // namespace

std::vector<AtomicLoop> atomic_loops(std::span<const SharedRequest> requests) {
  std::vector<LoopingWarp> warps;
  for (const SharedRequest& request : requests) {
    warps.push_back({.request = &request, .left = request.mask, .cost = {}});
  }
  std::vector<std::size_t> order(warps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (;;) {
    std::erase_if(order, [&](std::size_t k) { return warps[k].left == 0; });
    if (order.empty()) break;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return warps[a].failed && !warps[b].failed;
    });
    for (const std::size_t k : order) warps[k].load();
    std::vector<std::uint32_t> changed;
    for (const std::size_t k : order) warps[k].swap(changed, nullptr);
  }
  std::vector<AtomicLoop> costs;
  for (LoopingWarp& warp : warps) {
    warp.cost.swap.degree = warp.cost.rounds;
    costs.push_back(warp.cost);
  }
  return costs;
}

std::vector<LoopRound> loop_rounds(const SharedRequest& request) {
  LoopingWarp warp{.request = &request, .left = request.mask, .cost = {}};
  std::vector<LoopRound> rounds;
  while (warp.left != 0) {
    std::vector<std::uint32_t> changed;
    warp.swap(changed, &rounds.emplace_back());
  }
  return rounds;
}

std::unordered_map<std::uint32_t, AtomicLoop> atomic_loops(const Trace& trace) {
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::int32_t, int>;
  std::map<Place, std::vector<std::uint32_t>> together;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::int32_t>, int> times;
  std::uint32_t step = 0;
  for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
    const Access& access = trace.accesses[i];
    if (!is_atomic(access.operation)) continue;
    const Array& array = trace.arrays[access.array];
    if (array.space != Space::shared ||
        atomic_way(access.operation, array.type) != AtomicWay::loop) {
      continue;
    }
    if (access.step != step) times.clear();
    step = access.step;
    const int time = times[{access.step, access.location, access.array, access.warp}]++;
    together[{access.step, access.location, access.array, time}].push_back(i);
  }
  std::unordered_map<std::uint32_t, AtomicLoop> all;
  for (const auto& [place, accesses] : together) {
    std::vector<SharedRequest> requests;
    requests.reserve(accesses.size());
    for (const std::uint32_t i : accesses) {
      requests.push_back(*shared_request(trace, trace.accesses[i]));
    }
    const std::vector<AtomicLoop> costs = atomic_loops(requests);
    for (std::size_t k = 0; k < costs.size(); ++k) all[accesses[k]] = costs[k];
  }
  return all;
}

}  // namespace warpscope
