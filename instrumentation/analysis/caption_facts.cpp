#include "instrumentation/analysis/caption_facts.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

CaptionPlace place_of(const Trace& trace, const Access& access) {
  const Step& step = trace.steps[access.step];
  const Launch& launch = trace.launches[step.launch];
  return {.step = std::int64_t{access.step} - launch.first_step + 1,
          .steps = launch.step_count,
          .launch = launch_number(trace, step.launch),
          .launches = launch_total(trace),
          .recorded = std::ssize(trace.launches),
          .name = step_name(trace, step),
          .phase = phase_at(trace, access)};
}

std::string file_alone(const SourceFile& source) {
  return printable(std::string_view(source.name).substr(source.name.rfind('/') + 1));
}

CaptionLine line_of_caption(const Trace& trace, const Access& access) {
  const CodeLocation& at = trace.location_of(access);
  CaptionLine line{.line = at.line};
  const bool called = at.caller >= 0;
  const CodeLocation& call = called ? trace.locations[static_cast<std::size_t>(at.caller)] : at;
  if (called) line.caller = call.line;
  if (at.source != (called ? call.source : trace.launch_of(access).source)) {
    line.file = file_alone(trace.sources[at.source]);
    if (called) line.caller_file = file_alone(trace.sources[call.source]);
  }
  return line;
}

Demand demand_of(BankModel model, const SharedRequest& request) {
  std::set<std::uint32_t> words, elements;
  std::set<int> banks;
  const auto unit = static_cast<std::uint32_t>(std::max(request.bytes, 4));
  for_each_lane(request.mask, [&](int lane, int) {
    const std::uint32_t address = request.address[static_cast<std::size_t>(lane)];
    words.insert(address / unit);
    elements.insert(address);
    banks.insert(bank_of(model, address));
  });
  std::map<std::pair<int, int>, std::set<std::uint32_t>> stacks;  // by half-warp, … and bank
  std::size_t stacked = 0;
  for (const BankDelivery& delivery : bank_deliveries(model, request)) {
    std::set<std::uint32_t>& stack = stacks[{delivery.first_pass, delivery.bank}];
    stack.insert(delivery.address);
    stacked = std::max(stacked, stack.size());
  }
  return {.lanes = std::popcount(request.mask),
          .words = static_cast<int>(words.size()),
          .elements = static_cast<int>(elements.size()),
          .banks = static_cast<int>(banks.size()),
          .stacked = static_cast<int>(stacked),
          .bytes = request.bytes,
          .counted = request.counting && model == BankModel::cc5};
}

SharedFacts shared_facts(BankModel model, const SharedRequest& request) {
  const Demand demand = demand_of(model, request);
  const Wavefronts cost = wavefronts(model, request);
  return {
      demand, cost, request.copy,
      model == BankModel::cc1 && !request.atomic && !demand.wide() && demand.stacked < cost.degree};
}

ShuffleFacts shuffle_facts(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  const std::set<ElementIndex> sources(indices.begin(), indices.end());
  if (sources.size() == 1 && access.active() > 1)
    return {.lane = static_cast<int>(indices[0] % warp_lanes)};
  std::set<std::int64_t> distances;  // of lanes that read another one's register
  for_each_lane(access.mask, [&](int lane, int k) {
    // A file may name any index.
    const std::int64_t source = indices[static_cast<std::size_t>(k)] - access.warp * warp_lanes;
    if (source != lane) distances.insert(source - lane);
  });
  using Int = std::numeric_limits<int>;
  const std::int64_t distance = distances.size() == 1 ? *distances.begin() : 0;
  return {.distance =
              static_cast<int>(std::clamp<std::int64_t>(distance, -Int::max(), Int::max()))};
}

/// Source: CUDA C Programming Guide, constant memory.
ConstantFacts constant_facts(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  const std::set<ElementIndex> words(indices.begin(), indices.end());
  return {static_cast<int>(words.size())};
}

std::int64_t same_local_element(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  std::int64_t same = -1;
  for (const ElementIndex index : trace.lane_indices(access)) {
    const std::int64_t element = local_place(array, index).element;
    if (same >= 0 && element != same) return -1;
    same = element;
  }
  return same;
}

GlobalFacts global_facts(const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  return {request, access.active() > 1 && request.bytes == trace.lane_bytes(access)};
}

bool scattered(const GlobalRequest& request) { return request.sectors > request.ideal; }

struct Costly {
  bool operator()(const SharedFacts& facts) const { return facts.cost.conflicts() > 0; }
  bool operator()(const ShuffleFacts&) const { return false; }
  bool operator()(const ConstantFacts& facts) const { return facts.words > 1; }
  bool operator()(const LocalFacts& facts) const { return scattered(facts.request); }
  bool operator()(const GlobalFacts& facts) const { return scattered(facts.request); }
  bool operator()(const ContentionFacts& facts) const {
    return scattered(facts.request) || facts.met.lanes > 1;
  }
};

/// Appends what the host did from before launch `first` to before `end`, or behind the last one.
void collect(const Trace& trace, std::size_t first, std::size_t end, std::vector<HostDeed>& deeds) {
  for (std::size_t launch = first; launch < end; ++launch) {
    for (const HostStep& step : trace.host) {
      if (step.launch == launch) deeds.push_back({.text = step.text});
    }
    if (launch == trace.launches.size()) return;
    deeds.push_back({.launch = &trace.launches[launch]});
  }
}

}  // namespace

int threads_of_warp(const Trace& trace, const Access& access) {
  return std::clamp(trace.launch_of(access).threads() - access.warp * warp_lanes, access.active(),
                    warp_lanes);
}

Contention contention(const Trace& trace, const Access& access) {
  Contention found;
  std::map<ElementIndex, int> lanes_of;
  for (const ElementIndex index : trace.lane_indices(access)) {
    found.lanes = std::max(found.lanes, ++lanes_of[index]);
  }
  found.elements = static_cast<int>(lanes_of.size());
  return found;
}

HostFacts host_facts(const Trace& trace, std::uint32_t access) {
  HostFacts facts;
  if (trace.launches.size() < 2 && trace.host.empty()) return facts;
  const auto launch_at = [&](std::size_t a) -> std::size_t {
    return trace.steps[trace.accesses[a].step].launch;
  };
  const std::size_t launch = launch_at(access);
  if (access == 0 || launch_at(access - 1) != launch) {
    collect(trace, access == 0 ? 0 : launch_at(access - 1) + 1, launch + 1, facts.deeds);
    return facts;
  }
  facts.afterwards = true;
  if (access + 1 == trace.accesses.size()) {
    collect(trace, launch + 1, trace.launches.size() + 1, facts.deeds);
  }
  return facts;
}

CaptionFacts caption_facts(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const Access& access = trace.accesses[number];
  CaptionFacts facts{.place = place_of(trace, access),
                     .host = host_facts(trace, number),
                     .warp = access.warp,
                     .operation = access.operation,
                     .at = line_of_caption(trace, access),
                     .lanes = access.active(),
                     .threads = threads_of_warp(trace, access)};
  if (!exchanges(access.operation)) facts.what = name_in_source(trace, access);
  const Space space = trace.arrays[access.array].space;
  if (const auto request = shared_request(trace, access)) {
    facts.demand = shared_facts(summary.model, *request);
  } else if (exchanges(access.operation)) {
    facts.demand = shuffle_facts(trace, access);
  } else if (service_of(space) == Service::words) {
    facts.demand = constant_facts(trace, access);
  } else if (space == Space::local) {
    facts.demand = LocalFacts{global_request(trace, access), same_local_element(trace, access)};
  } else if (is_atomic(access.operation)) {
    facts.demand = ContentionFacts{global_request(trace, access), contention(trace, access)};
  } else {
    facts.demand = global_facts(trace, access);
  }
  facts.costly = std::visit(Costly{}, facts.demand);
  return facts;
}

}  // namespace warpscope
