#include "app/subject/fault_story.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "app/subject/finding_accesses.hpp"
#include "app/subject/finding_advice.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_stories = 64;  // each walks through the trace

/// Whether one of its lanes touches the element, and which: calls found(lane).
template <class Found>
void for_lanes_at(const Trace& trace, const Access& access, std::int64_t index, Found found) {
  const auto firsts = trace.lane_indices(access);
  std::size_t at = 0;
  for (std::uint32_t mask = access.mask; mask != 0; mask &= mask - 1, ++at) {
    if (index >= firsts[at] && index < std::int64_t{firsts[at]} + access.elements) {
      found(std::countr_zero(mask));
    }
  }
}

bool is_own(const FaultStory& story, const FaultTouch& touch) {
  return (story.access == touch.access && story.thread == touch.thread) ||
         (story.other == touch.access && story.other_thread == touch.thread);
}

/// Returns all touches of the element, of which the story keeps those about the fault.
std::vector<FaultTouch> add_touches(const Trace& trace, FaultStory& story) {
  if (story.array < 0 || !story.access) return {};
  const Launch& launch = trace.launches[story.launch];
  std::vector<FaultTouch> all;
  for (std::uint32_t s = 0; s < launch.step_count; ++s) {
    const Step& step = trace.steps[launch.first_step + s];
    for (std::uint32_t k = 0; k < step.access_count; ++k) {
      const std::uint32_t number = step.first_access + k;
      const Access& access = trace.accesses[number];
      if (access.array != story.array) continue;
      for_lanes_at(trace, access, story.index, [&](int lane) {
        FaultTouch touch{.access = number,
                         .thread = static_cast<std::int32_t>(access.warp) * warp_lanes + lane,
                         .reads = !stores(access.operation),
                         .writes = writes(access.operation)};
        touch.at_fault = is_own(story, touch);
        all.push_back(touch);
      });
    }
  }
  // A race's own two stay; between and about them, what is nearest.
  const auto begin = std::ranges::find(all, true, &FaultTouch::at_fault);
  std::size_t first = begin == all.end() ? 0 : static_cast<std::size_t>(begin - all.begin());
  first -= std::min(first, FaultStory::most_touches / 4);
  for (std::size_t k = first; k < all.size(); ++k) {
    const bool room = story.touches.size() < FaultStory::most_touches;
    if (room || all[k].at_fault) story.touches.push_back(all[k]);
  }
  story.left_out = all.size() - story.touches.size();
  return all;
}

/// Whether a thread both reads the element and writes it on a line.
bool updates(const Trace& trace, const std::vector<FaultTouch>& all, std::int32_t thread,
             std::uint32_t line) {
  bool reads = false, writes = false;
  for (const FaultTouch& touch : all) {
    if (touch.thread != thread || trace.line_of(trace.accesses[touch.access]) != line) continue;
    reads = reads || touch.reads;
    writes = writes || touch.writes;
  }
  return reads && writes;
}

MissingOrder missing_order(const Trace& trace, const FaultStory& story,
                           const std::vector<FaultTouch>& all, RemedyWay way) {
  if (way == RemedyWay::atomic) return MissingOrder::atomic;
  if (way == RemedyWay::one_thread) return MissingOrder::one_writer;
  if (story.other_line > 0 && story.other_thread < 0) return MissingOrder::signal;
  if (updates(trace, all, story.thread, story.line) &&
      updates(trace, all, story.other_thread, story.other_line)) {
    return MissingOrder::atomic;
  }
  const bool one_warp = story.thread / warp_lanes == story.other_thread / warp_lanes;
  return one_warp ? MissingOrder::barrier_of_warp : MissingOrder::barrier;
}

}  // namespace

bool tells_faults(const Trace& trace) {
  return !trace.header.program.empty() && !trace.launches.empty() && !trace.findings.empty();
}

std::vector<FaultStory> fault_stories(const Trace& trace) {
  std::vector<FaultStory> stories;
  if (!tells_faults(trace)) return stories;
  ToldOfTrace told = told_findings(trace);
  add_remedies(told, trace);
  for (const auto& each : told.findings) {
    if (stories.size() == most_stories) break;
    const Finding& finding = each.finding;
    const bool placed = finding.step < trace.steps.size();
    const std::uint32_t launch = placed ? trace.steps[finding.step].launch : 0;
    const std::int64_t own_block = trace.launches[launch].traced_block;
    FaultStory story{.kind = finding.kind,
                     .message = finding.message,
                     .remedy = each.remedy,
                     .missing = {},
                     .line = finding.line,
                     .other_line = finding.other_line,
                     .times = finding.times,
                     .launch = launch,
                     .block = finding.block < 0 ? own_block : finding.block,
                     .recorded = finding.block < 0 || finding.block == own_block,
                     .thread = finding.thread,
                     .other_thread = finding.other_thread,
                     .array = finding.array,
                     .index = finding.index,
                     .access = {},
                     .other = {},
                     .wanted = {},
                     .touches = {}};
    if (const auto found = shown_accesses(trace, finding)) {
      story.access = found->access;
      story.other = found->other;
    }
    if (finding.thread >= 0) {
      story.wanted.assign(1, {finding.thread % warp_lanes, finding.index});
      if (story.access) {
        story.wanted = lanes_at_fault(trace, finding, trace.accesses[*story.access]);
      }
    }
    const std::vector<FaultTouch> all = add_touches(trace, story);
    story.missing = missing_order(trace, story, all, each.way);
    stories.push_back(std::move(story));
  }
  return stories;
}

std::optional<std::size_t> story_at(const std::vector<FaultStory>& stories, std::uint32_t access) {
  const auto found = std::ranges::find_if(stories, [&](const FaultStory& story) {
    return story.access == access || story.other == access;
  });
  if (found == stories.end()) return std::nullopt;
  return static_cast<std::size_t>(found - stories.begin());
}

std::string cell_fault_text(FindingKind kind) {
  switch (kind) {
    case FindingKind::uninitialised_read: return std::string(tr("never written"));
    case FindingKind::use_after_free: return std::string(tr("given back"));
    case FindingKind::foreign_memory: return std::string(tr("not this side's memory"));
    case FindingKind::unfinished_copy: return std::string(tr("not copied yet"));
    case FindingKind::misaligned: return std::string(tr("begins between two elements"));
    default: return {};
  }
}

}  // namespace warpscope
