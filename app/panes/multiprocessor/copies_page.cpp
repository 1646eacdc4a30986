#include "app/panes/multiprocessor/copies_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/copies_layout.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/panes/multiprocessor/streams_paint.hpp"
#include "app/panes/timing/label_spread.hpp"
#include "app/panes/timing/log_axis.hpp"
#include "app/panes/timing/timing_marks.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr float side_by_side = 800;  // from this width on, the streams stand beside the curves

struct CopyPlot {
  Rect box;
  LogAxis bytes, rate;
  [[nodiscard]] Point at(const CopyFigure& figure) const {
    return {box.x + box.w * bytes.share(static_cast<double>(figure.bytes)),
            box.bottom() - box.h * rate.share(figure.gigabytes_per_second)};
  }
};

std::string_view curve_name(const CopyCurve& curve) {
  const bool in = curve.direction == "to_device";
  if (curve.pinned) return in ? tr("pinned, to device") : tr("pinned, to host");
  return in ? tr("pageable, to device") : tr("pageable, to host");
}

CopyPlot copy_plot(std::span<const CopyCurve> curves) {
  LogRange bytes, rates;
  for (const CopyCurve& curve : curves) {
    for (const CopyFigure* point : curve.points) {
      bytes.add(static_cast<double>(point->bytes));
      rates.add(point->gigabytes_per_second);
    }
  }
  return {{}, bytes.axis(), rates.axis()};
}

void draw_copy_axes(Canvas& canvas, const CopyPlot& plot, std::span<const CopyCurve> curves,
                    float text, const Theme& theme) {
  const TextStyle style{Face::mono, text, theme.muted};
  const int most = std::clamp(static_cast<int>(plot.box.h / (text * 2.4F)), 1, 8);
  for (const double tick : plot.rate.ticks(most)) {
    const float y = plot.box.bottom() - plot.box.h * plot.rate.share(tick);
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, theme.hairline);
    canvas.text({plot.box.x - 6, y}, axis_text(tick), style, Align::right);
  }
  const auto& points = curves.front().points;
  float widest = 0;
  std::vector<std::string> labels;
  for (const CopyFigure* point : points) {
    labels.push_back(binary_text(static_cast<double>(point->bytes)));
    widest = std::max(widest, canvas.width(labels.back(), style));
  }
  const float last = plot.at(*points.back()).x;
  const float apart = (last - plot.at(*points.front()).x) /
                      static_cast<float>(std::max<std::size_t>(points.size() - 1, 1));
  // The last one moves to the left if the plot ends too early for it.
  const float moved = std::max(0.0F, last + widest / 2 - plot.box.right());
  const std::size_t stride = label_stride(points.size(), apart, widest + moved + text * 0.75F);
  for (std::size_t i = 0; i < points.size(); i += stride) {
    const float width = canvas.width(labels[i], style);
    const float x = std::min(plot.at(*points[i]).x - width / 2, plot.box.right() - width);
    canvas.text({x, plot.box.bottom() + text}, labels[i], style);
  }
}

Color curve_color(const CopyCurve& curve, const Theme& theme) {
  return curve.direction == "to_device" ? theme.active : theme.free;
}

/// Pinned: solid, discs. Pageable: dashed, rings.
void draw_copy_curve(Canvas& canvas, const CopyPlot& plot, const CopyCurve& curve,
                     const Theme& theme) {
  std::vector<Point> points;
  for (const CopyFigure* point : curve.points) points.push_back(plot.at(*point));
  const Color color = curve_color(curve, theme);
  draw_path(canvas, points, color, 2 * theme.pen, curve.pinned ? 0 : 1);
  for (const Point& point : points) {
    if (curve.pinned) {
      canvas.circle(point, 3, color);
    } else {
      canvas.ring(point, 3.5F, color, 1.5F);
    }
  }
}

void draw_copy_names(Canvas& canvas, Rect column, const CopyPlot& plot,
                     std::span<const CopyCurve> curves, float text, const Theme& theme) {
  std::vector<float> wanted;
  for (const CopyCurve& curve : curves) wanted.push_back(plot.at(*curve.points.back()).y);
  // A second line with the rate, if there is room for all.
  const bool rates = column.h >= static_cast<float>(curves.size()) * text * 2.6F;
  const float half = text * (rates ? 1.2F : 0.6F);
  const auto places =
      spread_labels(wanted, text * (rates ? 2.6F : 1.4F), column.y + half, column.bottom() - half);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const CopyCurve& curve = curves[i];
    const Color color = curve_color(curve, theme);
    const Point end = plot.at(*curve.points.back());
    canvas.line({end.x + 6, end.y}, {column.x - 3, places[i]}, theme.hairline);
    canvas.text_fit({column.x, places[i] - (rates ? text * 0.6F : 0)}, curve_name(curve),
                    {Face::sans, text, color}, column.w);
    if (!rates) continue;
    canvas.text_fit({column.x, places[i] + text * 0.6F},
                    bandwidth_text(curve.points.back()->gigabytes_per_second),
                    {Face::mono, text, theme.muted}, column.w);
  }
}

void point_at_copy(Canvas& canvas, const CopyPlot& plot, std::span<const CopyCurve> curves,
                   const DeviceRecord& record, const Frame& frame, Wishes& wishes) {
  for (const CopyCurve& curve : curves) {
    for (const CopyFigure* point : curve.points) {
      const Point at = plot.at(*point);
      frame.pointer.tell({.rect = {at.x - 5, at.y - 5, 10, 10}});
    }
  }
  if (!frame.pointer.inside) return;
  const CopyFigure* nearest = nullptr;
  const CopyCurve* of = nullptr;
  float reach = 20;
  for (const CopyCurve& curve : curves) {
    for (const CopyFigure* point : curve.points) {
      const Point at = plot.at(*point);
      const float away = std::hypot(at.x - frame.pointer.at.x, at.y - frame.pointer.at.y);
      if (away >= reach) continue;
      reach = away;
      nearest = point;
      of = &curve;
    }
  }
  if (nearest == nullptr) return;
  canvas.ring(plot.at(*nearest), 7, frame.theme->text, 1.5F);
  wishes.tooltip = fmt::format(
      "{}, {}\n{}, {}\n{}", curve_name(*of), binary_text(static_cast<double>(nearest->bytes)),
      tr("{} ms", fixed_text(nearest->median_ms, 4)), bandwidth_text(nearest->gigabytes_per_second),
      measured_text(record));
}

void draw_copies(Canvas& canvas, Rect area, const DeviceRecord& record, const Frame& frame,
                 Wishes& wishes) {
  const auto curves = copy_curves(record);
  if (curves.empty()) return;
  const float text = type_scale(frame.lecture).small;
  const Rect head = area.cut_top(text * 1.6F);
  draw_parts(canvas, {head.x, head.center().y},
             tr("GB/s over size, host memory pageable or pinned"),
             {Face::sans, text, frame.theme->muted}, head.w);
  float names = 0;
  for (const CopyCurve& curve : curves) {
    names = std::max(names, canvas.width(curve_name(curve), {Face::sans, text, {}}));
  }
  Rect column = area.cut_right(std::min(names, area.w * 0.4F));
  area.cut_right(text);
  area.cut_bottom(text * 1.8F);
  column.h = area.h;
  area.cut_left(text * 2.6F);
  CopyPlot plot = copy_plot(curves);
  plot.box = area;
  draw_copy_axes(canvas, plot, curves, text, *frame.theme);
  for (const CopyCurve& curve : curves) draw_copy_curve(canvas, plot, curve, *frame.theme);
  draw_copy_names(canvas, column, plot, curves, text, *frame.theme);
  point_at_copy(canvas, plot, curves, record, frame, wishes);
}

}  // namespace

std::string_view CopiesPage::title() const { return tr("Copies"); }

bool CopiesPage::shows(const DeviceRecord& record) const {
  return !record.streams.empty() || !copy_curves(record).empty();
}

std::string CopiesPage::heading(const DeviceRecord& record) const {
  const std::string& device = record.device.name;
  if (record.streams.empty()) return tr("Copies and streams, measured: {}", device);
  const StreamRun& run = record.streams.front();
  // Translators: a device, bytes, a number.
  return tr(
      "Copies and streams, measured: {0}, {1} in and out in {2} chunks, spans computed from events",
      device, binary_text(static_cast<double>(run.bytes)), run.chunks);
}

void CopiesPage::draw_record(Canvas& canvas, Rect area, const DeviceRecord& record,
                             const Frame& frame, Wishes& wishes) {
  const TypeScale type = type_scale(frame.lecture);
  const bool curves = !copy_curves(record).empty(), streams = !record.streams.empty();
  Rect left = area;
  if (curves && streams) {
    if (area.w >= side_by_side) {
      left = area.cut_left(area.w * 0.42F);
      area.cut_left(type.row);
    } else {
      // The streams are the point of the page: the curves get what they leave.
      const float spare = area.h - streams_height(record, type.small) - type.small;
      const bool room = spare >= type.row * 5;
      left = room ? area.cut_top(std::min(area.h * 0.42F, spare)) : Rect{};
      if (room) area.cut_top(type.small);
    }
  }
  if (curves && left.h > 0) draw_copies(canvas, left, record, frame, wishes);
  if (!streams) return;
  draw_streams(canvas, area, record, frame.look.get<ShownStreams>(), frame, wishes);
}

}  // namespace warpscope
