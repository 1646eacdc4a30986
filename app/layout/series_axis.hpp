#pragma once

#include <vector>

namespace warpscope {

/// The vertical axis of a panel of lines: from `low` to `high`, by powers of ten if values span
/// several of them and none is negative.
struct SeriesAxis {
  double low = 0, high = 1;
  bool log = false;
  bool zero = false;  ///< of a logarithmic one: its low end stands for 0

  /// 0 at the low end, 1 at the high one, clamped beyond both. On a logarithmic axis, values that
  /// are not positive lie at 0.
  [[nodiscard]] float share(double value) const;
  /// Round numbers within the axis, at most about `most` of them, at least one.
  [[nodiscard]] std::vector<double> ticks(int most) const;
};

/// Collects values and makes the axis that shows them all. Ignores values that are not finite.
class SeriesRange {
 public:
  void add(double value);
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] SeriesAxis axis() const;

 private:
  double low_ = 0, high_ = 0, least_ = 0;  // least_: the least positive one
  bool any_ = false, positive_ = false, zero_ = false;
};

}  // namespace warpscope
