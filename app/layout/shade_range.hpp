#pragma once

#include <algorithm>
#include <cmath>

namespace warpscope {

/// Numbers that the depth of a colour tells apart. Infinities and NaNs do not widen the range.
struct ShadeRange {
  double low = 0, high = 0;
  bool any = false;

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  /// Where a number lies, 0..1; NaN lies in the middle.
  [[nodiscard]] float share(double value) const {
    if (std::isnan(value)) return 0.5F;
    if (!any || high <= low) return value > high ? 1.0F : value < low ? 0.0F : 1.0F;
    return static_cast<float>((std::clamp(value, low, high) - low) / (high - low));
  }
  /// The same on a logarithmic scale: sums dwarf their operands, and both must show.
  [[nodiscard]] float log_share(double value) const {
    if (std::isnan(value)) return 0.5F;
    const double whole = std::log1p(high - low);
    if (!any || !(whole > 0)) return value == 0 ? 0.0F : 1.0F;  // all are equal
    return static_cast<float>(std::log1p(std::clamp(value, low, high) - low) / whole);
  }
};

}  // namespace warpscope
