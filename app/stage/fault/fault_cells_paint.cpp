#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/fault/fault_scene.hpp"
#include "app/views/parts/strokes.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t neighbours = 6;   // cells of the array that are drawn beside its end
constexpr std::size_t most_ghosts = 40;  // cells that are not there
constexpr std::int64_t drawn_gap = 2;    // cells that are drawn rather than left out

/// A cell in a row of them; without an index it stands for those that are left out.
struct RowCell {
  std::optional<std::int64_t> index;
  std::int64_t left_out = 0;
};

void add_cell(std::vector<RowCell>& cells, std::int64_t index) {
  if (!cells.empty() && cells.back().index) {
    const std::int64_t apart = index - *cells.back().index - 1;
    for (std::int64_t k = apart; k > 0 && apart <= drawn_gap; --k) cells.push_back({index - k});
    if (apart > drawn_gap) cells.push_back({std::nullopt, apart});
  }
  cells.push_back({index});
}

/// The array's end with the elements that are wanted beyond it, in order.
std::vector<RowCell> cells_beyond(const FaultStory& story, std::int64_t count) {
  std::vector<std::int64_t> wanted;
  const bool after = story.index >= 0;
  for (const WantedElement& each : story.wanted) {
    if ((each.index >= 0) == after) wanted.push_back(each.index);
  }
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (wanted.size() > most_ghosts) wanted.resize(most_ghosts);
  const std::int64_t shown = std::min(neighbours, count);
  std::vector<RowCell> cells;
  const auto add_inside = [&] {
    for (std::int64_t k = 0; k < shown; ++k) add_cell(cells, after ? count - shown + k : k);
  };
  if (after) add_inside();
  for (const std::int64_t index : wanted) add_cell(cells, index);
  if (!after) add_inside();
  return cells;
}

struct CellRow {
  std::vector<RowCell> cells;
  Rect area;
  float pitch = 0;

  [[nodiscard]] Rect box(std::size_t k) const {
    return {area.x + pitch * static_cast<float>(k) + 1, area.y, pitch - 2, area.h};
  }
  [[nodiscard]] std::optional<Rect> box_of(std::int64_t index) const {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k].index == index) return box(k);
    }
    return std::nullopt;
  }
};

CellRow row_of(std::vector<RowCell> cells, Rect area, float height) {
  area = area.inset(18, 0);  // for the numbers of the outer cells
  CellRow row{.cells = std::move(cells), .area = area};
  row.pitch =
      std::min(44.0F, area.w / static_cast<float>(std::max<std::size_t>(1, row.cells.size())));
  row.area.h = std::min({height, area.h, std::max(16.0F, row.pitch)});
  row.area.w = row.pitch * static_cast<float>(row.cells.size());
  row.area.x = area.center().x - row.area.w / 2;
  return row;
}

/// Numbers below the cells, as many as have room; the ends of what is wanted before all others.
void draw_indices(Canvas& canvas, const CellRow& row, const FaultScene& scene, std::int64_t count) {
  const float y = row.area.bottom() + scene.type.small * 0.8F;
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < row.cells.size(); ++k) {
    if (row.cells[k].index == scene.story.index) order.push_back(k);
  }
  order.push_back(row.cells.size() - 1);
  for (std::size_t k = 0; k < row.cells.size(); ++k) order.push_back(k);
  std::vector<Rect> taken;
  for (const std::size_t k : order) {
    const RowCell& cell = row.cells[k];
    const bool inside = cell.index && *cell.index >= 0 && *cell.index < count;
    const std::string text = cell.index ? count_text(*cell.index) : "+" + count_text(cell.left_out);
    const TextStyle style =
        scene.digits(inside || !cell.index ? scene.theme().muted : scene.theme().costly);
    const float width = canvas.width(text, style);
    const Rect place{row.box(k).center().x - width / 2, y - style.size / 2, width, style.size};
    const bool free = std::ranges::none_of(taken, [&](const Rect& other) {
      return place.x < other.right() + 8 && other.x < place.right() + 8;
    });
    if (!free) continue;
    taken.push_back(place);
    canvas.text({place.center().x, y}, text, style, Align::center);
  }
}

std::string warp_text(const FaultScene& scene) {
  const Launch& launch = scene.trace().launches[scene.story.launch];
  const std::int32_t warp = scene.story.thread / warp_lanes;
  return launch.grid.count() > 1
             ? tr("lanes of warp {0}, block {1}", warp, count_text(scene.story.block))
             : tr("lanes of warp {}", warp);
}

}  // namespace

Point lane_place(Rect row, int lane) {
  return {row.x + row.w * (static_cast<float>(lane) + 0.5F) / warp_lanes, row.bottom() - 10};
}

float fault_lanes_height(const FaultScene& scene) { return scene.type.small + 30; }

void draw_fault_lanes(Canvas& canvas, Rect row, const FaultScene& scene) {
  if (scene.story.thread < 0) return;
  const Theme& theme = scene.theme();
  const std::uint32_t mask =
      scene.story.access ? scene.trace().accesses[*scene.story.access].mask : 0;
  std::uint32_t wrong = 0;
  for (const WantedElement& each : scene.story.wanted) {
    wrong |= 1U << static_cast<unsigned>(each.lane);
  }
  const float radius = std::min(7.0F, row.w / warp_lanes * 0.4F);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Color color = has_lane(wrong, lane)  ? theme.costly
                        : has_lane(mask, lane) ? theme.active
                                               : mix(theme.panel, theme.hairline, 0.75F);
    canvas.circle(lane_place(row, lane), radius, color);
  }
  const std::string count =
      tr_n("{} at fault", "{} at fault", static_cast<int>(scene.story.wanted.size()));
  const float y = row.y + scene.type.small * 0.6F;
  const float used = canvas.text_fit({row.x, y}, warp_text(scene), scene.words(theme.muted), row.w);
  if (scene.story.wanted.size() < 2) {
    canvas.text_fit({row.x + used + 16, y}, lanes_text(wrong), scene.words(theme.costly),
                    row.w - used - 16);
  } else {
    canvas.text_fit({row.x + used + 16, y}, count, scene.words(theme.costly), row.w - used - 16);
  }
}

void draw_fault_beyond(Canvas& canvas, Rect area, const FaultScene& scene, Wishes& wishes) {
  const Theme& theme = scene.theme();
  const FaultStory& story = scene.story;
  const Array& array = scene.trace().arrays[story.array];
  const Rect lanes = area.cut_top(fault_lanes_height(scene));
  Rect legend = area.cut_bottom(scene.type.small + 8);
  const Rect numbers = area.cut_bottom(scene.type.small * 2);
  const float fall = std::min(90.0F, area.h * 0.6F);
  area.cut_top(fall);
  area.h += numbers.h;
  CellRow row = row_of(cells_beyond(story, array.count), area, 28);
  for (const WantedElement& each : story.wanted) {
    if (const auto box = row.box_of(each.index)) {
      const Point from = lane_place(lanes, each.lane);
      canvas.line({from.x, from.y + 8}, {box->center().x, box->y - 2}, theme.costly.alpha(0.7F));
    }
  }
  draw_fault_lanes(canvas, lanes, scene);
  for (std::size_t k = 0; k < row.cells.size(); ++k) {
    const RowCell& cell = row.cells[k];
    const Rect box = row.box(k);
    if (!cell.index) {
      canvas.text(box.center(), "…", scene.digits(theme.muted), Align::center);
    } else if (*cell.index >= 0 && *cell.index < array.count) {
      canvas.fill(box, mix(theme.panel, theme.active, 0.35F), 3);
    } else {
      draw_dashed_frame(canvas, box, theme.costly, 1.5F);
    }
    if (!cell.index || !scene.frame.pointer.over(box)) continue;
    wishes.about = box;
    wishes.tooltip =
        cell_text(scene.trace(), story.launch, story.array, static_cast<ElementIndex>(*cell.index));
    if (scene.frame.pointer.pressed && story.access) wishes.seek = story.access;
  }
  draw_indices(canvas, row, scene, array.count);
  const float y = legend.center().y;
  draw_dashed_frame(canvas, {legend.x + 1, y - 6, 12, 12}, theme.costly, 1.5F);
  canvas.text_fit(
      {legend.x + 20, y},
      tr("beyond {0}, which has elements 0 to {1}",
         name_in(scene.trace(), story.launch, story.array), count_text(array.count - 1)),
      scene.words(theme.muted), legend.w - 20);
}

void draw_fault_cell(Canvas& canvas, Rect area, const FaultScene& scene) {
  const Theme& theme = scene.theme();
  const FaultStory& story = scene.story;
  if (story.thread < 0 && story.array < 0) {
    draw_placeholder(canvas, area, theme, tr("It is about no lane and no element."));
    return;
  }
  const Rect lanes = area.cut_top(fault_lanes_height(scene));
  draw_fault_lanes(canvas, lanes, scene);
  if (story.array < 0) return;
  const Array& array = scene.trace().arrays[story.array];
  std::vector<RowCell> cells;
  for (std::int64_t k = story.index - neighbours; k <= story.index + neighbours; ++k) {
    if (k == story.index || (k >= 0 && k < array.count)) add_cell(cells, k);
  }
  area.cut_top(std::min(60.0F, area.h * 0.35F));
  const CellRow row = row_of(std::move(cells), area, 32);
  for (std::size_t k = 0; k < row.cells.size(); ++k) {
    const Rect box = row.box(k);
    if (row.cells[k].index != story.index) {
      canvas.fill(box, mix(theme.panel, theme.active, 0.35F), 3);
      continue;
    }
    if (story.thread >= 0) {
      const Point from = lane_place(lanes, story.thread % warp_lanes);
      canvas.line({from.x, from.y + 8}, {box.center().x, box.y - 2}, theme.costly, 1.5F);
    }
    draw_hatching(canvas, box, theme.costly);
    canvas.stroke(box, theme.costly, 1.5F, 3);
    canvas.text_fit({box.center().x, box.bottom() + scene.type.small * 2.2F},
                    cell_fault_text(story.kind), scene.words(theme.costly), area.w, Align::center);
  }
  draw_indices(canvas, row, scene, array.count);
}

}  // namespace warpscope
