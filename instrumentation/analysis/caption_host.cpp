#include "instrumentation/analysis/caption_host.hpp"

#include <vector>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// "256 threads", "16 × 16 threads"
std::string extent(const Dim3& extent, const std::string& noun) {
  std::string text = grouped(static_cast<std::uint64_t>(extent.x));
  if (extent.y != 1 || extent.z != 1) text += " × " + grouped(static_cast<std::uint64_t>(extent.y));
  if (extent.z != 1) text += " × " + grouped(static_cast<std::uint64_t>(extent.z));
  return text + ' ' + noun + (extent.count() == 1 ? "" : "s");
}

/// Appends what the host did from before launch `first` to before `end`, or behind the last one.
void tell(const Trace& trace, std::size_t first, std::size_t end, std::vector<std::string>& parts) {
  for (std::size_t launch = first; launch < end; ++launch) {
    for (const HostStep& step : trace.host) {
      if (step.launch == launch) parts.push_back(step.text.english());
    }
    if (launch == trace.launches.size()) return;
    const Launch& next = trace.launches[launch];
    parts.push_back("launches " + next.kernel + " on " + shape_text(next));
  }
}

std::string sentence(const std::string& begin, const std::vector<std::string>& parts) {
  if (parts.empty()) return "";
  std::string text = begin;
  for (const std::string& part : parts) text += (&part == &parts.front() ? " " : ", ") + part;
  return text + '.';
}

}  // namespace

std::string shape_text(const Launch& launch) {
  return extent(launch.grid, "block") + " of " + extent(launch.block, "thread");
}

std::string host_text(const Trace& trace, std::uint32_t access) {
  if (trace.launches.size() < 2 && trace.host.empty()) return "";
  const auto launch_at = [&](std::size_t a) -> std::size_t {
    return trace.steps[trace.accesses[a].step].launch;
  };
  const std::size_t launch = launch_at(access);
  std::vector<std::string> parts;
  if (access == 0 || launch_at(access - 1) != launch) {
    tell(trace, access == 0 ? 0 : launch_at(access - 1) + 1, launch + 1, parts);
    return sentence("Host:", parts);
  }
  if (access + 1 == trace.accesses.size()) {
    tell(trace, launch + 1, trace.launches.size() + 1, parts);
  }
  return sentence("Host, afterwards:", parts);
}

}  // namespace warpscope
