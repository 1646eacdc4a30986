#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/views/timing_parts.hpp"

namespace warpscope {
namespace {

/// Where the columns of the ladder lie; those without room are empty.
struct Columns {
  Rect names, bars, times, ratios, slides;
};

Columns columns_of(const Canvas& canvas, Rect area, const TimingScene& scene) {
  const TextStyle mono{Face::mono, scene.type.small, {}};
  float name = 0;
  for (const Rung& rung : scene.ladder.rungs) {
    const TextStyle style{Face::sans_bold, scene.type.small, {}};
    name = std::max(name, canvas.width(rung.kernel->title, style));
  }
  const float gap = 14;
  Columns at;
  at.names = area.cut_left(std::min(name, area.w * 0.4F));
  area.cut_left(gap);
  const float time = canvas.width("0.0000 ms", mono), ratio = canvas.width("speed-up", mono);
  const float slide = canvas.width("00.00 ms  × 0.0", mono);
  const float least_bar = 120;
  if (scene.ladder.slides && area.w > slide + time + ratio + 3 * gap + least_bar) {
    at.slides = area.cut_right(slide);
    area.cut_right(gap);
  }
  if (area.w > time + ratio + 2 * gap + least_bar) {
    at.ratios = area.cut_right(ratio);
    area.cut_right(gap);
  }
  at.times = area.cut_right(time);
  area.cut_right(gap);
  at.bars = area;
  return at;
}

Rect across(Rect column, float y, float height) { return {column.x, y, column.w, height}; }

void draw_heading(Canvas& canvas, const Columns& at, Rect row, const TimingScene& scene) {
  const TextStyle style{Face::sans, scene.type.small, scene.frame.theme->muted};
  const float y = row.center().y;
  canvas.text_fit({at.bars.x, y}, "GB/s", style, at.bars.w);
  canvas.text({at.times.right(), y}, "median", style, Align::right);
  if (at.ratios.w > 0) canvas.text({at.ratios.right(), y}, "speed-up", style, Align::right);
  if (at.slides.w > 0) canvas.text({at.slides.right(), y}, "on the slides", style, Align::right);
}

/// The bar with its figure: behind it where there is room, else in it.
void draw_bar(Canvas& canvas, Rect bar, const BenchResult& result, bool present,
              const TimingScene& scene) {
  const Theme& theme = *scene.frame.theme;
  const std::string text = fmt::format("{:.0f}", result.gigabytes_per_second);
  const TextStyle style{Face::mono, scene.type.small, present ? theme.text : theme.muted};
  const float figure = canvas.width(text, style) + 8;
  const float whole = std::max(1.0F, bar.w - figure);
  const auto length = [&](double milliseconds) {
    const double rate = static_cast<double>(result.bytes) / (milliseconds * 1e6);
    return whole * static_cast<float>(std::min(1.0, rate / scene.ladder.most_gigabytes));
  };
  const float width = std::max(2.0F, length(result.median_ms));
  canvas.fill({bar.x, bar.y, width, bar.h},
              present ? theme.free : mix(theme.panel, theme.free, 0.55F), 2);
  const float from = length(result.third_quartile_ms), to = length(result.first_quartile_ms);
  if (to - from >= 2) {
    canvas.fill({bar.x + from, bar.center().y - 1, to - from, 2}, theme.text);
  }
  canvas.text({bar.x + std::max(width, to) + 8, bar.center().y}, text, style);
}

void draw_rung(Canvas& canvas, const Columns& at, Rect row, const Rung& rung,
               const TimingScene& scene) {
  const Theme& theme = *scene.frame.theme;
  const bool present = rung.kernel == scene.kernel;
  const float y = row.center().y;
  const float size = scene.type.small;
  const Color ink = present ? theme.text : theme.muted;
  canvas.text_fit({at.names.x, y}, rung.kernel->title,
                  {present ? Face::sans_bold : Face::sans, size, ink}, at.names.w);
  const TextStyle mono{Face::mono, size, ink};
  if (rung.result != nullptr) {
    const float inset = std::max(2.0F, row.h * 0.2F);
    draw_bar(canvas, across(at.bars, row.y, row.h).inset(0, inset), *rung.result, present, scene);
    canvas.text({at.times.right(), y}, time_text(rung.result->median_ms), mono, Align::right);
  } else {
    canvas.text({at.times.right(), y}, "–", mono, Align::right);
  }
  if (at.ratios.w > 0 && rung.speedup) {
    canvas.text({at.ratios.right(), y}, fmt::format("× {:.1f}", *rung.speedup), mono, Align::right);
  }
  if (at.slides.w > 0 && rung.slide_ms) {
    canvas.text({at.slides.right(), y},
                fmt::format("{:.2f} ms  × {:.1f}", *rung.slide_ms, *rung.slide_speedup),
                {Face::mono, size, theme.muted}, Align::right);
  }
}

std::string rung_tooltip(const Rung& rung) {
  std::string text = rung.result != nullptr
                         ? timing_tooltip(*rung.kernel, *rung.result)
                         : std::string(rung.kernel->title) + ": not timed at this size";
  if (rung.slide_ms) {
    text += fmt::format("\non the slides {:.2f} ms: neither size nor GPU is said there",
                        *rung.slide_ms);
  }
  return text;
}

}  // namespace

std::string size_text(std::int64_t size) {
  const auto bits = static_cast<std::uint64_t>(size);
  if (size > 0 && std::has_single_bit(bits)) return fmt::format("2^{}", std::bit_width(bits) - 1);
  return std::to_string(size);
}

std::string time_text(double milliseconds) {
  if (milliseconds >= 100) return fmt::format("{:.0f} ms", milliseconds);
  const int digits = milliseconds > 0 ? static_cast<int>(std::floor(std::log10(milliseconds))) : 0;
  return fmt::format("{:.{}f} ms", milliseconds, std::clamp(2 - digits, 0, 4));
}

std::string timing_tooltip(const KernelInfo& kernel, const BenchResult& result) {
  std::string text =
      fmt::format("{}, n = {}, blocks of {}", kernel.title, size_text(result.size), result.block);
  for (const auto& [name, value] : result.parameters) text += fmt::format(", {} {}", name, value);
  text += fmt::format("\nmedian of {} runs {}, quartiles {} and {}", result.repetitions,
                      time_text(result.median_ms), time_text(result.first_quartile_ms),
                      time_text(result.third_quartile_ms));
  return text + fmt::format("\n{:.1f} GB/s of the {} bytes that must be moved",
                            result.gigabytes_per_second, result.bytes);
}

void draw_ladder(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes) {
  const auto count = static_cast<float>(scene.ladder.rungs.size());
  const Columns at = columns_of(canvas, area, scene);
  draw_heading(canvas, at, area.cut_top(scene.type.row * 0.9F), scene);
  const float least = scene.type.small * 1.3F;
  const float height = std::clamp(area.h / count, least, scene.type.row * 1.8F);
  const auto rows = std::max(1.0F, std::floor(area.h / height + 0.01F));
  // Where not all have room, the present kernel's is in sight.
  const auto present =
      static_cast<float>(std::ranges::find(scene.ladder.rungs, scene.kernel, &Rung::kernel) -
                         scene.ladder.rungs.begin());
  const float first =
      std::clamp(std::min(present, count - 1) - rows + 1, 0.0F, std::max(0.0F, count - rows));
  for (float i = first; i < std::min(count, first + rows); ++i) {
    const Rung& rung = scene.ladder.rungs[static_cast<std::size_t>(i)];
    const Rect row{area.x, area.y + (i - first) * height, area.w, height};
    draw_rung(canvas, at, row, rung, scene);
    if (scene.frame.pointer.inside && row.contains(scene.frame.pointer.at)) {
      wishes.tooltip = rung_tooltip(rung);
    }
  }
  if (rows >= count) return;
  const float part = area.h / count;
  canvas.fill({area.right() + 6, area.y + first * part, 3, rows * part},
              scene.frame.theme->hairline, 1.5F);
}

}  // namespace warpscope
