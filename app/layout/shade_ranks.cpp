#include "app/layout/shade_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t most_kept = 256;  // colours that can be told apart are fewer
constexpr double middle_part = 1.0 / 3;

}  // namespace

void ShadeRanks::add(double value) {
  if (std::isfinite(value)) values_.push_back(value);
}

void ShadeRanks::finish() {
  if (values_.empty()) return;
  std::ranges::sort(values_);
  const std::size_t last = values_.size() - 1;
  const double middle = values_[last - last / 10] - values_[last / 10];
  outliers_ = middle > 0 && middle < middle_part * (values_.back() - values_.front());
  if (values_.size() <= most_kept) return;
  std::vector<double> kept;
  for (std::size_t i = 0; i < most_kept; ++i) {
    kept.push_back(values_[i * last / (most_kept - 1)]);
  }
  values_ = std::move(kept);
}

float ShadeRanks::share(double value) const {
  if (values_.size() < 2 || std::isnan(value)) return 0.5F;
  const auto [first, end] = std::equal_range(values_.begin(), values_.end(), value);
  const auto below = static_cast<float>(first - values_.begin());
  const auto equal = static_cast<float>(std::max<std::ptrdiff_t>(0, end - first - 1));
  return std::min(1.0F, (below + equal / 2) / static_cast<float>(values_.size() - 1));
}

}  // namespace warpscope
