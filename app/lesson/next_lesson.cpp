#include "app/lesson/next_lesson.hpp"

#include <string>

#include "app/lesson/course.hpp"
#include "instrumentation/analysis/coalescing.hpp"

namespace warpscope {
namespace {

std::string_view topic_of(Telling::Reason reason) {
  switch (reason) {
    case Telling::Reason::spread: return cost_topic::uncoalesced;
    case Telling::Reason::handed: return cost_topic::other_blocks;
    case Telling::Reason::parted: return cost_topic::divergence;
    case Telling::Reason::queue:
    case Telling::Reason::busiest: break;
  }
  return {};
}

}  // namespace

std::string_view lesson_on(FindingKind kind, RemedyWay way) {
  const bool updates = kind == FindingKind::race && way == RemedyWay::atomic;
  return own_course().lesson_on(updates ? std::string(race_of_updates) : topic_of(kind));
}

std::string_view costly_topic(Space space, Operation operation, bool above_ideal, bool lanes_idle) {
  if (above_ideal && is_atomic(operation)) return cost_topic::atomics;
  if (above_ideal && space == Space::shared) return cost_topic::banks;
  if (above_ideal && space == Space::constant) return cost_topic::constants;
  if (space == Space::local) return cost_topic::local;
  if (above_ideal && space == Space::global) return cost_topic::uncoalesced;
  return lanes_idle ? cost_topic::divergence : std::string_view();
}

std::string_view costly_topic(const Document& document, std::uint32_t number) {
  const Trace& trace = *document.trace;
  const Access& access = trace.accesses[number];
  if (access.array < 0) return {};
  const AccessCost& cost = document.summary.accesses[number];
  const bool above = cost.wavefronts > cost.ideal ||
                     (cost.sectors > 0 && cost.sectors > ideal_sectors(trace, access));
  return costly_topic(trace.arrays[static_cast<std::size_t>(access.array)].space, access.operation,
                      above, access.active() < warp_lanes);
}

std::string_view lesson_on(const Document& document, std::uint32_t access) {
  return own_course().lesson_on(costly_topic(document, access));
}

std::string_view next_lesson(const Document& document, const ConsolePage* page) {
  const Trace& trace = *document.trace;
  const bool told = page != nullptr && page->outcome && !page->told.findings.empty();
  if (told) {
    for (const auto& each : page->told.findings) {
      const std::string_view place = lesson_on(each.finding.kind, each.way);
      if (!place.empty()) return place;
    }
  }
  for (const Finding& each : trace.findings) {
    if (const std::string_view place = lesson_on(each.kind); !place.empty()) return place;
  }
  if (told || !trace.findings.empty() || trace.accesses.empty())
    return {};  // what is wrong comes before what it costs
  const Telling& telling = document.telling;
  const Access& access = trace.accesses[telling.access];
  return own_course().lesson_on(
      telling.reason == Telling::Reason::queue
          ? costly_topic(trace.arrays[static_cast<std::size_t>(access.array)].space,
                         access.operation, true, false)
          : topic_of(telling.reason));
}

}  // namespace warpscope
