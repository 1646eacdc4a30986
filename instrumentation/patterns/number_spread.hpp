#pragma once

#include <algorithm>
#include <cmath>

namespace warpscope {

/// What some numbers have in common that are to be written alike.
struct NumberSpread {
  double low = 0, high = 0;  ///< around 0 and all of them, without infinities
  bool broken = false;       ///< some lie between whole numbers
  double logs = 0;           ///< sum of log(1 + magnitude)
  double count = 0;

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    broken = broken || value != std::trunc(value);
    logs += std::log1p(std::abs(value));
    ++count;
  }
  /// The usual magnitude, whatever a few large ones are.
  [[nodiscard]] double usual() const { return count > 0 ? std::expm1(logs / count) : 0; }
  [[nodiscard]] double largest() const { return std::max(high, -low); }
};

}  // namespace warpscope
