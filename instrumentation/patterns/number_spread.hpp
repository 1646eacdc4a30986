#pragma once

#include <algorithm>
#include <cmath>

namespace warpscope {

/// What some numbers have in common that are to be written alike.
struct NumberSpread {
  double low = 0, high = 0;  ///< around 0 and all of them, without infinities
  bool broken = false;       ///< some lie between whole numbers

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    broken = broken || value != std::trunc(value);
  }
  [[nodiscard]] double largest() const { return std::max(high, -low); }
};

}  // namespace warpscope
