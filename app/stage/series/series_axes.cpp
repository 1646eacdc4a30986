#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/stage/network/network_scene.hpp"
#include "app/stage/series/series_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

void draw_values(Canvas& canvas, const SeriesScene& scene) {
  const Theme& theme = scene.theme();
  const TextStyle style{Face::mono, scene.text_size, theme.muted};
  const int most = std::clamp(static_cast<int>(scene.plot.h / (scene.text_size * 2.4F)), 1, 6);
  float free_above = scene.plot.bottom() + scene.text_size * 2;
  for (const double tick : scene.panel.axis.ticks(most)) {
    const float y = scene.y(tick);
    canvas.line({scene.plot.x, y}, {scene.plot.right(), y}, theme.hairline);
    if (y + scene.text_size > free_above) continue;
    free_above = y - scene.text_size * 0.4F;
    canvas.text({scene.plot.x - 8, y}, axis_text(tick), style, Align::right);
  }
}

enum class Names { labels, values, numbers };

std::string moment_name(const SeriesScene& scene, std::size_t moment, Names names) {
  const Trace& trace = *scene.document.trace;
  if (names == Names::numbers) return std::to_string(moment + 1);
  const Step& step = trace.steps[scene.panel.moments[moment].step];
  if (names == Names::labels) return step_label(trace, step);
  return step.value ? std::to_string(*step.value) : step.name;
}

/// The fullest names that have room at all moments.
Names fitting_names(const Canvas& canvas, const SeriesScene& scene, const TextStyle& style) {
  const std::size_t count = scene.panel.moments.size();
  const float apart = scene.apart();
  if (scene.panel.launches || count > 64) return Names::numbers;
  for (const Names names : {Names::labels, Names::values}) {
    bool fits = true;
    for (std::size_t m = 0; m < count && fits; ++m) {
      fits = canvas.width(moment_name(scene, m, names), style) + 10 <= apart;
    }
    if (fits) return names;
  }
  return Names::numbers;
}

/// The kind of moments: "iteration", "step: reduce, d = …".
std::string axis_title(const SeriesScene& scene, Names names) {
  if (scene.panel.launches) return tr("iteration");
  if (names == Names::labels) return tr("step");
  if (names == Names::numbers) return tr("step, counted from 1");
  const Trace& trace = *scene.document.trace;
  const Step* valued = nullptr;
  for (const SeriesMoment& moment : scene.panel.moments) {
    const Step& step = trace.steps[moment.step];
    if (!step.value) continue;
    if (valued != nullptr && valued->name != step.name) return tr("step, by its number");
    valued = &step;
  }
  if (valued == nullptr) return tr("step");
  const std::string variable =
      step_variable(trace.sources[trace.launches[valued->launch].source], valued->name);
  // Translators: {0} is the name of a step, {1} a variable of the kernel.
  return variable.empty() ? tr("step: {} …", valued->name)
                          : tr("step: {0}, {1} = …", valued->name, variable);
}

/// Names of steps if all have room, else as many numbers as have.
void draw_moments(Canvas& canvas, const SeriesScene& scene) {
  const std::size_t count = scene.panel.moments.size();
  const float apart = scene.apart();
  const TextStyle style{Face::sans, scene.text_size, scene.theme().muted};
  const Names names = fitting_names(canvas, scene, style);
  const bool numbers = names == Names::numbers;
  std::size_t every = 1;
  const float widest = canvas.width(std::to_string(count), style) + 14;
  while (numbers && static_cast<float>(every) * apart < widest) {
    every = every % 3 == 2 ? every / 2 * 5 : every * 2;  // 1, 2, 5, 10, …
  }
  const float row = scene.below.h / 2;
  const float y = scene.below.y + row / 2;
  canvas.text_fit({scene.below.center().x, y + row}, axis_title(scene, names), style, scene.below.w,
                  Align::center);
  float free_from = scene.below.x;
  for (std::size_t m = every - 1; m < count; m += every) {
    const std::string text = moment_name(scene, m, names);
    const float w = canvas.width(text, style);
    const float middle = scene.x(static_cast<float>(m));
    if (middle < scene.plot.x || middle > scene.plot.right()) continue;
    const float x =
        std::clamp(middle - w / 2, scene.below.x, std::max(scene.below.x, scene.below.right() - w));
    if (x < free_from || x + w > scene.below.right() + 0.5F) continue;
    free_from = x + w + 8;
    canvas.text({x, y}, text, style);
  }
}

std::string panel_name(const SeriesScene& scene) {
  const std::string names = series_names(*scene.document.trace, scene.panel);
  // Translators: the field is a list of arrays.
  return scene.panel.kind == SeriesKind::change ? tr("largest change of {}", names) : names;
}

std::string panel_text(const SeriesPanel& panel) {
  switch (panel.kind) {
    case SeriesKind::sequence:
      return panel.launches ? tr("one new value per iteration") : tr("one new value per step");
    case SeriesKind::change:
      return tr("of any cell, since it was last written; computed from the trace");
    case SeriesKind::cells: break;
  }
  const auto cells = static_cast<std::int64_t>(panel.cells);
  if (panel.lines.size() >= panel.cells) {
    return tr_n("{1} cell, written up to {2} times", "{1} cells, written up to {2} times", cells,
                count_text(panel.cells), panel.writes);
  }
  // Translators: the last number is that of cells that are drawn.
  return tr_n("{1} cell, written up to {2} times; {3} drawn",
              "{1} cells, written up to {2} times; {3} drawn", cells, count_text(panel.cells),
              panel.writes, panel.lines.size());
}

/// The present value of a panel of one line: its last known one.
std::string present_value(const SeriesScene& scene) {
  if (scene.panel.lines.size() != 1) return {};
  const auto& points = scene.panel.lines[0].points;
  const auto next = std::partition_point(points.begin(), points.end(),
                                         [&](const SeriesPoint& p) { return scene.known(p); });
  return next == points.begin() ? std::string() : axis_text((next - 1)->value);
}

/// The colour of each cell, at the right. Returns the width used.
float draw_fan_legend(Canvas& canvas, const SeriesScene& scene, Rect title) {
  const auto& lines = scene.panel.lines;
  const auto cell = [&](const SeriesLine& line) {
    const SeriesPoint& point = line.points.front();
    return '[' + std::to_string(point.index) + ']';
  };
  const TextStyle style{Face::mono, scene.text_size, scene.theme().muted};
  const float y = title.center().y;
  const float piece = scene.frame.lecture ? 3.0F : 2.0F;
  constexpr int pieces = 32;
  const std::string last = cell(lines.back()), first = cell(lines.front());
  float x = title.right();
  canvas.text({x, y}, last, style, Align::right);
  x -= canvas.width(last, style) + 6 + pieces * piece;
  for (int i = 0; i < pieces; ++i) {
    const auto line = static_cast<std::size_t>(i) * lines.size() / pieces;
    canvas.fill({x + static_cast<float>(i) * piece, y - 4, piece + 0.5F, 8},
                scene.line_color(line));
  }
  canvas.text({x - 6, y}, first, style, Align::right);
  return title.right() - x + 6 + canvas.width(first, style);
}

/// A dashed line at a value that the lines are to reach.
void draw_level(Canvas& canvas, const SeriesScene& scene, double value, const std::string& text) {
  const Theme& theme = scene.theme();
  const float y = scene.y(value);
  for (float x = scene.plot.x; x < scene.plot.right(); x += 10) {
    canvas.line({x, y}, {std::min(x + 6, scene.plot.right()), y}, theme.free, 1.5F);
  }
  const TextStyle style{Face::sans, scene.text_size, theme.free};
  const bool above = y - 1.6F * scene.text_size >= scene.plot.y;
  canvas.text_fit({scene.plot.right() - 4, y + (above ? -scene.text_size : scene.text_size)}, text,
                  style, scene.plot.w - 8, Align::right);
}

/// "π: error is the distance from it"; of other values five digits.
std::string goal_text(const SeriesScene& scene) {
  const SeriesPanel::Goal& goal = *scene.panel.goal;
  const bool pi = std::abs(goal.value - std::numbers::pi) < 1e-6;
  const std::string& distance = scene.document.trace->arrays[goal.distance].name;
  // Translators: {0} is a number that a series approaches, {1} an array.
  return tr("{0}: {1} is the distance from it", pi ? "π" : short_text(goal.value, 5), distance);
}

}  // namespace

Color SeriesScene::line_color(std::size_t l) const {
  if (panel.lines.size() < 2) return theme().active;
  return network_shade(theme(), static_cast<float>(l) / static_cast<float>(panel.lines.size() - 1));
}

std::string series_names(const Trace& trace, const SeriesPanel& panel) {
  std::string text;
  for (const std::int32_t array : panel.arrays) {
    if (!text.empty()) text += ", ";
    // Over several launches, what they call it may differ.
    text += panel.launches || panel.moments.empty()
                ? trace.arrays[array].name
                : name_in(trace, trace.steps[panel.moments.front().step].launch, array);
  }
  return text;
}

void draw_series_axes(Canvas& canvas, const SeriesScene& scene) {
  draw_values(canvas, scene);
  if (scene.below.h > 0) draw_moments(canvas, scene);
  if (scene.panel.goal) draw_level(canvas, scene, scene.panel.goal->value, goal_text(scene));
  if (!scene.tolerance || scene.panel.kind == SeriesKind::cells) return;
  draw_level(canvas, scene, *scene.tolerance, tr("tolerance {}", axis_text(*scene.tolerance)));
}

void draw_series_title(Canvas& canvas, const SeriesScene& scene) {
  const Theme& theme = scene.theme();
  Rect title = scene.title;
  const float y = title.center().y;
  const TypeScale type = type_scale(scene.frame.lecture);
  const std::string value = present_value(scene);
  if (!value.empty()) {
    const TextStyle style{Face::mono, type.strong, theme.now};
    canvas.text({title.right(), y}, value, style, Align::right);
    title.cut_right(canvas.width(value, style) + 12);
  } else if (scene.panel.lines.size() > 1) {
    title.cut_right(draw_fan_legend(canvas, scene, title) + 12);
  }
  if (scene.panel.broken) {
    const std::string_view text = tr("some values are not finite numbers");
    const TextStyle style{Face::sans, scene.text_size, theme.costly};
    const float w = canvas.width(text, style);
    if (w < title.w * 0.5F) {
      canvas.text({title.right(), y}, text, style, Align::right);
      title.cut_right(w + 12);
    }
  }
  const TextStyle name{Face::sans_bold, type.body, theme.text};
  title.cut_left(canvas.text_fit({title.x, y}, panel_name(scene), name, title.w) + 10);
  draw_parts(canvas, {title.x, y}, panel_text(scene.panel),
             {Face::sans, scene.text_size, theme.muted}, title.w);
}

}  // namespace warpscope
