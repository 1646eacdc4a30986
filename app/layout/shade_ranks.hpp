#pragma once

#include <vector>

namespace warpscope {

/// Colours numbers by their rank, where a few that lie far out would leave all others one colour.
class ShadeRanks {
 public:
  void add(double value);
  /// Once all are added.
  void finish();

  /// Whether the middle four fifths of the numbers lie in less than a third of the range.
  [[nodiscard]] bool outliers() const { return outliers_; }
  /// The share of the numbers that are smaller, 0..1; equal ones lie in their middle, NaN in that
  /// of all.
  [[nodiscard]] float share(double value) const;

 private:
  std::vector<double> values_;  // afterwards a regular part of them, sorted
  bool outliers_ = false;
};

}  // namespace warpscope
