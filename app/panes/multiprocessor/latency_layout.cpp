#include "app/panes/multiprocessor/latency_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope {
namespace {

constexpr double fewest_cycles = 16;
constexpr float least_side = 560;    // narrower panes have no column at the right
constexpr float least_column = 290;  // sliders need it
constexpr float least_curve = 84;    // lower ones would be unreadable
constexpr float most_row = 40;
constexpr float number_column = 28;
constexpr float latency_column_gap = 18;

/// The first span that ends after a cycle.
auto first_after(std::span<const WarpSpan> warp, double cycle) {
  return std::ranges::partition_point(warp,
                                      [cycle](const WarpSpan& span) { return span.end <= cycle; });
}

}  // namespace

CycleWindow zoomed(CycleWindow window, double share, double factor, double all) {
  const double most = std::max(all, fewest_cycles);
  const double span = std::clamp(window.span() * factor, std::min(fewest_cycles, most), most);
  const double at = window.from + share * window.span();
  const double from = std::clamp(at - share * span, 0.0, std::max(0.0, most - span));
  return {from, from + span};
}

CycleWindow panned(CycleWindow window, double cycles, double all) {
  const double from = std::clamp(window.from + cycles, 0.0, std::max(0.0, all - window.span()));
  return {from, from + window.span()};
}

float CycleScale::x_of(double cycle) const {
  return x + static_cast<float>((cycle - window.from) * pixels());
}
double CycleScale::cycle_at(float at) const {
  return window.from + static_cast<double>(at - x) / pixels();
}

Rect LatencyLayout::row(int warp) const {
  const float height = row_height();
  return {rows.x, rows.y + height * static_cast<float>(warp) + gap / 2, rows.w, height - gap};
}
int LatencyLayout::warp_at(float y) const {
  return std::clamp(static_cast<int>((y - rows.y) / row_height()), 0, std::max(0, warps - 1));
}

LatencyLayout latency_layout(Rect area, int warps, float text, float row, int slider_rows) {
  LatencyLayout layout;
  layout.warps = std::max(1, warps);
  const float line = std::round(text * 1.5F);
  layout.head = area.cut_top(std::round(text * 1.8F));
  const auto rows_of_sliders = static_cast<float>(slider_rows);
  layout.slider_row =
      area.w < least_side || area.h >= row * rows_of_sliders ? row : std::min(row, line);
  const float sliders = layout.slider_row * rows_of_sliders;
  if (area.w >= least_side) {
    Rect side = area.cut_right(std::clamp(area.w * 0.36F, least_column, 400.0F));
    area.cut_right(latency_column_gap);
    layout.sliders = side.cut_top(sliders);
    side.cut_top(6);
    if (side.h >= least_curve + 3 * line) layout.facts = side.cut_bottom(line * 3);
    if (side.h >= least_curve) layout.curve = side;
  } else if (area.h >= sliders + 3 * line) {
    layout.sliders = area.cut_bottom(sliders);
    area.cut_bottom(6);
  }
  if (area.h >= 7 * line) layout.legend = area.cut_bottom(line);
  if (area.h >= 3 * line) layout.ticks = area.cut_bottom(line);
  layout.numbers = area.cut_left(number_column);
  if (area.h >= 5 * line) {
    layout.busy = area.cut_top(std::round(text * 1.3F));
    area.cut_top(4);
  } else {
    area.cut_top(5);  // for the playhead's mark
  }
  layout.numbers.y = area.y;
  layout.numbers.h = area.h;
  const float most = static_cast<float>(layout.warps) * most_row;
  layout.rows = area.cut_top(std::min(area.h, most));
  layout.gap = layout.row_height() >= 6 ? 2.0F : layout.row_height() >= 3 ? 1.0F : 0.0F;
  layout.numbers.h = layout.rows.h;
  if (layout.ticks.h > 0) {
    layout.ticks = {layout.rows.x, layout.rows.bottom(), layout.rows.w, layout.ticks.h};
  }
  return layout;
}

std::vector<WarpRun> wait_runs(std::span<const WarpSpan> warp, const CycleScale& scale,
                               float least) {
  std::vector<WarpRun> runs;
  std::array<double, warp_states> cycles{};
  std::array<Space, warp_states> spaces{};
  float begin = scale.x;
  const auto flush = [&](float end) {
    const auto most = std::ranges::max_element(cycles);
    if (*most <= 0) return;
    const auto state = static_cast<std::size_t>(most - cycles.begin());
    const WarpRun run{begin, end, static_cast<WarpState>(state), spaces[state]};
    cycles.fill(0);
    if (!runs.empty() && runs.back().state == run.state && runs.back().space == run.space &&
        run.begin - runs.back().end < 0.01F) {
      runs.back().end = end;
    } else {
      runs.push_back(run);
    }
  };
  const float right = scale.x + scale.w;
  for (auto span = first_after(warp, scale.window.from);
       span != warp.end() && span->begin < scale.window.to; ++span) {
    const float from = std::max(scale.x, scale.x_of(span->begin));
    const float to = std::min(right, scale.x_of(span->end));
    const auto state = static_cast<std::size_t>(span->state);
    const bool wide = to - from >= least;
    if (wide) {
      flush(from);
      begin = from;
    } else if (std::ranges::all_of(cycles, [](double sum) { return sum <= 0; })) {
      begin = from;
    }
    // An issue is drawn over what surrounds it, so that it counts as nothing here.
    if (span->state == WarpState::issue) {
      if (to - begin >= least) flush(wide ? from : to);
      continue;
    }
    cycles[state] += span->end - span->begin;
    spaces[state] = span->space;
    if (to - begin >= least) flush(to);
  }
  flush(right);
  return runs;
}

std::vector<WarpRun> issue_runs(std::span<const WarpSpan> warp, const CycleScale& scale,
                                float least) {
  std::vector<WarpRun> runs;
  for (auto span = first_after(warp, scale.window.from);
       span != warp.end() && span->begin < scale.window.to; ++span) {
    if (span->state != WarpState::issue) continue;
    const float from = std::max(scale.x, scale.x_of(span->begin));
    const float to = std::min(scale.x + scale.w, std::max(from + least, scale.x_of(span->end)));
    if (!runs.empty() && from <= runs.back().end) {
      runs.back().end = std::max(to, runs.back().end);
    } else {
      runs.push_back({from, to, WarpState::issue, span->space});
    }
  }
  return runs;
}

const WarpSpan* span_at(std::span<const WarpSpan> warp, const CycleScale& scale, float at,
                        float slack) {
  const double cycle = scale.cycle_at(at);
  const double reach = static_cast<double>(slack) / scale.pixels();
  const auto inside = first_after(warp, cycle);
  const WarpSpan* best = nullptr;
  double nearest = reach;
  for (auto span = first_after(warp, cycle - reach);
       span != warp.end() && span->begin <= cycle + reach; ++span) {
    if (span->state != WarpState::issue) continue;
    const double apart = std::max({0.0, span->begin - cycle, cycle - span->end});
    const bool access = span->access != WarpInstruction::no_access;
    const bool better = best == nullptr || apart < nearest ||
                        (access && best->access == WarpInstruction::no_access);
    if (!better) continue;
    best = &*span;
    nearest = apart;
  }
  if (best != nullptr) return best;
  return inside == warp.end() || inside->begin > cycle ? nullptr : &*inside;
}

std::vector<float> busy_shares(const WarpSchedule& schedule, int schedulers,
                               const CycleWindow& window, int parts) {
  std::vector<float> shares(static_cast<std::size_t>(std::max(parts, 1)), 0.0F);
  const double width = window.span() / static_cast<double>(shares.size());
  for (const std::span<const WarpSpan> warp : schedule.warps) {
    for (auto span = first_after(warp, window.from); span != warp.end() && span->begin < window.to;
         ++span) {
      if (span->state != WarpState::issue) continue;
      const double from = std::max<double>(span->begin, window.from);
      const double to = std::min<double>(span->end, window.to);
      auto part = static_cast<std::size_t>((from - window.from) / width);
      for (; part < shares.size(); ++part) {
        const double begin = window.from + width * static_cast<double>(part);
        if (begin >= to) break;
        const double inside = std::min(to, begin + width) - std::max(from, begin);
        shares[part] += static_cast<float>(std::max(0.0, inside) / (width * schedulers));
      }
    }
  }
  return shares;
}

std::vector<double> cycle_ticks(const CycleScale& scale, float apart) {
  const double least = static_cast<double>(apart) / scale.pixels();
  double step = std::pow(10.0, std::floor(std::log10(std::max(least, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (step * factor < least) continue;
    step *= factor;
    break;
  }
  std::vector<double> ticks;
  const double first = std::ceil(scale.window.from / step);
  for (double tick = first; tick * step <= scale.window.to; ++tick) ticks.push_back(tick * step);
  return ticks;
}

}  // namespace warpscope
