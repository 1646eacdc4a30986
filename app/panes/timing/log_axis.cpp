#include "app/panes/timing/log_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace warpscope {
namespace {

constexpr double room = 0.06;  // of the whole length, at either end

}  // namespace

float LogAxis::share(double value) const {
  if (!(value > 0)) return 0;
  const double part = std::log(value / low) / std::log(high / low);
  return static_cast<float>(std::clamp(part, 0.0, 1.0));
}

std::vector<double> LogAxis::ticks(int most) const {
  constexpr std::array factors{1.0, 2.0, 5.0};
  std::vector<double> fine, tens;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  for (int power = first; power <= last; ++power) {
    for (const double factor : factors) {
      const double tick = factor * std::pow(10.0, power);
      if (tick < low || tick > high) continue;
      fine.push_back(tick);
      if (factor == 1) tens.push_back(tick);
    }
  }
  const auto limit = static_cast<std::size_t>(std::max(most, 1));
  if (fine.size() <= limit || tens.empty()) {
    if (fine.size() > limit) fine.resize(limit);
    return fine;
  }
  const std::size_t every = (tens.size() + limit - 1) / limit;
  std::vector<double> found;
  for (std::size_t i = 0; i < tens.size(); i += every) found.push_back(tens[i]);
  return found;
}

void LogRange::add(double value) {
  if (!std::isfinite(value) || !(value > 0)) return;
  low_ = any() ? std::min(low_, value) : value;
  high_ = std::max(high_, value);
}

LogAxis LogRange::axis() const {
  if (!any()) return {};
  if (high_ < low_ * 1.5) return {low_ / 3, high_ * 3};
  const double margin = std::pow(high_ / low_, room);
  return {low_ / margin, high_ * margin};
}

}  // namespace warpscope
