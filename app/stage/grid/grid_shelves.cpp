#include "app/stage/grid/grid_shelves.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpscope {

GridShelves::GridShelves(const GridChain::Levels& levels, const GridMetrics& metrics, Rect area)
    : metrics_(metrics), area_(area) {
  constexpr float least = 1, step = 0.25F;
  for (const auto& level : levels) places_.insert(places_.end(), level.begin(), level.end());
  for (const GridPlace& place : places_) {
    longest_ =
        std::max({longest_, static_cast<float>(place.across()), static_cast<float>(place.down())});
  }
  const auto size = [&](float tall) {
    return CellSize{tall < metrics.numbered ? tall : std::max(tall, metrics.number), tall};
  };
  float fits = 0, too_large = metrics.most_cell + step;
  while (too_large - fits > step) {
    const float tried = (fits + too_large) / 2;
    if (tried >= least && fill(size(tried))) {
      fits = tried;
    } else if (tried < least) {
      fits = least;
    } else {
      too_large = tried;
    }
  }
  const CellSize cell = size(fits);
  if (auto filled = fill(cell)) {
    size_ = cell;
    shelves_ = std::move(*filled);
  }
}

CellSize GridShelves::own(const GridPlace& place, CellSize cell) const {
  constexpr float most = 2;
  if (cell.h >= metrics_.numbered) return cell;
  const float side = static_cast<float>(std::max(place.across(), place.down()));
  const float larger = std::clamp(std::sqrt(longest_ / std::max(1.0F, side)), 1.0F, most);
  return {cell.w * larger, cell.h * larger};
}

float GridShelves::width(const GridPlace& place, CellSize cell) const {
  const float cells = own(place, cell).w * static_cast<float>(place.across());
  const float name = metrics_.names.empty() ? 0 : metrics_.names[place.matrix].brief;
  return metrics_.margin + std::max(cells, name) + metrics_.gap;
}

float GridShelves::height(const std::vector<GridPlace>& shelf, CellSize cell) const {
  float cells = 0;
  for (const GridPlace& place : shelf)
    cells = std::max(cells, own(place, cell).h * static_cast<float>(place.down()));
  return metrics_.title + metrics_.ruler + cells + metrics_.gap;
}

std::optional<GridShelves::Shelves> GridShelves::fill(CellSize cell) const {
  Shelves shelves;
  float used = 0;
  for (const GridPlace& place : places_) {
    const float wanted = width(place, cell);
    if (wanted - metrics_.gap > area_.w) return std::nullopt;
    if (shelves.empty() || used + wanted - metrics_.gap > area_.w) {
      shelves.emplace_back();
      used = 0;
    }
    shelves.back().push_back(place);
    used += wanted;
  }
  float high = -metrics_.gap;
  for (const auto& shelf : shelves) high += height(shelf, cell);
  return high <= area_.h ? std::optional(std::move(shelves)) : std::nullopt;
}

std::vector<GridPlace> GridShelves::lay() const {
  std::vector<GridPlace> places;
  float widest = 0, high = -metrics_.gap;
  for (const auto& shelf : shelves_) {
    float used = -metrics_.gap;
    for (const GridPlace& place : shelf) used += width(place, *size_);
    widest = std::max(widest, used);
    high += height(shelf, *size_);
  }
  float y = area_.y + (area_.h - high) / 2;
  for (const auto& shelf : shelves_) {
    float x = area_.x + (area_.w - widest) / 2;
    for (GridPlace place : shelf) {
      put(place, {x + metrics_.margin, y + metrics_.title + metrics_.ruler}, own(place, *size_),
          metrics_);
      places.push_back(place);
      x += width(place, *size_);
    }
    y += height(shelf, *size_);
  }
  return places;
}

}  // namespace warpscope
