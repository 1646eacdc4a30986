#include "instrumentation/analysis/caption_host.hpp"

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

}  // namespace

std::string shape_text(const Launch& launch) {
  return extent(launch.grid, "block") + " of " + extent(launch.block, "thread");
}

}  // namespace warpscope
