#include "app/panes/multiprocessor/copies_layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace warpscope {
namespace {

constexpr int engines = 3;
constexpr float between_panels = 6;
constexpr float most_of_row = 5.5F;  // times the least height

std::array<double, engines> chunk_parts(const StreamRun& run) {
  const double chunks = std::max(run.chunks, 1);
  return {run.copy_in_ms / chunks, run.kernel_ms / chunks, run.copy_out_ms / chunks};
}

/// Rows that a run takes: one for each stream that it used.
int rows_of(const StreamRun& run) {
  int rows = std::max(run.streams, 1);
  for (const StreamSpan& span : run.spans) rows = std::max(rows, span.stream + 1);
  return std::min(rows, 32);
}

/// The runs in the order in which they get room: the fastest, that on the fewest streams, with which
/// the others are compared, then the others.
std::vector<std::size_t> by_importance(std::span<const StreamRun> runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return runs[i].device_ms; });
  const auto least = std::ranges::min_element(
      order, {}, [&](std::size_t i) { return std::max(runs[i].streams, 1); });
  if (least > order.begin() + 1) std::rotate(order.begin() + 1, least, least + 1);
  return order;
}

/// Of a panel with so many rows.
float panel_height(int rows, float row, float name) {
  return name + static_cast<float>(rows) * row + between_panels;
}

}  // namespace

std::vector<CopyCurve> copy_curves(const DeviceRecord& record) {
  std::vector<CopyCurve> curves;
  for (const bool pinned : {true, false}) {
    for (const std::string_view direction : {"to_device", "to_host"}) {
      CopyCurve curve{direction, pinned, {}};
      for (const CopyFigure& figure : record.copies) {
        const bool drawn = figure.bytes > 0 && figure.gigabytes_per_second > 0;
        if (drawn && figure.direction == direction && figure.pinned == pinned) {
          curve.points.push_back(&figure);
        }
      }
      std::ranges::stable_sort(curve.points, {}, &CopyFigure::bytes);
      if (!curve.points.empty()) curves.push_back(std::move(curve));
    }
  }
  return curves;
}

std::vector<StreamSpan> ideal_spans(const StreamRun& run) {
  constexpr std::array<const char*, engines> names{"copy_in", "kernel", "copy_out"};
  const auto parts = chunk_parts(run);
  std::array<double, engines> free_at{};
  std::vector<StreamSpan> spans;
  for (int chunk = 0; chunk < run.chunks; ++chunk) {
    double ready = 0;
    for (std::size_t engine = 0; engine < engines; ++engine) {
      const double begin = std::max(ready, free_at[engine]);
      ready = free_at[engine] = begin + parts[engine];
      spans.push_back({chunk, chunk, names[engine], begin, ready});
    }
  }
  return spans;
}

double ideal_ms(const StreamRun& run) {
  const auto parts = chunk_parts(run);
  return std::accumulate(parts.begin(), parts.end(), 0.0) +
         (std::max(run.chunks, 1) - 1) * std::ranges::max(parts);
}

int engine_of(std::string_view what) {
  return what == "copy_in" ? 0 : what == "kernel" ? 1 : what == "copy_out" ? 2 : -1;
}

Rect StreamsLayout::Panel::row(int index) const {
  const float height = rows.h / static_cast<float>(std::max(count, 1));
  return {rows.x, rows.y + height * static_cast<float>(index), rows.w, height};
}

float StreamsLayout::x(double ms) const {
  if (most_ms <= 0) return axis.x;
  return axis.x + axis.w * static_cast<float>(std::clamp(ms / most_ms, 0.0, 1.0));
}

StreamsLayout streams_layout(Rect area, std::span<const StreamRun> runs, std::size_t chosen,
                             float row, float name) {
  StreamsLayout at;
  if (runs.empty() || area.h <= 0) return at;
  at.axis = area.cut_bottom(name);
  float left = area.h - panel_height(engines, row, name);  // the ideal is always there
  const bool one = chosen < runs.size();
  std::vector<std::size_t> shown;
  for (const std::size_t run : by_importance(runs)) {
    if (one && run != chosen) continue;
    const float needed = panel_height(rows_of(runs[run]), row, name);
    if (needed > left + 0.5F) {
      if (shown.size() < 2) return at;  // what is left would have nothing to compare it with
      continue;
    }
    left -= needed;
    shown.push_back(run);
  }
  std::ranges::sort(shown);
  shown.push_back(runs.size());
  int rows = 0;
  for (const std::size_t run : shown) rows += run < runs.size() ? rows_of(runs[run]) : engines;
  const float fixed = static_cast<float>(shown.size()) * (name + between_panels);
  const float pitch =
      std::clamp((area.h - fixed) / static_cast<float>(rows), 1.0F, row * most_of_row);
  for (const std::size_t run : shown) {
    StreamsLayout::Panel panel{.run = run};
    panel.count = run < runs.size() ? rows_of(runs[run]) : engines;
    panel.name = area.cut_top(name);
    panel.rows = area.cut_top(pitch * static_cast<float>(panel.count));
    area.cut_top(between_panels);
    at.panels.push_back(panel);
    const StreamRun& of = runs[std::min(run, runs.size() - 1)];
    at.most_ms = std::max(at.most_ms, run < runs.size() ? of.device_ms : ideal_ms(of));
    if (run == runs.size()) continue;
    for (const StreamSpan& span : of.spans) at.most_ms = std::max(at.most_ms, span.end_ms);
  }
  at.axis.y = at.panels.back().rows.bottom();
  return at;
}

float least_streams_height(std::span<const StreamRun> runs, float row, float name) {
  float height = name + panel_height(engines, row, name);  // the axis and the ideal
  const auto order = by_importance(runs);
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 2); ++i) {
    height += panel_height(rows_of(runs[order[i]]), row, name);
  }
  return height;
}

std::size_t label_stride(std::size_t count, float apart, float needed) {
  if (count < 2) return 1;
  const std::size_t gaps = count - 1;
  for (std::size_t stride = 1; stride < gaps; ++stride) {
    if (gaps % stride == 0 && static_cast<float>(stride) * apart >= needed) return stride;
  }
  return gaps;
}

}  // namespace warpscope
