#include "app/follow/followed.hpp"

#include <algorithm>
#include <map>

#include "instrumentation/analysis/source_phases.hpp"

namespace warpscope {
namespace {

/// Lanes of an access that use an element.
std::uint32_t lanes_at(const Trace& trace, const Access& access, ElementIndex element) {
  std::uint32_t lanes = 0;
  const auto firsts = trace.lane_indices(access);
  for_each_lane(access.mask, [&](int lane, int k) {
    const ElementIndex first = firsts[static_cast<std::size_t>(k)];
    if (element >= first && element < first + access.elements) {
      lanes |= 1U << static_cast<unsigned>(lane);
    }
  });
  return lanes;
}

}  // namespace

AccessList::AccessList(const Trace& trace, std::vector<std::uint32_t> accesses)
    : accesses_(std::move(accesses)) {
  std::vector<char> locations(trace.locations.size()), steps(trace.steps.size());
  for (const std::uint32_t access : accesses_) {
    locations[trace.accesses[access].location] = 1;
    steps[trace.accesses[access].step] = 1;
  }
  for (std::size_t i = 0; i < locations.size(); ++i) {
    if (locations[i] != 0) lines_.insert({trace.locations[i].source, trace.locations[i].line});
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] != 0) launches_.insert(trace.steps[i].launch);
  }
}

bool AccessList::any_in(std::uint32_t first, std::uint32_t last) const {
  const auto found = std::lower_bound(accesses_.begin(), accesses_.end(), first);
  return found != accesses_.end() && *found < last;
}

Followed::Followed(const Trace& trace, const Following& wanted) : trace_(&trace), wanted_(wanted) {
  if (const auto* cell = std::get_if<PinnedCell>(&wanted.pin)) {
    array_ = array_named(trace, cell->array, cell->space);
    index_ = cell->index;
  }
  const AccessFilter& filter = wanted.filter;
  if (!filter.on()) return;
  const auto is_at = [&](const CodeLocation& location, const FileLine& at) {
    return location.line == at.line && trace.sources[location.source].name == at.file;
  };
  // A part within another one counts to both.
  std::map<std::uint32_t, std::vector<SourcePhase>> phases;
  const auto in_phase = [&](const CodeLocation& location) {
    const SourceFile& source = trace.sources[location.source];
    if (source.name != filter.phase->file) return false;
    const auto [known, fresh] = phases.try_emplace(location.source);
    if (fresh) known->second = phases_of(source);
    return std::ranges::any_of(known->second, [&](const SourcePhase& phase) {
      return phase.title == filter.phase->title && phase.holds(location.line);
    });
  };
  locations_.reserve(trace.locations.size());
  for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
    const CodeLocation& location = trace.locations[i];
    bool passes = !filter.line || is_at(location, *filter.line);
    if (filter.caller) {
      passes = passes && location.caller >= 0 &&
               is_at(trace.locations[static_cast<std::size_t>(location.caller)], *filter.caller);
    }
    if (filter.phase) passes = passes && in_phase(kernel_location(trace, i));
    locations_.push_back(passes ? 1 : 0);
  }
  for (std::uint32_t launch = 0; launch < trace.launches.size(); ++launch) {
    launches_.push_back(!filter.launch || launch_number(trace, launch) == *filter.launch ? 1 : 0);
  }
  for (const Array& array : trace.arrays) {
    arrays_.push_back(!filter.array || array.name == *filter.array ? 1 : 0);
  }
}

std::uint32_t Followed::lanes_of(std::uint32_t access) const {
  if (trace_ == nullptr) return 0;
  const Access& at = trace_->accesses[access];
  if (const auto* lane = std::get_if<PinnedLane>(&wanted_.pin)) {
    return 1U << static_cast<unsigned>(lane->lane);
  }
  if (const auto* warp = std::get_if<PinnedWarp>(&wanted_.pin)) {
    return warp->warp == at.warp ? all_lanes : 0;
  }
  if (const auto* thread = std::get_if<PinnedThread>(&wanted_.pin)) {
    if (thread->thread / warp_lanes != at.warp) return 0;
    return 1U << static_cast<unsigned>(thread->thread % warp_lanes);
  }
  if (std::holds_alternative<PinnedCell>(wanted_.pin)) {
    return at.array == array_ ? lanes_at(*trace_, at, index_) : 0;
  }
  if (std::holds_alternative<PinnedLine>(wanted_.pin)) {
    const CodeLocation& location = trace_->location_of(at);
    return is_line(location.source, location.line) ? at.mask : 0;
  }
  return 0;
}

bool Followed::is_pinned(std::uint32_t access) const {
  return trace_ != nullptr && (lanes_of(access) & trace_->accesses[access].mask) != 0;
}

bool Followed::is_line(std::uint32_t source, std::uint32_t line) const {
  const auto* pinned = std::get_if<PinnedLine>(&wanted_.pin);
  return pinned != nullptr && pinned->at.line == line && trace_ != nullptr &&
         trace_->sources[source].name == pinned->at.file;
}

bool Followed::uses(std::uint32_t access, int array, ElementIndex index) const {
  if (trace_ == nullptr || trace_->accesses[access].array != array) return false;
  const Access& at = trace_->accesses[access];
  const std::uint32_t pinned = lanes_of(access) & at.mask;
  return pinned != 0 && (lanes_at(*trace_, at, index) & pinned) != 0;
}

bool Followed::passes(std::uint32_t access) const {
  if (trace_ == nullptr || !filters()) return true;
  const Access& at = trace_->accesses[access];
  return locations_[at.location] != 0 && arrays_[static_cast<std::size_t>(at.array)] != 0 &&
         launches_[trace_->steps[at.step].launch] != 0 &&
         (!wanted_.filter.warp || at.warp == *wanted_.filter.warp);
}

Followed::Lists Followed::make_lists() const {
  Lists lists;
  if (trace_ == nullptr) return lists;
  const auto count = static_cast<std::uint32_t>(trace_->accesses.size());
  const auto listed = [&](const auto& holds) {
    std::vector<std::uint32_t> accesses;
    for (std::uint32_t access = 0; access < count; ++access) {
      if (holds(access)) accesses.push_back(access);
    }
    return std::make_shared<const AccessList>(*trace_, std::move(accesses));
  };
  if (pins()) lists.pinned = listed([this](std::uint32_t access) { return is_pinned(access); });
  if (filters()) lists.passing = listed([this](std::uint32_t access) { return passes(access); });
  return lists;
}

}  // namespace warpscope
