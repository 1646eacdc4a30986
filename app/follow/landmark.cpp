#include "app/follow/landmark.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "app/subject/finding_accesses.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/machine_model.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

bool same_line(const Trace& trace, const Access& one, const Access& other) {
  const CodeLocation& a = trace.location_of(one);
  const CodeLocation& b = trace.location_of(other);
  return a.line == b.line && a.source == b.source;
}

bool uses_cell(const Trace& trace, const Access& access, const CellPlace& cell) {
  if (access.array != cell.array) return false;
  for (const ElementIndex first : trace.lane_indices(access)) {
    if (cell.index >= first && cell.index < first + access.elements) return true;
  }
  return false;
}

/// The nearest access for which a condition holds; `from` itself is none.
template <class Holds>
std::optional<FoundLandmark> nearest_other(std::uint32_t from, std::uint32_t count, bool forward,
                                           const Holds& holds) {
  for (std::uint32_t distance = 1; distance < count; ++distance) {
    const std::uint32_t access =
        forward ? (from + distance) % count : (from + count - distance) % count;
    if (holds(access)) return FoundLandmark{access, forward ? access < from : access > from};
  }
  return std::nullopt;
}

/// The accesses at which something is wrong: of a race both.
std::set<std::uint32_t> finding_places(const Trace& trace) {
  std::set<std::uint32_t> places;
  for (const auto& told : told_findings(trace).findings) {
    const auto found = shown_accesses(trace, told.finding);
    if (!found) continue;
    places.insert(found->access);
    if (found->other) places.insert(*found->other);
  }
  return places;
}

/// Cycles that an access loses, and all that it takes.
std::pair<double, double> cycles_of(const Document& document, std::uint32_t access) {
  const Trace& trace = *document.trace;
  const Space space = trace.arrays[static_cast<std::size_t>(trace.accesses[access].array)].space;
  const double each = machine_model(document.summary.model).memory(space).pipe_cycles;
  const auto [lost, whole] = cost_of(document, access);
  return {lost * each, whole * each};
}

/// The first access with the highest cost; `cost` gives pairs of what is lost and all.
struct Costliest {
  std::optional<std::uint32_t> access;
  std::pair<double, double> most{};
  std::pair<double, double> sum{};

  void add(std::uint32_t number, const std::pair<double, double>& cost) {
    sum = {sum.first + cost.first, sum.second + cost.second};
    if (access && cost <= most) return;
    access = number;
    most = cost;
  }
};

}  // namespace

const LandmarkWords& words_of(Landmark landmark) {
  static constexpr std::array words{
      LandmarkWords{tr_noop("Conflict"), "conflict.next", "conflict.previous"},
      LandmarkWords{tr_noop("Uncoalesced"), "uncoalesced.next", "uncoalesced.previous"},
      LandmarkWords{tr_noop("Finding"), "finding.next", "finding.previous"},
      LandmarkWords{tr_noop("Same line"), "line.next", "line.previous"},
      LandmarkWords{tr_noop("Same element"), "cell.next", "cell.previous"},
      LandmarkWords{tr_noop("Same array"), "array.next", "array.previous"},
      LandmarkWords{tr_noop("Pinned"), "pinned.next", "pinned.previous"}};
  static_assert(words.size() == static_cast<std::size_t>(last_landmark) + 1);
  return words[static_cast<std::size_t>(landmark)];
}

bool is_conflict(const Document& document, std::uint32_t access) {
  const AccessCost& cost = document.summary.accesses[access];
  return cost.wavefronts > cost.ideal;
}

bool is_uncoalesced(const Document& document, std::uint32_t access) {
  const int sectors = document.summary.accesses[access].sectors;
  if (sectors < 2) return false;  // most accesses, without a second count
  const Trace& trace = *document.trace;
  return sectors > ideal_sectors(trace, trace.accesses[access]);
}

std::optional<CellPlace> cell_at(const Trace& trace, const Followed& followed,
                                 std::uint32_t access) {
  if (const auto* pinned = std::get_if<PinnedCell>(&followed.wanted().pin)) {
    const int array = array_named(trace, pinned->array, pinned->space);
    if (array < 0) return std::nullopt;
    return CellPlace{array, pinned->index};
  }
  const Access& at = trace.accesses[access];
  if (trace.arrays[static_cast<std::size_t>(at.array)].space == Space::registers) {
    return std::nullopt;
  }
  // Of a pinned lane, its own element.
  const std::uint32_t pinned = followed.lanes_of(access) & at.mask;
  std::optional<CellPlace> cell;
  const auto firsts = trace.lane_indices(at);
  for_each_lane(at.mask, [&](int lane, int k) {
    const bool wanted = pinned == 0 || (pinned >> static_cast<unsigned>(lane) & 1U) != 0;
    if (!cell && wanted) cell = CellPlace{at.array, firsts[static_cast<std::size_t>(k)]};
  });
  return cell;
}

std::optional<FoundLandmark> find_landmark(const Document& document, const Followed& followed,
                                           std::uint32_t from, Landmark landmark, bool forward) {
  const Trace& trace = *document.trace;
  const auto count = static_cast<std::uint32_t>(trace.accesses.size());
  const auto find = [&](const auto& holds) {
    return nearest_other(from, count, forward, [&](std::uint32_t access) {
      return followed.passes(access) && holds(access);
    });
  };
  const Access& here = trace.accesses[from];
  switch (landmark) {
    case Landmark::conflict:
      return find([&](std::uint32_t access) { return is_conflict(document, access); });
    case Landmark::uncoalesced:
      return find([&](std::uint32_t access) { return is_uncoalesced(document, access); });
    case Landmark::finding: {
      const std::set<std::uint32_t> places = finding_places(trace);
      return find([&](std::uint32_t access) { return places.contains(access); });
    }
    case Landmark::line:
      return find(
          [&](std::uint32_t access) { return same_line(trace, trace.accesses[access], here); });
    case Landmark::cell: {
      const auto cell = cell_at(trace, followed, from);
      if (!cell) return std::nullopt;
      return find(
          [&](std::uint32_t access) { return uses_cell(trace, trace.accesses[access], *cell); });
    }
    case Landmark::array:
      return find([&](std::uint32_t access) { return trace.accesses[access].array == here.array; });
    case Landmark::pinned:
      return find([&](std::uint32_t access) { return followed.is_pinned(access); });
  }
  return std::nullopt;
}

std::optional<std::uint32_t> next_passing(const Trace& trace, const Followed& followed,
                                          std::uint32_t from, bool forward) {
  const auto count = static_cast<std::uint32_t>(trace.accesses.size());
  if (forward) {
    for (std::uint32_t access = from + 1; access < count; ++access) {
      if (followed.passes(access)) return access;
    }
    return std::nullopt;
  }
  for (std::uint32_t access = from; access-- > 0;) {
    if (followed.passes(access)) return access;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> worst_access(const Document& document, const Followed& followed,
                                          std::uint32_t from, WorstOf scope) {
  const Trace& trace = *document.trace;
  const Access& here = trace.accesses[from];
  const std::uint32_t launch = trace.steps[here.step].launch;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Costliest> lines;  // by source and line
  for (std::uint32_t access = 0; access < trace.accesses.size(); ++access) {
    const Access& at = trace.accesses[access];
    if (scope == WorstOf::launch && trace.steps[at.step].launch != launch) continue;
    if (scope == WorstOf::line && !same_line(trace, at, here)) continue;
    if (!followed.passes(access)) continue;
    const CodeLocation& location = trace.location_of(at);
    lines[{location.source, location.line}].add(access, cycles_of(document, access));
  }
  const Costliest* worst = nullptr;
  for (const auto& [line, each] : lines) {
    if (worst == nullptr || each.sum > worst->sum) worst = &each;
  }
  return worst == nullptr ? std::nullopt : worst->access;
}

}  // namespace warpscope
