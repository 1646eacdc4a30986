#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/timing/timing_columns.hpp"
#include "app/panes/timing/timing_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

constexpr float behind = 8;  // from a bar's end to its figure

Rect across(Rect column, float y, float height) { return {column.x, y, column.w, height}; }

/// Lengths of bars: one scale for each kind of amount.
struct BarScale {
  Rect track;
  float whole = 1;  // of the longest bar
  double most = 1;
  Amount amount = Amount::bytes;
  [[nodiscard]] float x(double rate) const {
    return track.x + whole * static_cast<float>(std::clamp(rate / most, 0.0, 1.0));
  }
  [[nodiscard]] float at_ms(const BenchResult& result, double milliseconds) const {
    return x(rate_at(result, amount, milliseconds));
  }
};

std::string figure_of(const Rung& rung, const TimingScene& scene) {
  const double rate = rate_of(*rung.result, rung.amount);
  const bool own_unit = rung.amount != scene.ladder().amount;
  if (!own_unit) return rate_figure(rate, rung.amount);
  const CountedInfo* counted = counted_in(rung.of.id);
  return rate_text(rate, rung.amount, counted != nullptr ? counted->what : std::string_view());
}

double most_of(const TimingScene& scene, Amount amount) {
  double most = 0;
  for (const ShownRecord& shown : scene.shown) {
    most = std::max(most, shown.ladder.most[static_cast<std::size_t>(amount)]);
  }
  return most;
}

BarScale scale_of(const Canvas& canvas, Rect track, const Rung& rung, const TimingScene& scene) {
  float figures = 0;
  for (const Rung& other : scene.ladder().rungs) {
    if (other.result == nullptr) continue;
    figures = std::max(figures,
                       canvas.width(figure_of(other, scene), {Face::mono, scene.type.small, {}}));
  }
  const float whole = std::max(1.0F, track.w - figures - 2 * behind);
  return {track, whole, std::max(most_of(scene, rung.amount), 1e-12), rung.amount};
}

/// A library's bar is hatched, a processor's hollow.
void fill_bar(Canvas& canvas, Rect bar, const Rung& rung, const TimingScene& scene) {
  const Theme& theme = scene.theme();
  if (rung.of.subject == TimedKind::kernel) {
    const bool present = rung.of.kernel == scene.kernel;
    canvas.fill(bar, present ? theme.free : mix(theme.panel, theme.free, 0.55F), 2);
    return;
  }
  if (rung.of.subject == TimedKind::library) {
    canvas.fill(bar, mix(theme.panel, theme.muted, 0.25F), 2);
    const Clip clip(canvas, bar);
    for (float x = bar.x - bar.h; x < bar.right(); x += 6) {
      canvas.line({x, bar.bottom()}, {x + bar.h, bar.y}, theme.muted);
    }
  }
  canvas.stroke(bar, theme.muted, 1, 2);
}

/// Marks the same subject in the records that are laid over this one. Returns the furthest end.
float draw_others(Canvas& canvas, const BarScale& scale, Rect bar, const Rung& rung,
                  const TimingScene& scene) {
  const Theme& theme = scene.theme();
  const bool room = bar.h >= 14;
  float y = bar.bottom() + 2, furthest = bar.x;
  for (const ShownRecord& shown : scene.shown.subspan(1)) {
    const Rung* other = shown.ladder.find(rung.of.id);
    if (other == nullptr || other->result == nullptr || other->amount != rung.amount) continue;
    const float end = scale.x(rate_of(*other->result, rung.amount));
    furthest = std::max(furthest, end);
    if (room) {
      canvas.fill({bar.x, y, std::max(2.0F, end - bar.x), 3}, theme.muted, 1);
      y += 5;
    } else {
      canvas.line({end, bar.y - 1}, {end, bar.bottom() + 1}, theme.text, 2);
    }
  }
  return furthest;
}

/// The bar with its quartiles and its figure, which keeps clear of the ceiling's line.
void draw_bar(Canvas& canvas, const BarScale& scale, Rect bar, const Rung& rung,
              const TimingScene& scene) {
  const Theme& theme = scene.theme();
  const BenchResult& result = *rung.result;
  const float end = std::max(bar.x + 2, scale.x(rate_of(result, rung.amount)));
  fill_bar(canvas, {bar.x, bar.y, end - bar.x, bar.h}, rung, scene);
  const float others = draw_others(canvas, scale, bar, rung, scene);
  const float from = scale.at_ms(result, result.third_quartile_ms);
  const float to = scale.at_ms(result, result.first_quartile_ms);
  if (to - from >= 2) canvas.fill({from, bar.center().y - 1, to - from, 2}, theme.text);
  const bool present = rung.of.kernel == scene.kernel;
  const TextStyle style{Face::mono, scene.type.small, present ? theme.text : theme.muted};
  const std::string text = figure_of(rung, scene);
  float x = std::max({end, to, others}) + behind;
  if (rung.ceiling) {
    const float line = scale.x(*rung.ceiling);
    if (x < line + behind && x + canvas.width(text, style) + 4 > line) x = line + behind;
  }
  canvas.text({x, scale.track.center().y}, text, style);
}

void draw_ceiling(Canvas& canvas, const BarScale& scale, Rect row, const Rung& rung,
                  const TimingScene& scene) {
  if (!rung.ceiling) return;
  const float x = scale.x(*rung.ceiling);
  canvas.line({x, row.y}, {x, row.bottom()}, scene.theme().text, 1.5F);
}

std::string figure_in(TimingColumn column, const Rung& rung) {
  switch (column) {
    case TimingColumn::fraction: return rung.fraction ? percent_text(*rung.fraction) : "";
    case TimingColumn::ratio: return rung.ratio ? ratio_text(*rung.ratio, 2) : "";
    case TimingColumn::time: return rung.result ? time_text(rung.result->median_ms) : "–";
    case TimingColumn::speedup: return rung.speedup ? ratio_text(*rung.speedup, 1) : "";
    case TimingColumn::conflicts: return rung.conflicts ? percent_text(rung.conflicts->share) : "";
    case TimingColumn::slides:
      return rung.slide_ms ? tr("{0} ms  × {1}", fixed_text(*rung.slide_ms, 2),
                                fixed_text(*rung.slide_speedup, 1))
                           : "";
  }
  return {};
}

void draw_rung(Canvas& canvas, const TimingColumns& at, Rect row, const Rung& rung,
               const TimingScene& scene) {
  const Theme& theme = scene.theme();
  const bool present = rung.of.kernel == scene.kernel;
  const float y = row.center().y;
  const Color ink = present ? theme.text : theme.muted;
  canvas.text_fit({at.names.x, y}, short_title(rung.of),
                  {present ? Face::sans_bold : Face::sans, scene.type.small, ink}, at.names.w);
  const BarScale scale = scale_of(canvas, across(at.bars, row.y, row.h), rung, scene);
  if (rung.result != nullptr && at.bars.w > 0) {
    Rect bar = scale.track.inset(0, std::max(2.0F, row.h * 0.2F));
    const auto others = static_cast<float>(scene.shown.size() - 1);
    if (bar.h - 5 * others >= 14) bar.h -= 5 * others;
    draw_bar(canvas, scale, bar, rung, scene);
    draw_ceiling(canvas, scale, row, rung, scene);
  }
  for (const auto& [column, place] : at.figures) {
    const bool slide = column == TimingColumn::slides;
    canvas.text({place.right(), y}, figure_in(column, rung),
                {Face::mono, scene.type.small, slide ? theme.muted : ink}, Align::right);
  }
}

std::string rung_tooltip(const Rung& rung, const TimingScene& scene) {
  std::string text;
  for (const ShownRecord& shown : scene.shown) {
    const Rung* other = shown.ladder.find(rung.of.id);
    if (other == nullptr || other->result == nullptr) continue;
    if (!text.empty()) text += "\n\n";
    text += timing_tooltip({other->of, *shown.ladder.record, *other->result, shown.source});
  }
  if (text.empty()) text = tr("{}: not timed at this size", tr(rung.of.title));
  for (const SkippedBench& skipped : scene.ladder().record->skipped) {
    if (skipped.kernel != rung.of.id || rung.result != nullptr) continue;
    text += fmt::format("\nn = {}: {}", size_text(skipped.size), skipped.why);
  }
  if (rung.conflicts) text += '\n' + conflict_text(*rung.conflicts);
  if (rung.slide_ms) {
    text += "\n" + tr("on the slides {} ms: neither size nor GPU is said there",
                      fixed_text(*rung.slide_ms, 2));
  }
  return text;
}

/// The first row in sight: it keeps the present kernel visible, unless the wheel has moved the
/// rows.
float first_row(const TimingScene& scene, float rows, float count, float& scrolled) {
  const auto& rungs = scene.ladder().rungs;
  const auto is_present = [&](const Rung& rung) { return rung.of.kernel == scene.kernel; };
  const auto present = static_cast<float>(std::ranges::find_if(rungs, is_present) - rungs.begin());
  const float most = std::max(0.0F, count - rows);
  const float home = std::clamp(std::min(present, count - 1) - rows + 1, 0.0F, most);
  scrolled = std::clamp(scrolled, -home, most - home);
  return home + std::round(scrolled);
}

}  // namespace

void draw_ladder(Canvas& canvas, Rect area, const TimingScene& scene, float& scrolled,
                 Wishes& wishes) {
  const auto& rungs = scene.ladder().rungs;
  const auto count = static_cast<float>(rungs.size());
  const TimingColumns at = timing_columns(canvas, area, scene);
  const Rect head = area.cut_top(scene.type.row * 0.9F);
  const float least = scene.type.small * 1.3F;
  const float height = std::clamp(area.h / count, least, scene.type.row * 2.2F);
  const auto rows = std::max(1.0F, std::floor(area.h / height + 0.01F));
  if (scene.points_at(area)) scrolled -= scene.frame.pointer.wheel;
  const float first = first_row(scene, rows, count, scrolled);
  for (float i = first; i < std::min(count, first + rows); ++i) {
    const Rung& rung = rungs[static_cast<std::size_t>(i)];
    const Rect row{area.x, area.y + (i - first) * height, area.w, height};
    const bool after_kernels = i > first && rung.of.kernel == nullptr &&
                               rungs[static_cast<std::size_t>(i) - 1].of.kernel != nullptr;
    if (after_kernels) canvas.line({row.x, row.y}, {row.right(), row.y}, scene.theme().hairline);
    draw_rung(canvas, at, row, rung, scene);
    if (scene.points_at(row)) wishes.tooltip = rung_tooltip(rung, scene);
  }
  const Rung* told = told_ceiling(scene);
  const float line =
      told == nullptr ? 0 : scale_of(canvas, at.bars, *told, scene).x(*told->ceiling);
  draw_timing_heading(canvas, at, head, line, scene, wishes);
  if (rows >= count) return;
  const float part = area.h / count;
  canvas.fill({area.right() + 6, area.y + first * part, 3, rows * part}, scene.theme().hairline,
              1.5F);
}

}  // namespace warpscope
