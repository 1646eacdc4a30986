#include "app/stage/series/series_picture.hpp"

#include <algorithm>

#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct SeriesSizes {
  float text, title, below, least, gap;
};
constexpr SeriesSizes study_series{12, 26, 36, 150, 14};
constexpr SeriesSizes lecture_series{18, 38, 52, 220, 20};

constexpr float line_ends = 6;     // by which dots and marks stand out of the plot
constexpr double most_apart = 80;  // pixels from moment to moment

/// Whether the panel below names the same moments.
bool same_moments(const SeriesPanel& a, const SeriesPanel& b) {
  return a.moments.size() == b.moments.size() && a.launches == b.launches;
}

}  // namespace

std::string SeriesPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || layout_.panels().empty()) return {};
  const SeriesPanel& panel = layout_.panels().front();
  const auto done = static_cast<int>(panel.moment_at(frame.access) + 1);
  const auto all = std::ssize(panel.moments);
  if (done <= 0) {
    return panel.launches
               ? tr_n("none of {} iterations is done", "none of {} iterations is done", all)
               : tr_n("none of {} steps is done", "none of {} steps is done", all);
  }
  return panel.launches ? tr("iteration {0} of {1} is done", done, all)
                        : tr("step {0} of {1} is done", done, all);
}

void SeriesPicture::on_document(const Document& document) {
  layout_ = SeriesLayout(*document.trace, document.flow);
  zoom_ = {};
}

bool SeriesPicture::follows_pin(const Frame&) const { return !layout_.panels().empty(); }

/// All panels are zoomed along time, and together.
void SeriesPicture::look(std::span<SeriesScene> scenes, Rect area, const Frame& frame,
                         Wishes& wishes) {
  const SeriesScene& first = scenes.front();
  const Rect room{first.plot.x, area.y, first.plot.w, area.h};
  const auto moments = static_cast<double>(first.panel.moments.size());
  const double now = (static_cast<double>(first.now) + 0.5) / moments;
  ZoomPart present = zoom_.part();
  present.left = std::clamp(now - 0.5 / moments, 0.0, 1.0);
  present.right = std::clamp(now + 0.5 / moments, 0.0, 1.0);
  zoom_.look(
      {.id = info.id,
       .room = room,
       .size = growing_across(room),
       .most = std::max(4.0, moments * most_apart / std::max(1.0, static_cast<double>(room.w))),
       .present = present},
      frame, wishes);
  for (SeriesScene& scene : scenes) {
    scene.whole_x = zoom_.whole().x;
    scene.whole_w = zoom_.whole().w;
  }
}

std::vector<SeriesScene> SeriesPicture::make_scenes(const Canvas& canvas, Rect area,
                                                    const Frame& frame) const {
  const SeriesSizes& size = frame.lecture ? lecture_series : study_series;
  const auto& panels = layout_.panels();
  const auto room = static_cast<std::size_t>(std::max(1.0F, area.h / size.least));
  const std::size_t count = std::min(panels.size(), room);
  const float height = (area.h + size.gap) / static_cast<float>(count) - size.gap;

  const TextStyle style{Face::mono, size.text, {}};
  float gutter = 0;
  for (std::size_t p = 0; p < count; ++p) {
    for (int most = 1; most <= 6; ++most) {
      for (const double tick : panels[p].axis.ticks(most)) {
        gutter = std::max(gutter, canvas.width(axis_text(tick), style));
      }
    }
  }
  std::vector<SeriesScene> scenes;
  for (std::size_t p = 0; p < count; ++p) {
    Rect part = area.cut_top(height);
    area.cut_top(size.gap);
    SeriesScene scene{*frame.document, frame, panels[p], layout_.tolerance()};
    scene.text_size = size.text;
    scene.now = panels[p].moment_at(frame.access);
    scene.title = part.cut_top(size.title);
    const bool named = p + 1 == count || !same_moments(panels[p], panels[p + 1]);
    if (named) scene.below = part.cut_bottom(size.below);
    part.cut_left(gutter + 10);
    scene.plot = part.inset(0, size.text * 0.5F);
    scene.whole_x = part.x;
    scene.whole_w = part.w;
    scene.below.x = part.x;
    scene.below.w = part.w;
    scenes.push_back(scene);
  }
  return scenes;
}

void SeriesPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || layout_.panels().empty()) {
    draw_placeholder(canvas, area, *frame.theme,
                     tr("Cells that are written again and again appear here as lines over time, "
                        "such as an iteration's residual."));
    return;
  }
  std::vector<SeriesScene> scenes = make_scenes(canvas, area, frame);
  look(scenes, area, frame, wishes);
  const Pointer pointer = zoom_.within(frame.pointer);
  for (SeriesScene& scene : scenes) {
    for (const SeriesLine& line : scene.panel.lines) {
      for (const SeriesPoint& point : line.points) {
        const Point at = scene.at(point);
        const bool shown =
            pointer.spots != nullptr && std::isfinite(at.y) && scene.plot.inset(-1).contains(at);
        if (shown) pointer.tell({.rect = {at.x - 4, at.y - 4, 8, 8}});
      }
    }
    if (pointer.inside) point_at(scene, pointer.at);
    if (scene.hovered != nullptr) {
      wishes.tooltip = describe_point(scene);
      const SeriesPoint& point = *scene.hovered;
      if (pointer.pressed) wishes.seek = point.access;
      if (pointer.menu) {
        const bool change = scene.panel.kind == SeriesKind::change;
        wishes.menu = cell_menu(frame, {.array = point.array,
                                        .index = point.index,
                                        .value = change ? "" : value_text(point.value),
                                        .writer = point.access});
      }
    }
    draw_series_axes(canvas, scene);
    draw_series_title(canvas, scene);
    const Clip clip(canvas, scene.plot.inset(zoom_.zoomed() ? 0 : -line_ends, -line_ends));
    draw_series_lines(canvas, scene);
    draw_series_marks(canvas, scene);
  }
  const Rect& plot = scenes.front().plot;
  zoom_.draw_chip(canvas, plot.inset(0, 4), frame, wishes);
}

}  // namespace warpscope
