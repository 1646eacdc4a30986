#include "app/views/parts/view_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "app/layout/text_wrap.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/subject/letter_case.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

/// What operation_text() says beside what totals_table.cpp has, for po/update.
[[maybe_unused]] constexpr std::array operation_messages{
    tr_noop("shuffle"),
    tr_noop("local atomic"),
    tr_noop("registers load"),
    tr_noop("registers store"),
};

}  // namespace

void draw_placeholder(Canvas& canvas, Rect area, const Theme& theme, std::string_view text) {
  const TextStyle style{Face::sans, type_scale(false).body, theme.muted};
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const float height = style.size * 1.5F;
  const auto most = std::clamp(static_cast<int>(area.h / height), 1, 3);
  const auto lines = wrap_text(text, area.w, most, measure);
  float y = area.center().y - (static_cast<float>(lines.size()) - 1) * height / 2;
  for (const std::string_view line : lines) {
    canvas.text_fit({area.center().x, y}, line, style, area.w, Align::center);
    y += height;
  }
}

float draw_parts(Canvas& canvas, Point at, std::string_view text, const TextStyle& style,
                 float room, Align align) {
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const std::string_view shown = whole_parts(text, room, measure);
  canvas.text(at, shown, style, align);
  return measure(shown);
}

std::string_view own_name(std::string_view name) {
  constexpr std::string_view dot = " · ";
  const std::size_t family = name.find(dot);
  return family == std::string_view::npos ? name : name.substr(family + dot.size());
}

std::string_view fitting_name(const Canvas& canvas, std::string_view name, const TextStyle& style,
                              float room) {
  return canvas.width(name, style) <= room ? name : own_name(name);
}

void draw_judgement(Canvas& canvas, Rect& area, const TypeScale& type, std::string_view verdict,
                    TextStyle verdict_style, std::string_view detail,
                    const TextStyle& detail_style) {
  if (canvas.width(verdict, verdict_style) > area.w) verdict_style.size = type.strong;
  const float beside = canvas.width(verdict, verdict_style) + 20;
  const bool one_row = beside + canvas.width(detail, detail_style) <= area.w;
  if (!one_row && area.h >= 160) {
    const Rect row = area.cut_bottom(type.body * 1.5F);
    canvas.text_fit({row.x, row.center().y}, detail, detail_style, row.w);
  }
  const Rect row = area.cut_bottom(type.large * 1.5F);
  canvas.text_fit({row.x, row.center().y}, verdict, verdict_style, row.w);
  if (one_row) canvas.text({row.x + beside, row.center().y + 1}, detail, detail_style);
  area.cut_bottom(8);
}

void draw_scroll_mark(Canvas& canvas, Rect area, float first, float shown, float all,
                      const Theme& theme) {
  if (shown >= all || area.h < 24) return;
  constexpr float arrow = 8;
  const float x = area.right() + 8;
  const Rect track{x - 1.5F, area.y + arrow, 3, area.h - 2 * arrow};
  canvas.fill(track, theme.hairline, 1.5F);
  const float pitch = track.h / all;
  const float thumb = std::max(6.0F, shown * pitch);
  const float top = std::min(track.y + first * pitch, track.bottom() - thumb);
  canvas.fill({track.x, top, 3, thumb}, theme.muted, 1.5F);
  const bool above = first > 0.01F, below = first + shown < all - 0.01F;
  if (above) canvas.triangle({x - 4, area.y + 5}, {x + 4, area.y + 5}, {x, area.y}, theme.muted);
  const float end = area.bottom();
  if (below) canvas.triangle({x - 4, end - 5}, {x + 4, end - 5}, {x, end}, theme.muted);
}

void draw_lanes(Canvas& canvas, const Theme& theme, const LaneRow& row, std::uint32_t mask,
                std::uint32_t focus, std::uint32_t kept) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Point at = row.at[static_cast<std::size_t>(lane)];
    if (!has_lane(mask, lane)) {
      canvas.ring(at, row.radius - 0.5F, theme.hairline);
    } else {
      const Color color = has_lane(focus, lane) ? theme.now : theme.active;
      const bool pale = !has_lane(kept | focus, lane);
      canvas.circle(at, row.radius, pale ? mix(theme.panel, color, pale_share) : color);
    }
  }
}

std::string short_count(std::uint64_t count) {
  if (count < 10'000) return std::to_string(count);
  constexpr std::string_view units = "kMGTPE";
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  for (value /= 1000; value >= 999.5; value /= 1000) ++unit;
  return fixed_text(value, value < 9.95 ? 1 : 0) + units[unit];
}

std::string lanes_text(std::uint32_t mask) {
  const int count = std::popcount(mask);
  if (count == 0) return tr("no lane");
  const int first = std::countr_zero(mask);
  if (count == 1) return tr("lane {}", first);
  const int last = 31 - std::countl_zero(mask);
  if (last - first + 1 == count) {
    return tr("lanes {0} … {1}", first, last);
  }
  std::string list;
  for_each_lane(mask, [&](int lane, int k) {
    if (k < 4) list += (k > 0 ? ", " : "") + std::to_string(lane);
  });
  return count > 4 ? tr("lanes {}, …", list) : tr("lanes {}", list);
}

std::string operation_text(Space space, Operation operation) {
  const std::string key(traits_of(operation).key);
  const std::string english = exchanges(operation) ? key : std::string(name(space)) + ' ' + key;
  return std::string(tr(std::string_view(english)));  // one of operation_messages
}

std::string cost_text(Space space, std::uint64_t count) {
  const auto n = static_cast<std::int64_t>(count);
  return takes_wavefronts(space) ? tr_n("{1} wavefront", "{1} wavefronts", n, count_text(n))
                                 : tr_n("{1} sector", "{1} sectors", n, count_text(n));
}

std::string doing_text(Operation operation, const std::string& array) {
  return tr(fmt::runtime(traits_of(operation).now), array);
}

std::uint32_t launch_of(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  if (frame.access >= trace.accesses.size()) return 0;
  return trace.steps[trace.accesses[frame.access].step].launch;
}

std::string untold_text() { return tr("Shown once the question is answered."); }

Caption caption_of(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  Caption words = caption(trace, frame.document->summary, frame.access);
  if (!frame.untold.allows(Told::counts)) {
    words.step = with_capital(step_label(trace, trace.steps[trace.accesses[frame.access].step]));
    words.host.clear();
  }
  constexpr Told told = Told::costs | Told::lanes | Told::memories | Told::places;
  if (!frame.untold.allows(told, frame.access)) {
    words.sentence = untold_text();
    words.verdict.clear();
    words.detail.clear();
    words.costly = false;
  }
  return words;
}

std::string launches_text(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  if (trace.launches.size() < 2 || !frame.untold.allows(Told::counts)) return {};
  const auto recorded = static_cast<std::int64_t>(trace.launches.size());
  const std::int64_t all = launch_total(trace);
  return recorded == all ? tr("all {} launches", all) : tr("{0} of {1} launches", recorded, all);
}

std::string recorded_scope_text(const Frame& frame) {
  const std::string launches = launches_text(frame);
  const std::string blocks = block_scope_text(*frame.document->trace);
  return launches.empty() ? blocks : blocks + ",  " + launches;
}

std::string cell_text(const Trace& trace, std::uint32_t launch, int array, ElementIndex index) {
  const Space space = trace.arrays[static_cast<std::size_t>(array)].space;
  if (space == Space::registers) return tr("register of thread {}", index);
  return element_name(trace, launch, array, index);
}

std::string matrix_place(const Array& array, std::int64_t index) {
  if (array.columns <= 0 || index < 0) return "";
  return tr("row {0}, column {1}", index / array.columns, index % array.columns);
}

int packed_position(std::uint32_t mask, int lane) {
  return std::popcount(mask & ((1U << static_cast<unsigned>(lane)) - 1U));
}

}  // namespace warpscope
