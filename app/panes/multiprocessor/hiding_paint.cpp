#include "app/panes/multiprocessor/hiding_paint.hpp"

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/hiding_layout.hpp"
#include "app/panes/multiprocessor/hiding_text.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/panes/timing/label_spread.hpp"
#include "app/panes/timing/timing_marks.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float swatch = 30, piece_gap = 16;

struct HidingScene {
  const HidingFigures& figures;
  const Frame& frame;
  float text = 12;
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
};

/// The lines of the plot, in colours and shapes of their own.
enum class HidingLine : std::uint8_t { none, modelled, measured, little };

struct HidingPiece {
  HidingLine line = HidingLine::none;
  std::string text;
};

/// The figures at the slider: they say which line is which, too.
std::vector<HidingPiece> hiding_pieces(const HidingScene& scene) {
  const HidingFigures& figures = scene.figures;
  std::vector<HidingPiece> pieces{{HidingLine::none, hiding_point_text(figures) + ':'},
                                  {HidingLine::modelled, hiding_modelled_text(figures)},
                                  {HidingLine::measured, hiding_measured_text(figures)},
                                  {HidingLine::little, hiding_little_text(figures)},
                                  {HidingLine::none, hiding_limit_text(figures)}};
  std::erase_if(pieces, [](const HidingPiece& piece) { return piece.text.empty(); });
  return pieces;
}

std::vector<float> piece_widths(const Canvas& canvas, std::span<const HidingPiece> pieces,
                                float text, float room) {
  std::vector<float> widths;
  for (const HidingPiece& piece : pieces) {
    const float mark = piece.line == HidingLine::none ? 0 : swatch;
    widths.push_back(std::min(room, mark + canvas.width(piece.text, {Face::sans, text, {}})));
  }
  return widths;
}

void draw_hiding_line(Canvas& canvas, std::span<const Point> points, HidingLine line,
                      const Theme& theme) {
  switch (line) {
    case HidingLine::modelled: canvas.polyline(points, theme.active, 2 * theme.pen); break;
    case HidingLine::measured:
      canvas.polyline(points, theme.free, 2 * theme.pen);
      for (const Point& point : points) canvas.circle(point, 3, theme.free);
      break;
    case HidingLine::little: draw_path(canvas, points, theme.other, 1.5F * theme.pen, 1); break;
    case HidingLine::none: break;
  }
}

void draw_pieces(Canvas& canvas, Rect area, std::span<const HidingPiece> pieces,
                 const HidingScene& scene) {
  const float line = std::round(scene.text * 1.5F);
  const auto widths = piece_widths(canvas, pieces, scene.text, area.w);
  const auto places = flow_places(widths, piece_gap, area, line);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const HidingPiece& piece = pieces[i];
    const Point at{places[i].x, places[i].center().y};
    const float mark = piece.line == HidingLine::none ? 0 : swatch;
    const Point ends[] = {{at.x + 3, at.y}, {at.x + mark - 9, at.y}};
    draw_hiding_line(canvas, ends, piece.line, scene.theme());
    canvas.text_fit({at.x + mark, at.y}, piece.text, {Face::sans, scene.text, scene.theme().text},
                    widths[i] - mark);
  }
}

HidingPlot plot_of(const Canvas& canvas, Rect area, const HidingScene& scene,
                   std::span<const HidingPiece> pieces) {
  const HidingFigures& figures = scene.figures;
  HidingRoom room{.text = scene.text};
  const DeviceDescription& device = figures.record->device;
  room.most_warps = std::max({1, device.threads_per_multiprocessor / 32, figures.warps});
  double most = 0;
  for (const HidingCurve& curve : figures.curves) {
    room.names = std::max(room.names, canvas.width(std::to_string(curve.arithmetic),
                                                   {Face::sans_bold, scene.text, {}}));
    for (const HidingFigure* point : curve.points) {
      most = std::max(most, 1000 * point->loads_per_cycle);
      room.most_warps = std::max(room.most_warps, point->warps);
    }
  }
  for (const double loads : figures.modelled) most = std::max(most, 1000 * loads);
  room.most_loads = most;
  const TextStyle numbers{Face::mono, scene.text, {}};
  room.numbers = canvas.width(axis_text(round_above(most)), numbers) + 8;
  const auto widths = piece_widths(canvas, pieces, scene.text, area.w);
  room.words = flow_lines(widths, piece_gap, area.w).back() + 1;
  return hiding_plot(area, room);
}

void draw_hiding_axes(Canvas& canvas, const HidingPlot& plot, const HidingScene& scene) {
  const Theme& theme = scene.theme();
  const TextStyle style{Face::mono, scene.text, theme.muted};
  const int parts = plot.box.h > scene.text * 14 ? 4 : 2;
  for (int i = 0; i <= parts; ++i) {
    const double loads = plot.most_loads * i / parts;
    const float y = plot.at(0, loads).y;
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, theme.hairline);
    canvas.text({plot.box.x - 6, y}, axis_text(loads), style, Align::right);
  }
  const float y = plot.below.y + scene.text * 0.9F;
  for (int i = 1; i <= 4; ++i) {
    const int warps = plot.most_warps * i / 4;
    const float x = plot.at(warps, 0).x;
    canvas.line({x, plot.box.bottom()}, {x, plot.box.bottom() + 3}, theme.muted);
    canvas.text({x, y}, std::to_string(warps), style, i == 4 ? Align::right : Align::center);
  }
  canvas.text({plot.box.x, y}, tr("warps"), {Face::sans, scene.text, theme.muted});
}

std::vector<Point> measured_points(const HidingPlot& plot, const HidingCurve& curve) {
  std::vector<Point> points;
  for (const HidingFigure* point : curve.points) {
    points.push_back(plot.at(point->warps, 1000 * point->loads_per_cycle));
  }
  return points;
}

void draw_hiding_curves(Canvas& canvas, const HidingPlot& plot, const HidingScene& scene) {
  const HidingFigures& figures = scene.figures;
  const Theme& theme = scene.theme();
  const Color weak = mix(theme.panel, theme.free, 0.68F);
  for (std::size_t i = 0; i < figures.curves.size(); ++i) {
    if (i == figures.near) continue;
    canvas.polyline(measured_points(plot, figures.curves[i]), weak, 1.25F * theme.pen);
  }
  const double unit = 1000 * figures.little(1), limit = 1000 * figures.multiplier_limit();
  const double top = limit > 0 ? std::min(limit, plot.most_loads) : plot.most_loads;
  const double end = std::min<double>(plot.most_warps, top / unit);
  std::vector<Point> little{plot.at(0, 0), plot.at(end, unit * end)};
  if (end < plot.most_warps && limit > 0 && limit <= plot.most_loads) {
    little.push_back(plot.at(plot.most_warps, limit));
  }
  draw_hiding_line(canvas, little, HidingLine::little, theme);
  std::vector<Point> modelled{plot.at(0, 0)};
  for (std::size_t i = 0; i < figures.modelled.size(); ++i) {
    modelled.push_back(plot.at(figures.curve().points[i]->warps, 1000 * figures.modelled[i]));
  }
  if (modelled.size() > 1) draw_hiding_line(canvas, modelled, HidingLine::modelled, theme);
  draw_hiding_line(canvas, measured_points(plot, figures.curve()), HidingLine::measured, theme);
}

/// The slider's number of warps, and the figures that are told there.
void draw_hiding_now(Canvas& canvas, const HidingPlot& plot, const HidingScene& scene) {
  const HidingFigures& figures = scene.figures;
  const Theme& theme = scene.theme();
  const float x = plot.at(figures.warps, 0).x;
  canvas.line({x, plot.box.y}, {x, plot.box.bottom()}, theme.now.alpha(0.6F), theme.pen);
  const HidingFigure& point = figures.point();
  if (figures.modelled_point() > 0) {
    canvas.ring(plot.at(point.warps, 1000 * figures.modelled_point()), 5, theme.active, 2);
  }
  const Point at = plot.at(point.warps, 1000 * point.loads_per_cycle);
  canvas.circle(at, 5, theme.now);
  canvas.ring(at, 5, theme.panel, 1);
}

void draw_hiding_names(Canvas& canvas, const HidingPlot& plot, const HidingScene& scene) {
  std::vector<float> wanted;
  for (const HidingCurve& curve : scene.figures.curves) {
    wanted.push_back(measured_points(plot, curve).back().y);
  }
  const float half = scene.text * 0.6F;
  const auto places =
      spread_labels(wanted, scene.text * 1.2F, plot.box.y + half - scene.text * 0.5F,
                    plot.box.bottom() - half + scene.text * 0.5F);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool near = i == scene.figures.near;
    canvas.text({plot.names.x, places[i]}, std::to_string(scene.figures.curves[i].arithmetic),
                {near ? Face::sans_bold : Face::sans, scene.text,
                 near ? scene.theme().free : scene.theme().muted});
  }
}

/// The point nearest to the mouse, else what the plot means.
void point_at_hiding(Canvas& canvas, Rect area, const HidingPlot& plot, const HidingScene& scene,
                     Wishes& wishes) {
  const Pointer& pointer = scene.frame.pointer;
  for (const HidingCurve& curve : scene.figures.curves) {
    for (const HidingFigure* point : curve.points) {
      const Point at = plot.at(point->warps, 1000 * point->loads_per_cycle);
      pointer.tell({.rect = {at.x - 5, at.y - 5, 10, 10}});
    }
  }
  if (!pointer.inside || !area.contains(pointer.at)) return;
  const HidingFigure* nearest = nullptr;
  float reach = 16;
  for (const HidingCurve& curve : scene.figures.curves) {
    for (const HidingFigure* point : curve.points) {
      const Point at = plot.at(point->warps, 1000 * point->loads_per_cycle);
      const float away = std::hypot(at.x - pointer.at.x, at.y - pointer.at.y);
      if (away >= reach) continue;
      reach = away;
      nearest = point;
    }
  }
  wishes.about = area;
  if (nearest == nullptr) {
    wishes.tooltip = hiding_meaning(scene.figures);
    return;
  }
  canvas.ring(plot.at(nearest->warps, 1000 * nearest->loads_per_cycle), 7, scene.theme().text,
              1.5F);
  wishes.tooltip = hiding_figure_text(scene.figures, *nearest);
}

}  // namespace

void draw_hiding(Canvas& canvas, Rect area, const HidingFigures& figures,
                 const MeasuredRecords& records, const Frame& frame, Wishes& wishes) {
  const HidingScene scene{figures, frame, type_scale(frame.lecture).small};
  const auto pieces = hiding_pieces(scene);
  const HidingPlot plot = plot_of(canvas, area, scene, pieces);
  const bool drawn = plot.box.h > 0;
  if (drawn) point_at_hiding(canvas, area, plot, scene, wishes);
  if (plot.words.h > 0) {
    Rect head = plot.head;
    records.draw_turns(canvas, head, frame, wishes);
    const TextStyle style{Face::sans, scene.text, scene.theme().muted};
    const std::string_view whole = hiding_title();
    // Without its first word rather than without what the curves are named by.
    const bool fits = canvas.width(whole, style) <= head.w;
    draw_parts(canvas, {head.x, head.center().y}, fits ? whole : hiding_short_title(), style,
               head.w);
    draw_pieces(canvas, plot.words, pieces, scene);
  }
  if (!drawn) return;
  draw_hiding_axes(canvas, plot, scene);
  draw_hiding_curves(canvas, plot, scene);
  draw_hiding_now(canvas, plot, scene);
  draw_hiding_names(canvas, plot, scene);
}

}  // namespace warpscope
