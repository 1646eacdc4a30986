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
constexpr float most_row = 48;
constexpr float least_stamped_row = 4;  // lower ones would not be told apart
constexpr float tall_pane = 36;         // lines: the throughput stands below the rows from here on
constexpr float tall_share = 0.4F;      // of a tall pane that it has at least
constexpr int most_modelled = 64, most_stamped = 32;
constexpr float least_words = 9;             // lines of a pane that has room to say what it shows
constexpr float least_throughput = 11;       // lines
constexpr float throughput_share = 0.56F;    // of a column that it shares with the utilisation
constexpr float number_column = 28.0F / 12;  // times the height of text
constexpr float latency_column_gap = 18;
constexpr float two_lines_of_legend = 18;  // lines of a pane that has room for them
constexpr float longest_merged = 8;        // pixels of issues that are drawn as one

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

Rect LatencyLayout::row_in(Rect all, int warp) const {
  return {all.x, all.y + pitch * static_cast<float>(warp) + gap / 2, all.w, pitch - gap};
}
int LatencyLayout::warp_at(float y) const {
  return std::clamp(static_cast<int>((y - rows.y) / pitch), 0, std::max(0, warps - 1));
}

namespace {

/// The column at the right: sliders, the curves, the machine's figures.
void lay_out_column(LatencyLayout& layout, Rect side, float sliders, float line, bool throughput) {
  layout.sliders = side.cut_top(sliders);
  side.cut_top(6);
  if (side.h >= least_curve + 3 * line) layout.facts = side.cut_bottom(line * 3);
  if (throughput && side.h * throughput_share >= least_throughput * line) {
    layout.throughput = side.cut_bottom(std::round(side.h * throughput_share));
    side.cut_bottom(line / 2);
  }
  if (side.h >= least_curve) layout.curve = side;
}

void set_pitch(LatencyLayout& layout, float room) {
  layout.pitch = std::min(most_row, room);
  layout.gap = layout.pitch >= 6 ? 2.0F : layout.pitch >= 3 ? 1.0F : 0.0F;
}

/// The rows of modelled and of real warps, equally high, and what stands about them. Takes what it
/// uses from the top of `area`.
void lay_out_rows(LatencyLayout& layout, Rect& area, int stamped, float text, float line) {
  const bool ticks = area.h >= 3 * line, busy = area.h >= 5 * line;
  if (busy) {
    layout.busy = area.cut_top(std::round(text * 1.3F));
    area.cut_top(4);
  } else {
    area.cut_top(5);  // for the playhead's mark
  }
  const float room = area.h - (ticks ? line : 0);
  const auto warps = static_cast<float>(layout.warps);
  const float both = (room - 3 * line) / (warps + static_cast<float>(stamped));
  const bool with_stamps = stamped > 0 && busy && both >= least_stamped_row;
  set_pitch(layout, with_stamps ? both : room / warps);
  layout.rows = area.cut_top(layout.pitch * warps);
  if (ticks) layout.ticks = area.cut_top(line);
  if (!with_stamps) return;
  area.cut_top(line / 2);
  layout.stamps_head = area.cut_top(2 * line);
  layout.stamped = area.cut_top(layout.pitch * static_cast<float>(stamped));
}

/// Real warps alone.
void lay_out_stamps(LatencyLayout& layout, Rect area, int stamped, float text, float line) {
  layout.numbers = area.cut_left(std::round(number_column * text));
  if (area.h >= least_words * line) layout.stamps_head = area.cut_top(2 * line);
  if (area.h >= 3 * line) layout.ticks = area.cut_bottom(line);
  set_pitch(layout, area.h / static_cast<float>(stamped));
  layout.rows = {area.x, area.y, area.w, 0};
  layout.stamped = area.cut_top(layout.pitch * static_cast<float>(stamped));
  if (layout.ticks.h > 0) layout.ticks.y = layout.stamped.bottom();
}

/// Sliders, and the column at the right if there is one: cut off `area`.
void lay_out_sides(LatencyLayout& layout, Rect& area, int sliders, float line, float row,
                   bool throughput) {
  const auto count = static_cast<float>(sliders);
  const bool column = area.w >= least_side;
  layout.slider_row = !column || area.h >= row * count ? row : std::min(row, line);
  const float height = layout.slider_row * count;
  if (column) {
    const Rect side = area.cut_right(std::clamp(area.w * 0.36F, least_column, 400.0F));
    area.cut_right(latency_column_gap);
    lay_out_column(layout, side, height, line, throughput);
  } else if (area.h >= height + 3 * line) {
    layout.sliders = area.cut_bottom(height);
    area.cut_bottom(6);
  }
}

/// All that has room, the modelled warps first.
LatencyLayout lay_out_all(Rect area, const LatencyParts& parts, float text, float row) {
  LatencyLayout layout;
  layout.warps = std::max(1, parts.warps);
  const float line = std::round(text * 1.5F);
  layout.head = area.cut_top(std::round(text * 1.8F));
  const bool column = area.w >= least_side, tall = area.h >= tall_pane * line;
  lay_out_sides(layout, area, parts.sliders, line, row, parts.throughput && !tall);
  Rect below;
  const bool under = parts.throughput && layout.throughput.h <= 0 &&
                     (column ? tall : area.h * tall_share >= least_throughput * line);
  if (under) below = area.cut_bottom(std::round(area.h * tall_share));
  if (area.h >= 7 * line) {
    layout.legend = area.cut_bottom(area.h >= two_lines_of_legend * line ? 2 * line : line);
  }
  layout.numbers = area.cut_left(std::round(number_column * text));
  lay_out_rows(layout, area, parts.stamped, text, line);
  if (!under) return layout;
  // What the rows do not need is the plot's, and the legend goes between.
  const float rest = std::max(0.0F, area.h - line / 2);
  layout.legend.y -= rest;
  below.y -= rest;
  below.h += rest;
  below.cut_top(line / 2);
  layout.throughput = below;
  return layout;
}

/// Whether a pane shows all parts, however many warps the sliders ask for.
bool shows_all(Rect area, LatencyParts parts, float text, float row) {
  if (parts.stamped > 0) parts.stamped = most_stamped;
  parts.warps = most_modelled;
  const LatencyLayout most = lay_out_all(area, parts, text, row);
  return (parts.stamped == 0 || most.stamped.h > 0) && (!parts.throughput || most.throughput.h > 0);
}

}  // namespace

LatencyLayout latency_layout(Rect area, const LatencyParts& parts, float text, float row) {
  LatencyLayout layout = lay_out_all(area, parts, text, row);
  layout.choosable = !shows_all(area, parts, text, row);
  const bool stamps = parts.part == LatencyPart::stamps && parts.stamped > 0;
  const bool throughput = parts.part == LatencyPart::throughput && parts.throughput;
  if (!layout.choosable || (!stamps && !throughput)) return layout;
  LatencyLayout one{.part = parts.part, .choosable = true, .warps = layout.warps};
  const float line = std::round(text * 1.5F);
  one.head = area.cut_top(layout.head.h);
  lay_out_sides(one, area, parts.sliders, line, row, false);
  if (stamps) {
    lay_out_stamps(one, area, parts.stamped, text, line);
  } else {
    one.throughput = area;
  }
  return one;
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
  float issued = 0;  // pixels of the last run
  const float right = scale.x + scale.w;
  for (auto span = first_after(warp, scale.window.from);
       span != warp.end() && span->begin < scale.window.to; ++span) {
    if (span->state != WarpState::issue) continue;
    const float from = std::max(scale.x, scale.x_of(span->begin));
    const float end = std::min(right, scale.x_of(span->end));
    const float to = std::min(right, std::max(from + least, end));
    const bool touches = !runs.empty() && from <= runs.back().end;
    if (touches && runs.back().end - runs.back().begin < longest_merged) {
      WarpRun& run = runs.back();
      run.end = std::max(to, run.end);
      issued += end - from;
      run.share = std::min(1.0F, issued / (run.end - run.begin));
      continue;
    }
    const float begin = touches ? runs.back().end : from;
    if (to <= begin) continue;
    runs.push_back({begin, to, WarpState::issue, span->space});
    issued = end - from;
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
