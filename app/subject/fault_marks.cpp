#include "app/subject/fault_marks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "app/subject/document.hpp"
#include "app/subject/finding_accesses.hpp"
#include "app/subject/letter_case.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::uint32_t lane_bit(std::int64_t lane) { return 1U << static_cast<unsigned>(lane); }

/// The lanes that are missing in an access and whose indices would continue those of its active lanes beyond the end, the
/// finding's own with the finding's index; only if the finding was seen that often.
std::vector<WantedElement> lanes_beyond(const Trace& trace, const Finding& finding,
                                        const Access& access) {
  const auto indices = trace.lane_indices(access);
  if (finding.kind != FindingKind::out_of_bounds || access.array != finding.array ||
      indices.size() < 2) {
    return {};
  }
  const int begin = std::countr_zero(access.mask);
  const int next = std::countr_zero(access.mask & (access.mask - 1));
  const std::int64_t apart = std::int64_t{indices[1]} - indices[0];
  if (apart % (next - begin) != 0) return {};
  const std::int64_t stride = apart / (next - begin);
  const auto index_of = [&](int lane) { return indices[0] + stride * (lane - begin); };
  if (stride == 0 || index_of(finding.thread % warp_lanes) != finding.index) return {};
  std::vector<WantedElement> beyond;
  std::size_t active = 0;
  const Launch& launch = trace.launches[trace.steps[access.step].launch];
  const std::int64_t threads =
      std::min<std::int64_t>(warp_lanes, launch.threads() - std::int64_t{access.warp} * warp_lanes);
  const std::int64_t count = trace.arrays[access.array].count;
  for (int lane = 0; lane < threads; ++lane) {
    const bool inside = index_of(lane) >= 0 && index_of(lane) < count;
    if ((access.mask & lane_bit(lane)) != 0) {
      if (indices[active++] != index_of(lane)) return {};
    } else if (!inside) {
      beyond.push_back({lane, index_of(lane)});
    }
  }
  if (beyond.size() > finding.times) beyond.clear();
  return beyond;
}

}  // namespace

std::vector<WantedElement> lanes_at_fault(const Trace& trace, const Finding& finding,
                                          const Access& access) {
  const int own = finding.thread % warp_lanes;
  std::vector<WantedElement> lanes = lanes_beyond(trace, finding, access);
  if (std::ranges::find(lanes, own, &WantedElement::lane) == lanes.end()) {
    lanes.assign(1, {own, finding.index});
  }
  return lanes;
}

FaultMarks::FaultMarks(const Trace& trace) {
  if (trace.header.program.empty()) return;
  for (const auto& told : told_findings(trace).findings) {
    const Finding& finding = told.finding;
    const auto found = shown_accesses(trace, finding);
    if (!found || finding.thread < 0) continue;
    if (!first_) first_ = found->access;
    FaultMark mark{.access = found->access,
                   .array = finding.array,
                   .index = finding.index,
                   .kind = finding.kind,
                   .message = finding.message};
    if (finding.kind == FindingKind::barrier_divergence) {
      add_barrier(trace, finding, std::move(mark));
      continue;
    }
    for (const WantedElement& wanted :
         lanes_at_fault(trace, finding, trace.accesses[found->access])) {
      mark.lanes |= lane_bit(wanted.lane);
    }
    add(mark);
    if (!found->other || finding.other_thread < 0) continue;
    mark.access = *found->other;
    mark.lanes = lane_bit(finding.other_thread % warp_lanes);
    add(std::move(mark));
  }
}

/// All warps that stand before the barrier take part in it.
void FaultMarks::add_barrier(const Trace& trace, const Finding& finding, FaultMark mark) {
  const bool one_warp =
      finding.other_thread >= 0 && finding.other_thread / warp_lanes == finding.thread / warp_lanes;
  if (one_warp) mark.lanes = lane_bit(finding.other_thread % warp_lanes);
  add(mark);
  mark.lanes = 0;
  for (const std::uint32_t access : accesses_before_barrier(trace, finding)) {
    mark.access = access;
    add(mark);
  }
}

void FaultMarks::add(FaultMark mark) {
  const auto at = std::ranges::lower_bound(marks_, mark.access, {}, &FaultMark::access);
  if (at == marks_.end() || at->access != mark.access) {
    marks_.insert(at, std::move(mark));
  } else if (at->array == mark.array && at->index == mark.index) {
    at->lanes |= mark.lanes;
  }
}

std::span<const FaultMark> FaultMarks::between(std::uint32_t first, std::uint32_t end) const {
  const auto from = std::ranges::lower_bound(marks_, first, {}, &FaultMark::access);
  const auto to = std::ranges::lower_bound(marks_, std::max(first, end), {}, &FaultMark::access);
  return {from, to};
}

const FaultMark* FaultMarks::at(std::uint32_t access) const {
  const auto at = std::ranges::lower_bound(marks_, access, {}, &FaultMark::access);
  return at != marks_.end() && at->access == access ? &*at : nullptr;
}

std::uint32_t opening_access(const Document& document) {
  return document.faults.first().value_or(document.telling.access);
}

std::string fault_verdict(const FaultMark& mark) {
  return with_capital(std::string(tr(name(mark.kind))));
}

}  // namespace warpscope
