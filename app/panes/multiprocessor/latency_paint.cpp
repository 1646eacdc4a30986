#include "app/panes/multiprocessor/latency_paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/latency_text.hpp"
#include "app/views/parts/strokes.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

/// Resident warps to the right, shares upwards.
struct UtilisationPlot {
  Rect box;
  float most = 1;
  double top = 1;  ///< share at the upper end
  [[nodiscard]] Point at(double warps, double share) const {
    return {box.x + box.w * static_cast<float>(warps) / most,
            box.bottom() - box.h * static_cast<float>(std::min(share / top, 1.0))};
  }
};

void draw_axes(Canvas& canvas, const UtilisationPlot& plot, float text, const Theme& theme) {
  const TextStyle style{Face::mono, text, theme.muted};
  for (const int half : {0, 1, 2}) {
    const double share = plot.top * half / 2;
    const float y = plot.at(0, share).y;
    canvas.line({plot.box.x, y}, {plot.box.right(), y}, theme.hairline);
    canvas.text({plot.box.x - 6, y}, short_text(100 * share, 6), style, Align::right);
  }
  const float below = plot.box.bottom() + text * 0.9F;
  const auto most = static_cast<int>(plot.most);
  for (const int warps : {most / 4, most / 2, most * 3 / 4, most}) {
    const float x = plot.at(warps, 0).x;
    canvas.line({x, plot.box.bottom()}, {x, plot.box.bottom() + 3}, theme.muted);
    canvas.text({x, below}, std::to_string(warps), style,
                warps == most ? Align::right : Align::center);
  }
  canvas.text({plot.box.x, below}, tr("warps"), {Face::sans, text, theme.muted});
}

/// More warps than these cannot be resident: what is modelled there stands on other ground.
void draw_fit(Canvas& canvas, const UtilisationPlot& plot, int fits, const Theme& theme) {
  if (fits <= 0 || static_cast<float>(fits) >= plot.most) return;
  const float x = plot.at(fits, 0).x;
  canvas.fill({x, plot.box.y, plot.box.right() - x, plot.box.h}, theme.raised);
  canvas.line({x, plot.box.y}, {x, plot.box.bottom()}, theme.muted);
}

void draw_little(Canvas& canvas, const UtilisationPlot& plot, const LittleLine& line,
                 const Theme& theme) {
  const double knee = std::min<double>(line.warps(), plot.most);
  draw_dashed(canvas, plot.at(0, 0), plot.at(knee, line.at(knee)), theme.other, 1.5F * theme.pen);
  if (knee < plot.most) {
    draw_dashed(canvas, plot.at(knee, line.most), plot.at(plot.most, line.most), theme.other,
                1.5F * theme.pen);
  }
}

}  // namespace

void draw_run(Canvas& canvas, Rect row, const WarpRun& run, const Theme& theme) {
  const float width = run.end - run.begin;
  const float middle = row.center().y;
  const auto bar = [&](float height) {
    return Rect{run.begin, middle - height / 2, width, height};
  };
  switch (run.state) {
    case WarpState::issue:
      // Issues that are too near to be told apart are as strong as they are many.
      canvas.fill({run.begin, row.y, width, row.h},
                  mix(theme.panel, theme.active, 0.2F + 0.8F * run.share));
      break;
    case WarpState::memory:
      canvas.fill(bar(std::max(1.0F, row.h * 0.4F)), mix(theme.panel, theme.costly, 0.6F));
      break;
    case WarpState::barrier: {
      const float thick = std::max(1.0F, row.h * 0.2F);
      canvas.fill({run.begin, row.y, width, thick}, theme.other);
      canvas.fill({run.begin, row.bottom() - thick, width, thick}, theme.other);
      break;
    }
    case WarpState::ready: {
      const Rect box = bar(std::max(1.0F, row.h * 0.8F));
      canvas.fill(box, mix(theme.panel, theme.muted, 0.22F));
      if (width >= 3 && box.h >= 4) canvas.stroke(box, theme.muted, 1);
      break;
    }
    case WarpState::arithmetic:
      canvas.fill(bar(std::max(1.0F, row.h * 0.15F)), mix(theme.panel, theme.active, 0.8F));
      break;
    case WarpState::ended: canvas.fill(bar(1), theme.hairline); break;
    case WarpState::count: break;
  }
}

void draw_warp_numbers(Canvas& canvas, Rect rows, float right, int warps, float text,
                       const Theme& theme) {
  if (rows.h < text || warps <= 0) return;
  const float row = rows.h / static_cast<float>(warps);
  int step = 1;
  while (step < warps && row * static_cast<float>(step) < text * 1.25F) step *= 2;
  float last = rows.y - text;
  for (int w = 0; w < warps; w += step) {
    const float middle = rows.y + row * (static_cast<float>(w) + 0.5F);
    const float y = std::max(middle, rows.y + text / 2);
    if (y + text / 2 > rows.bottom() + 2) break;
    if (y - last < text * 1.1F) continue;
    last = y;
    canvas.text({right, y}, std::to_string(w), {Face::mono, text, theme.muted}, Align::right);
  }
}

void draw_utilisation(Canvas& canvas, Rect area, const LatencyFigures& figures, UtilisationNow now,
                      float text, const Theme& theme) {
  const auto& curve = figures.curve();
  if (curve.empty() || area.h < 4 * text) return;
  const Rect heads = area.cut_top(text * 1.6F);
  canvas.text_fit({heads.x, heads.center().y}, tr("Issue slots busy, %, by resident warps"),
                  {Face::sans, text, theme.muted}, heads.w);
  if (area.h >= 8 * text) {
    Rect words = area.cut_top(text * 1.5F);
    const Rect sample = words.cut_left(26);
    draw_dashed(canvas, {sample.x, sample.center().y}, {sample.right() - 8, sample.center().y},
                theme.other, 1.5F * theme.pen);
    const std::string said = little_text(figures, now.fits);
    const TextStyle style{Face::sans, text, theme.text};
    const bool whole = canvas.width(said, style) <= words.w;
    canvas.text_fit({words.x, words.center().y}, whole ? said : little_text(figures, 0), style,
                    words.w);
  }
  area.cut_top(text * 0.6F);
  area.cut_bottom(text * 1.6F);
  area.cut_left(canvas.width("100", {Face::mono, text, {}}) + 8);
  area.cut_right(6);
  const double highest = std::max(curve.back().busy, figures.little().most);
  const double top = highest > 0.5 ? 1 : highest > 0.2 ? 0.5 : highest > 0.1 ? 0.2 : 0.1;
  const UtilisationPlot plot{area, static_cast<float>(figures.machine().max_warps), top};
  draw_fit(canvas, plot, now.fits, theme);
  draw_axes(canvas, plot, text, theme);
  draw_little(canvas, plot, figures.little(), theme);
  std::vector<Point> points{plot.at(0, 0)};
  for (const UtilisationPoint& point : curve) points.push_back(plot.at(point.warps, point.busy));
  canvas.polyline(points, theme.active, 2 * theme.pen);
  const Point at = plot.at(now.warps, figures.present().busy);
  canvas.circle(at, 5, theme.now);
  canvas.ring(at, 5, theme.panel, 1);
}

}  // namespace warpscope
