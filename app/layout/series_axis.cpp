#include "app/layout/series_axis.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr double worth_decades = 100;  // from this ratio on, powers of ten are clearer

/// The smallest of 1, 2, 5, 10, … that is not below the step.
double round_up(double step) {
  const double ten = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * ten >= step * 0.999999) return factor * ten;
  }
  return 10 * ten;
}

}  // namespace

float SeriesAxis::share(double value) const {
  if (log) {
    if (!(value > 0)) return 0;
    const double whole = std::log10(high) - std::log10(low);
    const double part = std::log10(value) - std::log10(low);
    return static_cast<float>(std::clamp(part / whole, 0.0, 1.0));
  }
  // Half of each, so that the distance of two large values stays finite.
  const double whole = high / 2 - low / 2;
  return static_cast<float>(std::clamp((value / 2 - low / 2) / whole, 0.0, 1.0));
}

std::vector<double> SeriesAxis::ticks(int most) const {
  std::vector<double> found;
  most = std::max(most, 1);
  if (log) {
    if (zero) found.push_back(0);
    const int first = static_cast<int>(std::lround(std::log10(low))) + (zero ? 1 : 0);
    const int last = static_cast<int>(std::lround(std::log10(high)));
    const int every = std::max(1, (last - first + most - 1) / most);
    for (int power = first; power <= last; power += every) found.push_back(std::pow(10.0, power));
    return found;
  }
  const double step = round_up((high / most - low / most));
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; i <= most + 1; ++i) {
    const double tick = (first + i) * step;
    if (tick > high + step * 1e-9) break;
    found.push_back(tick == 0 ? 0.0 : tick);  // no negative zero
  }
  return found;
}

void SeriesRange::add(double value) {
  if (!std::isfinite(value)) return;
  low_ = any_ ? std::min(low_, value) : value;
  high_ = any_ ? std::max(high_, value) : value;
  any_ = true;
  zero_ = zero_ || value == 0;
  if (value <= 0) return;
  least_ = positive_ ? std::min(least_, value) : value;
  positive_ = true;
}

SeriesAxis SeriesRange::axis() const {
  if (!any_) return {};
  if (low_ >= 0 && positive_ && high_ / least_ >= worth_decades) {
    const double bottom = std::pow(10.0, std::floor(std::log10(least_) + 1e-9));
    const double top = std::pow(10.0, std::ceil(std::log10(high_) - 1e-9));
    const double low = zero_ ? bottom / 10 : bottom;
    if (low > 0 && std::isfinite(top)) return {low, top, true, zero_};
  }
  if (high_ > low_) {
    const double room = (high_ / 2 - low_ / 2) * 0.1;
    const double low = low_ >= 0 && low_ < high_ * 0.5 ? 0 : low_ - room;
    const double high = high_ + room;
    if (std::isfinite(low) && std::isfinite(high)) return {low, high, false};
    return {low_, high_, false};
  }
  const double room = std::max(std::abs(low_) * 0.5, 0.5);
  return {low_ - room, low_ + room, false};
}

}  // namespace warpscope
