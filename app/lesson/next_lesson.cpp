#include "app/lesson/next_lesson.hpp"

#include <algorithm>

namespace warpscope {
namespace {

std::string_view lesson_about(FindingKind kind) {
  switch (kind) {
    case FindingKind::race:
    case FindingKind::barrier_divergence: return "primer";
    case FindingKind::undefined_order: return "histogram_global_atomic";
    case FindingKind::misaligned: return "global_offset";
    case FindingKind::numerics: return "cyclic_reduction";
    default: return {};
  }
}

std::string_view lesson_about_queue(const Trace& trace, const Access& access) {
  if (is_atomic(access.operation)) return "histogram_global_atomic";
  switch (trace.arrays[static_cast<std::size_t>(access.array)].space) {
    case Space::shared: return "bank_stride";
    case Space::constant: return "constant_broadcast";
    default: return {};
  }
}

}  // namespace

std::string_view next_lesson(const Document& document, const ConsolePage* page) {
  const Trace& trace = *document.trace;
  std::vector<FindingKind> found;
  for (const Finding& each : trace.findings) found.push_back(each.kind);
  if (page != nullptr && page->outcome) {
    for (const ProgramFinding& each : page->outcome->findings) found.push_back(each.kind);
  }
  for (const FindingKind kind : found) {
    if (const std::string_view id = lesson_about(kind); !id.empty()) return id;
  }
  if (!found.empty() || trace.accesses.empty())
    return {};  // what is wrong comes before what it costs
  switch (document.telling.reason) {
    case Telling::Reason::queue:
      return lesson_about_queue(trace, trace.accesses[document.telling.access]);
    case Telling::Reason::spread: return "global_stride";
    case Telling::Reason::handed: return "reduce_last_block";
    case Telling::Reason::parted: return "branch_divergence";
    case Telling::Reason::busiest: break;
  }
  return {};
}

}  // namespace warpscope
