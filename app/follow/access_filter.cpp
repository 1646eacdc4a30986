#include "app/follow/access_filter.hpp"

#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::optional<FileLine> caller_of(const Trace& trace, const Access& access) {
  const std::int32_t caller = trace.location_of(access).caller;
  if (caller < 0) return std::nullopt;
  const CodeLocation& call = trace.locations[static_cast<std::size_t>(caller)];
  return FileLine{trace.sources[call.source].name, call.line};
}

std::optional<NamedPhase> phase_of(const Trace& trace, const Access& access) {
  const SourcePhase phase = phase_at(trace, access);
  if (phase.title.empty()) return std::nullopt;
  const CodeLocation& at = kernel_location(trace, access.location);
  return NamedPhase{trace.sources[at.source].name, phase.title, phase.short_title()};
}

std::string filter_text(const AccessFilter& filter) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (filter.array) add(*filter.array);
  if (filter.line) add(tr("line {}", filter.line->line));
  if (filter.warp) add(tr("warp {}", *filter.warp));
  if (filter.launch) add(tr("launch {}", *filter.launch));
  // Translators: the field is the number of a line that calls a function.
  if (filter.caller) add(tr("called from line {}", filter.caller->line));
  if (filter.phase) add(filter.phase->brief);
  return text;
}

}  // namespace warpscope
