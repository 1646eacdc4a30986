#include "instrumentation/analysis/summary.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "instrumentation/analysis/atomic_loop.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/launch_sites.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using LineKey = std::tuple<std::uint32_t, std::uint32_t, Space, Operation>;

template <class Number>
std::uint8_t narrow(Number value) {
  return static_cast<std::uint8_t>(std::min<Number>(value, 255));
}

/// Sums by key, found again without a search by accesses that repeat the last few keys.
template <class Key>
class CostTable {
 public:
  /// `slot` spreads the keys.
  LineCost& of(const Key& key, std::uint32_t slot, const CodeLocation& location, Space space,
               Operation operation) {
    auto& [last_key, last] = recent_[slot % recent_.size()];
    if (last == nullptr || last_key != key) {
      last = &sums_.try_emplace(key).first->second;
      last->source = location.source;
      last->line = location.line;
      last->space = space;
      last->operation = operation;
      last_key = key;
    }
    return *last;
  }
  [[nodiscard]] const std::map<Key, LineCost>& sums() const { return sums_; }

 private:
  std::map<Key, LineCost> sums_;
  std::array<std::pair<Key, LineCost*>, 64> recent_{};
};

/// The lines' sums.
class LineTable {
 public:
  LineCost& of(const CodeLocation& location, Space space, Operation operation) {
    return table_.of({location.source, location.line, space, operation}, location.line, location,
                     space, operation);
  }
  [[nodiscard]] std::vector<LineCost> sorted() const {
    std::vector<LineCost> costs;
    costs.reserve(table_.sums().size());
    for (const auto& [key, cost] : table_.sums()) costs.push_back(cost);
    return costs;
  }

 private:
  CostTable<LineKey> table_;
};

/// Numbers for the names that launches call their arrays by.
class ArrayNumbers {
 public:
  explicit ArrayNumbers(const Trace& trace) : trace_(trace) {}
  int of(std::uint32_t launch, std::int32_t array) {
    if (launch != launch_) known_.assign(trace_.arrays.size(), -1);
    launch_ = launch;
    int& number = known_[static_cast<std::size_t>(array)];
    if (number < 0) {
      const std::string& name = name_in(trace_, launch, array);
      number = numbers_.try_emplace(name, static_cast<int>(names_.size())).first->second;
      if (static_cast<std::size_t>(number) == names_.size()) names_.push_back(name);
    }
    return number;
  }
  [[nodiscard]] const std::string& name(int number) const {
    return names_[static_cast<std::size_t>(number)];
  }

 private:
  const Trace& trace_;
  std::uint32_t launch_ = std::numeric_limits<std::uint32_t>::max();
  std::vector<int> known_;  // of launch_, by array
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

void add(SharedTotals& to, const SharedTotals& more) {
  to.requests += more.requests;
  to.wavefronts += more.wavefronts;
  to.ideal += more.ideal;
}
void add(GlobalTotals& to, const GlobalTotals& more) {
  to.requests += more.requests;
  to.sectors += more.sectors;
  to.ideal += more.ideal;
}

/// Adds a request to the line's sums and to those of the memory.
void add_request(Summary& summary, LineCost& line, std::uint64_t requests, std::uint64_t served,
                 std::uint64_t ideal) {
  line.wavefronts += served;
  line.ideal += ideal;
  const TotalsEntry* entry = entry_of(line.space, line.operation);
  if (entry == nullptr) return;
  if (entry->wavefronts != nullptr) {
    add(summary.totals.*entry->wavefronts, SharedTotals{requests, served, ideal});
  } else {
    add(summary.totals.*entry->sectors, GlobalTotals{requests, served, ideal});
  }
}

/// Of an instruction that was executed so many times, by so many lanes in all.
void add_passes(Summary& summary, LineCost& line, int requests, int lanes, const Wavefronts& cost) {
  const auto executed = static_cast<std::uint64_t>(requests);
  line.requests += executed;
  line.active_lanes += static_cast<std::uint64_t>(lanes);
  add_request(summary, line, executed, static_cast<std::uint64_t>(cost.actual),
              static_cast<std::uint64_t>(cost.ideal));
  line.max_degree = std::max(line.max_degree, cost.degree);
  summary.totals.max_degree = std::max(summary.totals.max_degree, cost.degree);
}

AccessCost add_sectors(Summary& summary, LineCost& line, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  add_request(summary, line, static_cast<std::uint64_t>(request.requests),
              static_cast<std::uint64_t>(request.sectors),
              static_cast<std::uint64_t>(request.ideal));
  return {0, 0, 0, narrow(request.sectors)};
}

/// The constant cache hands one word to any number of lanes in a pass.
/// Source: CUDA C Programming Guide, constant memory.
AccessCost add_constant(Summary& summary, LineCost& line, const Trace& trace,
                        const Access& access) {
  const auto indices = trace.lane_indices(access);
  std::array<ElementIndex, warp_lanes> sorted;
  const auto end = std::ranges::copy(indices, sorted.begin()).out;
  std::sort(sorted.begin(), end);
  const auto passes = std::unique(sorted.begin(), end) - sorted.begin();
  add_request(summary, line, 1, static_cast<std::uint64_t>(passes), 1);
  line.max_degree = std::max(line.max_degree, static_cast<int>(passes));
  return {narrow(passes), 1, narrow(passes), 0};
}

using LoopsOfTrace = std::unordered_map<std::uint32_t, AtomicLoop>;

/// Those that the model knows.
LoopsOfTrace loops_of(const Trace& trace, BankModel model) {
  return model == BankModel::cc5 ? atomic_loops(trace) : LoopsOfTrace();
}

/// Adds an access to the sums; returns its own cost, whatever other warps do. `line_of(space, operation)`: where it counts.
template <class LineOf>
AccessCost add_access(Summary& summary, const LoopsOfTrace& loops, const Trace& trace,
                      const Access& access, LineOf line_of) {
  const Space space = trace.arrays[access.array].space;
  const auto active = static_cast<std::uint64_t>(access.active());
  summary.totals.active_lanes += active;
  LineCost& line = line_of(space, access.operation);
  if (const auto request = shared_request(trace, access)) {
    const Wavefronts own = wavefronts(summary.model, *request);
    const auto number = static_cast<std::uint32_t>(&access - trace.accesses.data());
    if (const auto known = loops.find(number); known != loops.end()) {
      const AtomicLoop& loop = known->second;
      add_passes(summary, line, loop.rounds, loop.lanes, loop.swap);
      add_passes(summary, line_of(space, Operation::load), loop.rounds, loop.lanes, loop.load);
    } else {
      add_passes(summary, line, 1, access.active(), own);
      if (request->way == AtomicWay::retry && summary.model == BankModel::cc5) {
        SharedRequest load = *request;
        load.atomic = load.store = false;
        add_passes(summary, line_of(space, Operation::load), 1, access.active(),
                   wavefronts(summary.model, load));
      }
    }
    return {narrow(own.actual), narrow(own.ideal), narrow(own.degree), 0};
  }
  ++line.requests;
  line.active_lanes += active;
  switch (service_of(line.space)) {
    case Service::sectors: return add_sectors(summary, line, trace, access);
    case Service::words: return add_constant(summary, line, trace, access);
    case Service::banks:
    case Service::none: break;
  }
  if (exchanges(access.operation)) ++summary.totals.shuffles;
  return {};
}

AccessCost add_access(Summary& summary, const LoopsOfTrace& loops, LineTable& lines,
                      const Trace& trace, const Access& access) {
  return add_access(summary, loops, trace, access,
                    [&](Space space, Operation operation) -> LineCost& {
                      return lines.of(trace.location_of(access), space, operation);
                    });
}

/// The sites, of launches to which `launch_of` gives one number together.
template <class LaunchOf>
std::vector<LaunchSite> sums_of_sites(const Trace& trace, BankModel model, LaunchOf launch_of) {
  using SiteKey =
      std::tuple<std::uint32_t, LineKey, int, std::int32_t>;  // launch, line, name, caller
  Summary summary;
  summary.model = model;
  const LoopsOfTrace loops = loops_of(trace, model);
  CostTable<SiteKey> sites;
  std::unordered_map<const LineCost*, int> most;  // a map's elements stay where they are
  ArrayNumbers arrays(trace);
  for (const Access& access : trace.accesses) {
    const CodeLocation& location = trace.location_of(access);
    const std::uint32_t launch = trace.steps[access.step].launch;
    const int name = arrays.of(launch, access.array);
    const LineCost* own_line = nullptr;
    const AccessCost own = add_access(
        summary, loops, trace, access, [&](Space space, Operation operation) -> LineCost& {
          const SiteKey key{launch_of(launch),
                            LineKey{location.source, location.line, space, operation}, name,
                            location.caller};
          LineCost& line = sites.of(key, access.location, location, space, operation);
          if (operation == access.operation) own_line = &line;
          return line;
        });
    int& costliest = most[own_line];
    costliest = std::max<int>(costliest, std::max(own.wavefronts, own.sectors));
  }
  std::vector<LaunchSite> costs;
  for (const auto& [key, cost] : sites.sums()) {
    const auto own = most.find(&cost);
    costs.push_back({.launch = std::get<0>(key),
                     .site = {cost, arrays.name(std::get<2>(key)), std::get<3>(key)},
                     .most = own == most.end() ? 0 : own->second});
  }
  return costs;
}

}  // namespace

Summary summarize(const Trace& trace, BankModel model) {
  Summary summary;
  summary.model = model;
  summary.accesses.reserve(trace.accesses.size());
  const LoopsOfTrace loops = loops_of(trace, model);
  LineTable lines;
  for (const Access& access : trace.accesses) {
    summary.accesses.push_back(add_access(summary, loops, lines, trace, access));
  }
  summary.totals.lane_slots = std::uint64_t{warp_lanes} * trace.accesses.size();
  summary.totals.steps = trace.steps.size();
  summary.totals.barriers =
      static_cast<std::uint64_t>(std::ranges::count(trace.steps, true, &Step::barrier));
  summary.lines = lines.sorted();
  return summary;
}

std::vector<SiteCost> costs_of_sites(const Trace& trace, BankModel model) {
  std::vector<SiteCost> costs;
  for (LaunchSite& each : sums_of_sites(trace, model, [](std::uint32_t) { return 0U; })) {
    costs.push_back(std::move(each.site));
  }
  return costs;
}

std::vector<LaunchSite> costs_of_launch_sites(const Trace& trace, BankModel model) {
  return sums_of_sites(trace, model, [](std::uint32_t launch) { return launch; });
}

std::vector<Totals> totals_of_launches(const Trace& trace, BankModel model) {
  std::vector<Totals> all;
  const LoopsOfTrace loops = loops_of(trace, model);
  for (const Launch& launch : trace.launches) {
    Summary summary;
    summary.model = model;
    LineTable lines;
    for (std::uint32_t s = 0; s < launch.step_count; ++s) {
      const Step& step = trace.steps[launch.first_step + s];
      summary.totals.barriers += step.barrier ? 1 : 0;
      summary.totals.lane_slots += std::uint64_t{warp_lanes} * step.access_count;
      for (std::uint32_t a = 0; a < step.access_count; ++a) {
        add_access(summary, loops, lines, trace, trace.accesses[step.first_access + a]);
      }
    }
    summary.totals.steps = launch.step_count;
    all.push_back(summary.totals);
  }
  return all;
}

void add(Totals& to, const Totals& more) {
  for (const TotalsEntry& entry : totals_table()) {
    if (entry.wavefronts != nullptr) {
      add(to.*entry.wavefronts, more.*entry.wavefronts);
    } else {
      add(to.*entry.sectors, more.*entry.sectors);
    }
  }
  to.shuffles += more.shuffles;
  to.barriers += more.barriers;
  to.steps += more.steps;
  to.active_lanes += more.active_lanes;
  to.lane_slots += more.lane_slots;
  to.max_degree = std::max(to.max_degree, more.max_degree);
}

std::string source_line(const SourceFile& source, std::uint32_t line) {
  return LineFinder().line(source, line);
}

std::string LineFinder::line(const SourceFile& source, std::uint32_t line) {
  constexpr std::size_t longest = 1000;  // characters that anybody would read
  const std::string& text = source.text;
  if (source_ != &source || line < line_) {
    source_ = &source;
    line_ = 1;
    begin_ = 0;
  }
  for (; line_ < line; ++line_) {
    const std::size_t end = text.find('\n', begin_);
    if (end == std::string::npos) return {};
    begin_ = end + 1;
  }
  const std::size_t end = std::min(text.find('\n', begin_), text.size());
  const std::size_t first = std::min(text.find_first_not_of(" \t", begin_), end);
  const std::size_t last = text.find_last_not_of(" \t\r", end == 0 ? 0 : end - 1);
  if (line == 0 || first == end) return {};
  return quotable(std::string_view(text).substr(first, last - first + 1), longest);
}

}  // namespace warpscope
