#include "app/panes/timing/label_spread.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace warpscope {
namespace {

/// Labels that touch move together, so that on average they are where they want to be.
struct Cluster {
  float sum = 0;  // of the places at which each would have its first label
  std::size_t count = 0;
  [[nodiscard]] float first(float distance, float low, float high) const {
    const float length = distance * static_cast<float>(count - 1);
    return std::clamp(sum / static_cast<float>(count), low, std::max(low, high - length));
  }
};

}  // namespace

std::vector<float> spread_labels(std::span<const float> wanted, float distance, float low,
                                 float high) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  if (wanted.size() > 1) {
    distance = std::min(distance, (high - low) / static_cast<float>(wanted.size() - 1));
  }
  std::vector<Cluster> clusters;
  for (const std::size_t i : order) {
    clusters.push_back({wanted[i], 1});
    while (clusters.size() > 1) {
      Cluster& upper = clusters[clusters.size() - 2];
      const Cluster& lower = clusters.back();
      const float length = distance * static_cast<float>(upper.count);
      if (upper.first(distance, low, high) + length <= lower.first(distance, low, high)) break;
      upper.sum += lower.sum - length * static_cast<float>(lower.count);
      upper.count += lower.count;
      clusters.pop_back();
    }
  }
  std::vector<float> places(wanted.size());
  std::size_t next = 0;
  for (const Cluster& cluster : clusters) {
    const float first = cluster.first(distance, low, high);
    for (std::size_t i = 0; i < cluster.count; ++i) {
      places[order[next++]] = first + distance * static_cast<float>(i);
    }
  }
  return places;
}

}  // namespace warpscope
