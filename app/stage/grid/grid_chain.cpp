#include "app/stage/grid/grid_chain.hpp"

#include <algorithm>
#include <numeric>

namespace warpscope {
namespace {

constexpr float widest_cell = 2.2F;       // of its height: room for a value's digits
constexpr float tallest_folded_cell = 2;  // of its width: rows of an array that only fill the room
constexpr float least_cell = 1;

}  // namespace

CellSize cell_size(const GridMetrics& metrics, float width, float height, std::int64_t across,
                   std::int64_t down, bool folded) {
  const auto each = [](float room, std::int64_t cells) {
    return std::max(least_cell, room / static_cast<float>(std::max<std::int64_t>(1, cells)));
  };
  const float w = each(width, across);
  const float tallest = folded ? tallest_folded_cell : 1;
  const float tall = std::min({each(height, down), metrics.most_cell, w * tallest});
  if (folded) return {std::min(w, tall * widest_cell), tall};
  // A square matrix is square, so that its diagonal is one; digits may need more than a square.
  const float wide = tall < metrics.numbered ? tall : std::max(tall, metrics.number);
  return {std::min({w, wide, tall * widest_cell}), tall};
}

void put(GridPlace& place, Point at, CellSize cell, const GridMetrics& metrics) {
  place.cell_w = cell.w;
  place.cell_h = cell.h;
  place.cells = {at.x, at.y, cell.w * static_cast<float>(place.across()),
                 cell.h * static_cast<float>(place.down())};
  place.title = {at.x, at.y - metrics.ruler - metrics.title, place.cells.w, metrics.title};
}

GridChain::GridChain(const Levels& levels, const GridMetrics& metrics, bool along_x)
    : levels_(levels), metrics_(metrics), along_x_(along_x) {
  folded_ = std::ranges::all_of(
      levels, [](const auto& level) { return std::ranges::all_of(level, &GridPlace::folded); });
  for (const auto& level : levels) {
    along_cells_ += longest(level);
    beside_cells_ = std::max(beside_cells_, beside(level));
    most_beside_ = std::max(most_beside_, level.size());
  }
}

CellSize GridChain::size(Rect area) const {
  const float along = fixed(true) * static_cast<float>(levels_.size());
  const float beside = fixed(false) * static_cast<float>(most_beside_);
  const auto in_width = [&](float width) {
    return cell_size(metrics_, width, area.h - beside, along_cells_, beside_cells_, folded_);
  };
  const float room = area.w - along;
  const CellSize widest = in_width(room);
  // A single cell is narrower than its array's name.
  const float spare = room - widest.w * static_cast<float>(along_cells_);
  const float lacking = along_x_ ? names_beyond(widest.w) - spare : 0;
  return along_x_ ? (lacking > 0 && lacking < room / 2 ? in_width(room - spare - lacking) : widest)
                  : cell_size(metrics_, area.w - beside, area.h - along, beside_cells_,
                              along_cells_, folded_);
}

std::vector<GridPlace> GridChain::lay(Rect area, CellSize cell) const {
  const float step_along = along_x_ ? cell.w : cell.h;
  const float step_beside = along_x_ ? cell.h : cell.w;
  const float needs = fixed(true) * static_cast<float>(levels_.size()) +
                      step_along * static_cast<float>(along_cells_);
  const float free = std::max(0.0F, (along_x_ ? area.w : area.h) - needs);
  const std::vector<float> ahead = room_ahead(cell.w, free);
  float along = (free - std::accumulate(ahead.begin(), ahead.end(), 0.0F)) / 2;
  std::vector<GridPlace> places;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const auto& level = levels_[l];
    const float level_needs = fixed(false) * static_cast<float>(level.size()) +
                              step_beside * static_cast<float>(beside(level));
    const float spare = std::max(0.0F, (along_x_ ? area.h : area.w) - level_needs);
    std::vector<float> names(level.size(), 0.0F);
    if (!along_x_) names = room_for_names(level, cell.w, spare);
    float across = (spare - std::accumulate(names.begin(), names.end(), 0.0F)) / 2;
    for (std::size_t i = 0; i < level.size(); ++i) {
      GridPlace place = level[i];
      const float x = area.x + metrics_.margin + (along_x_ ? along : across);
      const float y = area.y + metrics_.title + metrics_.ruler + (along_x_ ? across : along);
      put(place, {x, y}, cell, metrics_);
      places.push_back(place);
      across += fixed(false) + step_beside * static_cast<float>(cells(place, false)) + names[i];
    }
    along += fixed(true) + step_along * static_cast<float>(longest(level)) + ahead[l];
  }
  return places;
}

float GridChain::names_beyond(float cell) const {
  if (metrics_.names.empty()) return 0;
  float sum = 0;
  for (const auto& level : levels_) {
    float most = 0;
    const float own = cell * static_cast<float>(longest(level)) + metrics_.gap / 2;
    for (const GridPlace& place : level)
      most = std::max(most, metrics_.names[place.matrix].brief - own);
    sum += most;
  }
  return sum;
}

std::vector<float> GridChain::room_ahead(float cell, float spare) const {
  std::vector<float> room(levels_.size(), 0.0F);
  if (!along_x_ || metrics_.names.empty()) return room;
  float sum = 0;
  for (const auto name : {&GridMetrics::Name::whole, &GridMetrics::Name::brief}) {
    sum = 0;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      room[l] = 0;
      for (const GridPlace& place : levels_[l]) {
        const float own = cell * static_cast<float>(longest(levels_[l])) + metrics_.gap / 2;
        room[l] = std::max(room[l], metrics_.names[place.matrix].*name - own);
      }
      sum += room[l];
    }
    if (sum <= spare) return room;
  }
  for (float& each : room) each *= spare / sum;
  return room;
}

std::vector<float> GridChain::room_for_names(const std::vector<GridPlace>& level, float cell,
                                             float spare) const {
  std::vector<float> room(level.size(), 0.0F);
  if (metrics_.names.empty()) return room;
  float sum = 0;
  for (const auto name : {&GridMetrics::Name::whole, &GridMetrics::Name::brief}) {
    sum = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const float own =
          cell * static_cast<float>(level[i].across()) + metrics_.gap / 2 + metrics_.margin;
      room[i] = std::max(0.0F, metrics_.names[level[i].matrix].*name - own);
      sum += room[i];
    }
    if (sum <= spare) return room;
  }
  for (float& each : room) each *= spare / sum;
  return room;
}

std::int64_t GridChain::cells(const GridPlace& place, bool along) const {
  return along == along_x_ ? place.across() : place.down();
}

float GridChain::fixed(bool along) const {
  const float head = metrics_.title + metrics_.ruler;
  return (along == along_x_ ? metrics_.margin : head) + metrics_.gap;
}

std::int64_t GridChain::longest(const std::vector<GridPlace>& level) const {
  std::int64_t most = 0;
  for (const GridPlace& place : level) most = std::max(most, cells(place, true));
  return most;
}

std::int64_t GridChain::beside(const std::vector<GridPlace>& level) const {
  std::int64_t sum = 0;
  for (const GridPlace& place : level) sum += cells(place, false);
  return sum;
}

}  // namespace warpscope
