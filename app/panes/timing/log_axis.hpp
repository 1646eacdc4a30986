#pragma once

#include <vector>

namespace warpscope {

/// A logarithmic axis from `low` to `high`, both positive.
struct LogAxis {
  double low = 1, high = 10;

  /// 0 at the low end, 1 at the high one, clamped beyond both. Values that are not positive lie at
  /// 0.
  [[nodiscard]] float share(double value) const;
  /// Round numbers within the axis, at most about `most` of them: 1, 2, 5, 10, 20, … or, if those
  /// are too many, powers of ten.
  [[nodiscard]] std::vector<double> ticks(int most) const;
};

/// Collects values and makes the axis that shows them all with some room around them. Ignores
/// values that are not positive and finite.
class LogRange {
 public:
  void add(double value);
  [[nodiscard]] bool any() const { return low_ > 0; }
  [[nodiscard]] LogAxis axis() const;

 private:
  double low_ = 0, high_ = 0;
};

}  // namespace warpscope
