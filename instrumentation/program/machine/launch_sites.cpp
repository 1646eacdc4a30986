#include "instrumentation/program/machine/launch_sites.hpp"

#include <fmt/format.h>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/program_source.hpp"

namespace warpscope {

std::uint32_t LaunchSites::of(CallContext* context, std::uintptr_t at) {
  const auto [known, fresh] =
      numbers_.try_emplace({context, at}, static_cast<std::uint32_t>(sites_.size()));
  if (fresh) sites_.push_back({.context = context, .at = at});
  return known->second;
}

const std::vector<ProgramFrame>& LaunchSites::frames(std::uint32_t number) {
  Site& site = sites_[number];
  if (site.known || kernel_.code == nullptr) return site.frames;
  site.known = true;
  std::vector<std::uintptr_t> calls{site.at};
  for (const CallContext* at = site.context; at != nullptr && at->caller != nullptr;
       at = at->caller) {
    calls.push_back(at->call);
  }
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const auto& frames = kernel_.code->frames(*call);
    site.frames.insert(site.frames.end(), frames.rbegin(), frames.rend());
  }
  return site.frames;
}

bool LaunchSites::uses_result(std::uint32_t number) {
  Site& site = sites_[number];
  if (!site.uses_result) {
    site.uses_result =
        kernel_.code != nullptr && kernel_.code->uses_result(site.at).value_or(false);
  }
  return *site.uses_result;
}

Sentence LaunchSites::line_text(std::uint32_t site) {
  const auto& known = frames(site);
  if (known.empty()) return say("a line that is not known");
  return say("line {}", known.back().line);
}

bool LaunchSites::is_one_line(std::uint32_t a, std::uint32_t b) {
  const auto& first = frames(a);
  const auto& second = frames(b);
  return !first.empty() && !second.empty() && first.back().file == second.back().file &&
         first.back().line == second.back().line;
}

std::uint32_t LaunchSites::location(std::uint32_t number, std::size_t trace, TraceOutput& builder) {
  std::int64_t& known = sites_[number].location[trace];
  if (known >= 0) return static_cast<std::uint32_t>(known);
  const auto& called = frames(number);
  CodeLocation location;
  if (trace == 0) {
    for (std::size_t k = 0; k < called.size(); ++k) {
      const ProgramFrame& frame = called[k];
      location.source = builder.source(program_source(frame.file));
      location.line = frame.line;
      location.function = k == 0 ? "" : frame.function;
      if (k + 1 < called.size()) {
        location.caller = static_cast<std::int32_t>(builder.location(location));
      }
    }
  }
  known = builder.location(location);
  return static_cast<std::uint32_t>(known);
}

void LaunchSites::forget_counted() {
  for (Site& site : sites_) site.location[1] = -1;
}

}  // namespace warpscope
