#include "instrumentation/trace/only_launch.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

/// Moves what is used of a list into a new one, in the order of the old one.
class Selection {
 public:
  explicit Selection(std::size_t size) : used_(size, false), ids_(size, -1) {}

  void use(std::int64_t id) {
    if (id >= 0) used_[static_cast<std::size_t>(id)] = true;
  }
  [[nodiscard]] bool uses(std::size_t id) const { return used_[id]; }
  template <class Item>
  [[nodiscard]] std::vector<Item> take(const std::vector<Item>& from) {
    std::vector<Item> kept;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (!used_[k]) continue;
      ids_[k] = static_cast<std::int32_t>(kept.size());
      kept.push_back(from[k]);
    }
    return kept;
  }
  /// The new id; -1 stays.
  template <class Id>
  void move(Id& id) const {
    if constexpr (std::is_signed_v<Id>) {
      if (id < 0) return;
    }
    id = static_cast<Id>(ids_[static_cast<std::size_t>(id)]);
  }

 private:
  std::vector<bool> used_;
  std::vector<std::int32_t> ids_;
};

class SomeLaunches {
 public:
  SomeLaunches(const Trace& from, std::span<const std::size_t> launches)
      : from_(from),
        launches_(from.launches.size()),
        arrays_(from.arrays.size()),
        locations_(from.locations.size()),
        sources_(from.sources.size()),
        structures_(from.structures.size()) {
    for (const std::size_t launch : launches) launches_.use(static_cast<std::int64_t>(launch));
  }

  Trace run() {
    to_.header = from_.header;
    to_.streams = from_.streams;  // a launch is seen among the others
    to_.launches = launches_.take(from_.launches);
    for (std::size_t k = 0; k < from_.launches.size(); ++k) {
      if (launches_.uses(k)) copy_steps(k);
    }
    copy_findings();
    copy_host();
    find_used();
    move_ids();
    return std::move(to_);
  }

 private:
  /// The position among the launches that are kept.
  [[nodiscard]] std::size_t position(std::size_t launch) const {
    auto position = static_cast<std::int64_t>(launch);
    launches_.move(position);
    return static_cast<std::size_t>(position);
  }
  /// By how much the numbers of its steps fall.
  [[nodiscard]] std::uint32_t steps_before(std::size_t launch) const {
    return from_.launches[launch].first_step - to_.launches[position(launch)].first_step;
  }

  void copy_steps(std::size_t launch) {
    const Launch& of = from_.launches[launch];
    to_.launches[position(launch)].first_step = static_cast<std::uint32_t>(to_.steps.size());
    const std::uint32_t before = steps_before(launch);
    for (std::uint32_t s = of.first_step; s < of.first_step + of.step_count; ++s) {
      Step step = from_.steps[s];
      const std::uint32_t first =
          std::exchange(step.first_access, static_cast<std::uint32_t>(to_.accesses.size()));
      step.launch = static_cast<std::uint32_t>(position(launch));
      if (step.snapshot >= 0) {
        to_.snapshots.push_back(from_.snapshots[static_cast<std::size_t>(step.snapshot)]);
        step.snapshot = static_cast<std::int32_t>(to_.snapshots.size()) - 1;
      }
      for (std::uint32_t a = first; a < first + step.access_count; ++a) {
        copy_access(from_.accesses[a], before);
      }
      to_.steps.push_back(std::move(step));
    }
  }

  void copy_access(Access access, std::uint32_t steps_before) {
    const auto indices = from_.lane_indices(access);
    const auto words = from_.words.begin() + static_cast<std::ptrdiff_t>(access.first_word);
    const auto count = static_cast<std::size_t>(access.active()) * from_.lane_words(access);
    access.first_index = to_.indices.size();
    access.first_word = to_.words.size();
    access.step -= steps_before;
    to_.indices.insert(to_.indices.end(), indices.begin(), indices.end());
    to_.words.insert(to_.words.end(), words, words + static_cast<std::ptrdiff_t>(count));
    to_.accesses.push_back(access);
  }

  void copy_findings() {
    for (Finding finding : from_.findings) {
      // A trace without steps has findings of step 0: they are the first launch's.
      const std::size_t whose =
          finding.step < from_.steps.size() ? from_.steps[finding.step].launch : 0;
      if (!launches_.uses(whose)) continue;
      finding.step -= from_.steps.empty() ? 0 : steps_before(whose);
      to_.findings.push_back(std::move(finding));
    }
  }

  void copy_host() {
    std::vector<std::uint32_t> kept_before{0};
    for (std::size_t k = 0; k < from_.launches.size(); ++k) {
      kept_before.push_back(kept_before.back() + (launches_.uses(k) ? 1 : 0));
    }
    for (const HostStep& step : from_.host) {
      const bool after = step.launch > 0 && launches_.uses(step.launch - 1);
      const bool before = step.launch < from_.launches.size() && launches_.uses(step.launch);
      if (after || before) to_.host.push_back({kept_before[step.launch], step.text});
    }
  }

  void find_used() {
    for (const Access& access : from_.accesses) arrays_.use(access.array);
    Selection here(from_.arrays.size());
    for (std::size_t a = 0; a < from_.arrays.size(); ++a) {
      if (!arrays_.uses(a)) here.use(static_cast<std::int64_t>(a));
    }
    arrays_ = std::move(here);
    for (const Launch& launch : to_.launches) sources_.use(launch.source);
    for (const Access& access : to_.accesses) {
      arrays_.use(access.array);
      locations_.use(access.location);
    }
    for (const Finding& finding : to_.findings) {
      arrays_.use(finding.array);
      sources_.use(finding.source);
    }
    // Callers stand before what they call.
    for (std::size_t k = from_.locations.size(); k-- > 0;) {
      if (!locations_.uses(k)) continue;
      locations_.use(from_.locations[k].caller);
      sources_.use(from_.locations[k].source);
    }
    for (std::size_t a = 0; a < from_.arrays.size(); ++a) {
      if (arrays_.uses(a)) structures_.use(from_.arrays[a].structure);
    }
  }

  void move_ids() {
    to_.sources = sources_.take(from_.sources);
    to_.structures = structures_.take(from_.structures);
    to_.arrays = arrays_.take(from_.arrays);
    to_.locations = locations_.take(from_.locations);
    for (Array& array : to_.arrays) structures_.move(array.structure);
    for (CodeLocation& location : to_.locations) {
      locations_.move(location.caller);
      sources_.move(location.source);
    }
    for (Launch& launch : to_.launches) {
      sources_.move(launch.source);
      std::erase_if(launch.names, [&](const ArrayName& called) {
        return !arrays_.uses(static_cast<std::size_t>(called.array));
      });
      for (ArrayName& called : launch.names) arrays_.move(called.array);
    }
    for (Access& access : to_.accesses) {
      arrays_.move(access.array);
      locations_.move(access.location);
    }
    for (Finding& finding : to_.findings) {
      arrays_.move(finding.array);
      sources_.move(finding.source);
    }
  }

  const Trace& from_;
  Trace to_;
  Selection launches_, arrays_, locations_, sources_, structures_;
};

}  // namespace

Trace only_launches(const Trace& trace, std::span<const std::size_t> launches) {
  return SomeLaunches(trace, launches).run();
}

Trace only_launch(const Trace& trace, std::size_t launch) {
  return only_launches(trace, {&launch, 1});
}

}  // namespace warpscope
