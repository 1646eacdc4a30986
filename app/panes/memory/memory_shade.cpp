#include "app/panes/memory/memory_shade.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::size_t tints = 65;

/// The map with the better of two inks for each tint, computed once because it takes long.
const std::array<Tint, tints>& cividis_tints() {
  static const std::array<Tint, tints> all = [] {
    std::array<Tint, tints> made{};
    // Of tints in the middle neither ink has much contrast, black most.
    const Color dark{0, 0, 0};
    const Color white = light_theme().panel;
    for (std::size_t i = 0; i < tints; ++i) {
      const Color fill = cividis(static_cast<float>(i) / static_cast<float>(tints - 1));
      made[i] = {fill, contrast(fill, dark) > contrast(fill, white) ? dark : white};
    }
    return made;
  }();
  return all;
}

std::uint32_t first_access(const Trace& trace, std::uint32_t access) {
  return trace.steps[trace.launch_of(trace.accesses[access]).first_step].first_access;
}

int warps_of(const Trace& trace, std::uint32_t access) {
  const Launch& launch = trace.launch_of(trace.accesses[access]);
  return std::max(1, (launch.threads() + warp_lanes - 1) / warp_lanes);
}

float portion(int part, int last) {
  return last > 0 ? static_cast<float>(part) / static_cast<float>(last) : 1;
}

}  // namespace

Tint shade_tint(const Theme& theme, CellShade shade, float share) {
  share = std::clamp(share, 0.0F, 1.0F);
  if (shade == CellShade::value) {
    return {mix(theme.raised, theme.active, 0.06F + 0.34F * share * share), theme.text};
  }
  return cividis_tints()[static_cast<std::size_t>(std::lround(share * (tints - 1)))];
}

std::optional<int> writing_lane(const Trace& trace, std::uint32_t access, int array,
                                std::int64_t index) {
  const Access& writer = trace.accesses[access];
  std::optional<int> found;
  if (writer.array != array) return found;
  const auto indices = trace.lane_indices(writer);
  for_each_lane(writer.mask, [&](int lane, int k) {
    if (indices[static_cast<std::size_t>(k)] == index) found = lane;
  });
  return found;
}

std::optional<float> writer_share(const Trace& trace, CellShade shade, int array,
                                  std::int64_t index, std::uint32_t writer, std::uint32_t now) {
  switch (shade) {
    case CellShade::value: return std::nullopt;
    case CellShade::warp: return portion(trace.accesses[writer].warp, warps_of(trace, now) - 1);
    case CellShade::lane: {
      const auto lane = writing_lane(trace, writer, array, index);
      if (!lane) return std::nullopt;
      return portion(*lane, warp_lanes - 1);
    }
    case CellShade::age: {
      const double age = now - std::min(writer, now);
      const double oldest = now - first_access(trace, now);
      return oldest > 0 ? static_cast<float>(1 - std::log1p(age) / std::log1p(oldest)) : 1.0F;
    }
    case CellShade::count: break;
  }
  return std::nullopt;
}

ShadeEnds shade_ends(const Trace& trace, CellShade shade, std::uint32_t now) {
  switch (shade) {
    case CellShade::value: return {tr("small"), tr("large")};
    case CellShade::warp: return {tr("warp {}", 0), tr("warp {}", warps_of(trace, now) - 1)};
    case CellShade::lane: return {tr("lane {}", 0), tr("lane {}", 31)};
    case CellShade::age: return {tr("{} accesses ago", now - first_access(trace, now)), tr("now")};
    case CellShade::count: break;
  }
  return {};
}

}  // namespace warpscope
