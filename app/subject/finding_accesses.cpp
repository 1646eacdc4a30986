#include "app/subject/finding_accesses.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

/// What one thread did wrong.
struct Deed {
  std::int32_t source = -1;  // into Trace::sources; negative: any
  std::uint32_t line = 0;
  std::int32_t thread = 0;  // rank in the block
  std::int32_t array = -1;
  std::int64_t index = 0;
};

/// How exactly an access must be the deed's.
enum class Match : std::uint8_t { element, lane, array, warp };

struct AccessRange {
  std::uint32_t begin = 0, end = 0;
};

AccessRange accesses_of(const Trace& trace, std::uint32_t launch) {
  const Launch& of = trace.launches[launch];
  if (of.step_count == 0) return {};
  const Step& first = trace.steps[of.first_step];
  const Step& last = trace.steps[of.first_step + of.step_count - 1];
  return {first.first_access, last.first_access + last.access_count};
}

AccessRange accesses_of(const Step& step) {
  return {step.first_access, step.first_access + step.access_count};
}

bool matches(const Trace& trace, const Access& access, const Deed& deed, Match match) {
  const CodeLocation& at = trace.location_of(access);
  if (at.line != deed.line || access.warp != deed.thread / warp_lanes) return false;
  if (deed.source >= 0 && at.source != static_cast<std::uint32_t>(deed.source)) return false;
  if (match == Match::warp) return true;
  if (match == Match::array) return access.array == deed.array;
  const int lane = deed.thread % warp_lanes;
  if ((access.mask >> static_cast<unsigned>(lane) & 1U) == 0) return false;
  if (match == Match::lane) return true;
  if (access.array != deed.array) return false;
  const std::uint32_t below = access.mask & ((1U << static_cast<unsigned>(lane)) - 1U);
  const ElementIndex first =
      trace.lane_indices(access)[static_cast<std::size_t>(std::popcount(below))];
  return deed.index >= first && deed.index < first + access.elements;
}

std::vector<std::uint32_t> find(const Trace& trace, AccessRange range, const Deed& deed,
                                Match match) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (matches(trace, trace.accesses[i], deed, match)) found.push_back(i);
  }
  return found;
}

/// In the step if it is known and there is one, else in the launch; of the most exact match.
std::vector<std::uint32_t> find_best(const Trace& trace, const Step* step, std::uint32_t launch,
                                     const Deed& deed) {
  if (deed.line == 0 || deed.thread < 0) return {};
  for (const Match match : {Match::element, Match::lane, Match::array, Match::warp}) {
    if (step != nullptr) {
      if (auto found = find(trace, accesses_of(*step), deed, match); !found.empty()) return found;
    }
    if (auto found = find(trace, accesses_of(trace, launch), deed, match); !found.empty()) {
      return found;
    }
  }
  return {};
}

std::optional<FindingAccesses> find_accesses(const Trace& trace, const Step* step,
                                             std::uint32_t launch, const Deed& deed,
                                             const std::optional<Deed>& other) {
  const auto own = find_best(trace, step, launch, deed);
  if (own.empty()) return std::nullopt;
  if (!other) return FindingAccesses{own.front(), {}};
  const auto others = find_best(trace, step, launch, *other);
  for (const bool in_order : {true, false}) {
    for (const std::uint32_t access : own) {
      const std::uint32_t at = trace.accesses[access].step;
      const auto together =
          std::find_if(others.rbegin(), others.rend(), [&](std::uint32_t candidate) {
            return (in_order ? candidate < access : candidate != access) &&
                   trace.accesses[candidate].step == at;
          });
      if (together != others.rend()) return FindingAccesses{access, *together};
    }
  }
  // One instruction may be both, as if two of its lanes store to one element.
  if (others.empty()) return FindingAccesses{own.front(), {}};
  return FindingAccesses{own.front(), others.front()};
}

std::int32_t source_named(const Trace& trace, std::string_view name) {
  const auto found = std::ranges::find(trace.sources, name, &SourceFile::name);
  return found == trace.sources.end() ? -1
                                      : static_cast<std::int32_t>(found - trace.sources.begin());
}

std::int32_t array_named(const Trace& trace, AccessRange range, std::string_view name) {
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const std::int32_t array = trace.accesses[i].array;
    if (is_name_in(trace, trace.steps[trace.accesses[i].step].launch, array, name)) return array;
  }
  return -1;
}

std::int32_t rank_of(const Dim3& thread, const Dim3& block) {
  return static_cast<std::int32_t>(thread.x + std::int64_t{block.x} *
                                                  (thread.y + std::int64_t{block.y} * thread.z));
}

/// The trace's own finding of the same thing, which knows the step; nullptr: there is none.
const Finding* twin_of(const Trace& trace, const ProgramFinding& finding, std::uint32_t launch) {
  const auto found = std::ranges::find_if(trace.findings, [&](const Finding& own) {
    return own.kind == finding.kind && own.line == finding.line && own.message == finding.message &&
           own.step < trace.steps.size() && trace.steps[own.step].launch == launch;
  });
  return found == trace.findings.end() ? nullptr : &*found;
}

}  // namespace

std::optional<FindingAccesses> finding_accesses(const Trace& trace, const Finding& finding) {
  if (finding.step >= trace.steps.size()) return std::nullopt;
  const Step& step = trace.steps[finding.step];
  if (finding.block >= 0 && finding.block != trace.launches[step.launch].traced_block) {
    return std::nullopt;
  }
  const Deed deed{finding.source, finding.line, finding.thread, finding.array, finding.index};
  std::optional<Deed> other;
  if (finding.other_line > 0 && finding.other_thread >= 0) {
    other = deed;
    other->line = finding.other_line;
    other->thread = finding.other_thread;
  }
  return find_accesses(trace, &step, step.launch, deed, other);
}

std::vector<std::uint32_t> accesses_before_barrier(const Trace& trace, const Finding& finding) {
  if (finding.kind != FindingKind::barrier_divergence || finding.step >= trace.steps.size()) {
    return {};
  }
  const Step& step = trace.steps[finding.step];
  if (finding.block >= 0 && finding.block != trace.launches[step.launch].traced_block) return {};
  std::map<std::int64_t, std::uint32_t> last;  // by warp
  const AccessRange range = accesses_of(step);
  for (std::uint32_t i = range.begin; i < range.end; ++i) last[trace.accesses[i].warp] = i;
  std::vector<std::uint32_t> found;
  const auto own = last.find(finding.thread / warp_lanes);
  if (own == last.end()) return {};
  found.push_back(own->second);
  for (const auto& [warp, access] : last) {
    if (warp != own->first) found.push_back(access);
  }
  return found;
}

std::optional<FindingAccesses> shown_accesses(const Trace& trace, const Finding& finding) {
  if (const auto found = finding_accesses(trace, finding)) return found;
  const auto before = accesses_before_barrier(trace, finding);
  return before.empty() ? std::nullopt : std::optional(FindingAccesses{before.front(), {}});
}

std::optional<FindingAccesses> finding_accesses(const Trace& trace, const ProgramFinding& finding,
                                                std::int32_t trace_launch) {
  if (trace_launch < 0 || static_cast<std::size_t>(trace_launch) >= trace.launches.size()) {
    return std::nullopt;
  }
  const auto number = static_cast<std::uint32_t>(trace_launch);
  if (const Finding* twin = twin_of(trace, finding, number)) {
    if (twin->other_line == 0 || finding.other_file == finding.file) {
      return finding_accesses(trace, *twin);
    }
  }
  const Launch& launch = trace.launches[number];
  if (finding.block != coordinates(launch.traced_block, launch.grid)) return std::nullopt;
  const std::int32_t array =
      finding.array.empty() ? -1 : array_named(trace, accesses_of(trace, number), finding.array);
  const Deed deed{source_named(trace, finding.file), finding.line,
                  rank_of(finding.thread, launch.block), array, finding.index};
  std::optional<Deed> other;
  // Of another block nothing is recorded here.
  if (finding.other_line > 0 && finding.other_thread && !finding.other_block) {
    other = Deed{source_named(trace, finding.other_file), finding.other_line,
                 rank_of(*finding.other_thread, launch.block), array, finding.index};
  }
  return find_accesses(trace, nullptr, number, deed, other);
}

}  // namespace warpscope
