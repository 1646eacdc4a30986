#include "app/panes/timing/wavefront_points.hpp"

#include <algorithm>
#include <set>

#include "instrumentation/language/message.hpp"
#include "instrumentation/timing/modelled.hpp"

namespace warpscope {
namespace {

/// Parameters that differ between results.
std::set<std::string> differing(const std::vector<WavefrontPoint>& points) {
  std::set<std::string> names;
  for (const WavefrontPoint& point : points) {
    for (const auto& parameter : point.result->parameters) {
      const bool differs = std::ranges::any_of(points, [&](const WavefrontPoint& other) {
        const auto found = other.result->parameters.find(parameter.first);
        return found == other.result->parameters.end() || found->second != parameter.second;
      });
      if (differs) names.insert(parameter.first);
    }
  }
  return names;
}

void name_by_parameters(std::vector<WavefrontPoint>& points) {
  const std::set<std::string> names = differing(points);
  for (WavefrontPoint& point : points) {
    for (const auto& [name, value] : point.result->parameters) {
      if (!names.contains(name)) continue;
      if (!point.name.empty()) point.name += ", ";
      point.name += name;
      point.name += ' ';
      point.name += value;
    }
  }
}

std::vector<WavefrontPoint> points_of_one(const Ladder& ladder, const LadderRequest& request) {
  std::vector<WavefrontPoint> points;
  for (const BenchResult& result : ladder.record->results) {
    if (result.kernel != request.kernel->id || result.wavefronts == 0) continue;
    if (!alike_sizes(result.size, ladder.size)) continue;
    points.push_back({.result = &result});
  }
  if (points.empty()) return points;
  const auto like = [&](const WavefrontPoint& point) {
    return likeness(*point.result, request.parameters);
  };
  std::ranges::max_element(points, {}, like)->present = true;
  name_by_parameters(points);
  return points;
}

std::vector<WavefrontPoint> points_of_all(const Ladder& ladder, const LadderRequest& request) {
  std::vector<WavefrontPoint> points;
  for (const Rung& rung : ladder.rungs) {
    if (rung.result == nullptr || rung.result->wavefronts == 0) continue;
    points.push_back(
        {rung.result, std::string(tr(rung.of.title)), rung.of.kernel == request.kernel});
  }
  return points;
}

std::optional<double> correlation_of(const std::vector<WavefrontPoint>& points) {
  std::vector<double> modelled, measured;
  for (const WavefrontPoint& point : points) {
    modelled.push_back(static_cast<double>(point.result->wavefronts));
    measured.push_back(point.result->median_ms);
  }
  return correlation(modelled, measured);
}

}  // namespace

WavefrontPoints wavefront_points(const Ladder& ladder, const LadderRequest& request) {
  WavefrontPoints found{.points = points_of_one(ladder, request), .one_kernel = true};
  if (found.points.size() < 2) {
    found = {.points = points_of_all(ladder, request), .one_kernel = false};
  }
  std::ranges::stable_sort(found.points, {},
                           [](const WavefrontPoint& point) { return point.result->wavefronts; });
  found.correlation = correlation_of(found.points);
  return found;
}

}  // namespace warpscope
