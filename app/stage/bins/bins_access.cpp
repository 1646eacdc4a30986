#include <algorithm>
#include <vector>

#include "app/stage/bins/bins_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float band_height = 10;

/// Elements side by side that the access touches: [first, end).
struct Run {
  std::int64_t first = 0, end = 0;
};

std::vector<Run> runs_of(const BinsScene& scene) {
  const Array& array = scene.array(scene.access().array);
  const auto lanes = scene.trace().lane_indices(scene.access());
  std::vector<ElementIndex> touched(lanes.begin(), lanes.end());
  std::ranges::sort(touched);
  std::vector<Run> runs;
  for (const ElementIndex index : touched) {
    if (index < 0 || index >= array.count) continue;
    if (runs.empty() || index > runs.back().end) runs.push_back({index, index});
    runs.back().end = index + 1;
  }
  return runs;
}

/// "now reads from[tid] (array pong): elements 0 … 31 of 64"
std::string text_of(const BinsScene& scene, const std::vector<Run>& runs) {
  const Access& access = scene.access();
  const std::int64_t count = scene.array(access.array).count;
  if (exchanges(access.operation)) return doing_text(access.operation, {});
  std::string doing = doing_text(access.operation, written_as(scene.trace(), access));
  if (runs.empty()) return doing;
  const std::int64_t first = runs.front().first, last = runs.back().end - 1;
  // Translators: {0} is what a warp does: "now reads in[tid]".
  return first == last ? tr("{0}: element {1} of {2}", doing, first, count)
                       : tr("{0}: elements {1} … {2} of {3}", doing, first, last, count);
}

}  // namespace

float access_strip_height(const BinsScene& scene) { return scene.text_size + 8 + band_height; }

void draw_access_strip(Canvas& canvas, const BinsScene& scene, Rect area) {
  const Theme& theme = scene.theme();
  const std::vector<Run> runs = runs_of(scene);
  const Rect line = area.cut_top(scene.text_size + 6);
  const float used = canvas.text_fit({line.x, line.center().y}, text_of(scene, runs),
                                     scene.strong(theme.now), line.w);
  // The bar has a scale of its own: the picture below may show a part, or another array.
  const std::string scale =
      tr("bar: all of it, 0 … {}", scene.array(scene.access().array).count - 1);
  const TextStyle small{Face::sans, scene.text_size, theme.muted};
  if (used + canvas.width(scale, small) + 16 <= line.w) {
    canvas.text({line.right(), line.center().y}, scale, small, Align::right);
  }
  const Rect band = area.cut_bottom(band_height);
  canvas.fill(band, theme.raised, 2);
  const auto count =
      static_cast<float>(std::max<std::int64_t>(1, scene.array(scene.access().array).count));
  const bool reads = !writes(scene.access().operation);
  for (const Run& run : runs) {
    const float left = band.w * static_cast<float>(run.first) / count;
    const float right = band.w * static_cast<float>(run.end) / count;
    const float w = std::min(std::max(3.0F, right - left), band.w);
    const Rect box{band.x + std::min(left, band.w - w), band.y, w, band.h};
    if (reads) canvas.stroke(box, theme.now, 1.5F, 2);
    if (!reads) canvas.fill(box, theme.now, 2);
  }
}

void mark_read(Canvas& canvas, const BinsScene& scene, Rect bar) {
  constexpr float least_outlined = 5;
  const Color now = scene.theme().now;
  if (bar.w >= least_outlined) {
    const float h = std::max(bar.h, 4.0F);
    canvas.stroke({bar.x, bar.bottom() - h, bar.w, h}, now, 1.5F, 1);
    return;
  }
  // Outlines of bars this narrow would run into one solid block.
  canvas.fill({bar.x, bar.y - 2, bar.w, 2}, now);
  canvas.fill({bar.x, bar.bottom(), bar.w, 2}, now);
}

}  // namespace warpscope
