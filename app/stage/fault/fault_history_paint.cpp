#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/fault/fault_scene.hpp"
#include "app/views/parts/strokes.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float least_column = 26, most_column = 84;

/// Threads from top to bottom, the accesses of the element from left to right.
struct HistoryLayout {
  std::vector<std::int32_t> threads;
  std::vector<std::uint32_t> accesses;
  std::uint64_t hidden = 0;  ///< touches that have no room
  Rect plot;
  float room = 0;  ///< width from the first column to the area's end
  float column = 0, row = 0;

  [[nodiscard]] float x(std::size_t c) const {
    return plot.x + column * (static_cast<float>(c) + 0.5F);
  }
  [[nodiscard]] float y(std::size_t r) const {
    return plot.y + row * (static_cast<float>(r) + 0.5F);
  }
  [[nodiscard]] std::optional<Point> place(const FaultTouch& touch) const {
    const auto c = std::ranges::find(accesses, touch.access);
    const auto r = std::ranges::find(threads, touch.thread);
    if (c == accesses.end() || r == threads.end()) return std::nullopt;
    return Point{x(static_cast<std::size_t>(c - accesses.begin())),
                 y(static_cast<std::size_t>(r - threads.begin()))};
  }
  [[nodiscard]] Rect box(Point at) const {
    const float w = column - 6, h = std::min(row - 6, 24.0F);
    return {at.x - w / 2, at.y - h / 2, w, h};
  }
};

/// At most `most` of a sequence that hold both ends of a race, which come first among the candidates.
template <class T>
std::vector<T> kept(const std::vector<FaultTouch>& touches, std::size_t most, T FaultTouch::*of) {
  std::vector<T> chosen;
  for (const bool at_fault : {true, false}) {
    for (const FaultTouch& touch : touches) {
      const bool fresh = std::ranges::find(chosen, touch.*of) == chosen.end();
      if (touch.at_fault == at_fault && fresh && chosen.size() < most) chosen.push_back(touch.*of);
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

HistoryLayout lay_out(const Canvas& canvas, Rect area, const FaultScene& scene) {
  HistoryLayout layout;
  const float least_row = scene.type.small + 10;
  const float above = scene.type.small + 6, below = 2 * (scene.type.small + 5);
  area.cut_top(above);
  area.cut_bottom(below);
  const auto rows = static_cast<std::size_t>(std::clamp(area.h / least_row, 2.0F, 8.0F));
  layout.threads = kept(scene.story.touches, rows, &FaultTouch::thread);
  float gutter = 0;
  for (const std::int32_t thread : layout.threads) {
    gutter = std::max(gutter, canvas.width(tr("thread {}", thread), scene.words({})));
  }
  area.cut_left(gutter + 12);
  const auto columns = static_cast<std::size_t>(std::max(2.0F, area.w / least_column));
  std::vector<FaultTouch> of_rows;  // a column without any would be empty
  std::ranges::copy_if(scene.story.touches, std::back_inserter(of_rows), [&](const auto& touch) {
    return std::ranges::find(layout.threads, touch.thread) != layout.threads.end();
  });
  layout.accesses = kept(of_rows, columns, &FaultTouch::access);
  layout.plot = area;
  layout.room = area.w;
  layout.column = std::min(
      most_column, area.w / static_cast<float>(std::max<std::size_t>(1, layout.accesses.size())));
  layout.row =
      std::min(40.0F, area.h / static_cast<float>(std::max<std::size_t>(1, layout.threads.size())));
  layout.plot.h = layout.row * static_cast<float>(layout.threads.size());
  layout.plot.w = layout.column * static_cast<float>(layout.accesses.size());
  layout.hidden = scene.story.left_out;
  for (const FaultTouch& touch : scene.story.touches) {
    if (!layout.place(touch)) ++layout.hidden;
  }
  return layout;
}

/// "reads", or "r" where there is no room.
std::string deed_text(const Canvas& canvas, const FaultTouch& touch, const TextStyle& style,
                      float room) {
  std::string whole(touch.reads && touch.writes ? tr_c("access", "updates")
                    : touch.writes              ? tr_c("access", "writes")
                                                : tr_c("access", "reads"));
  if (canvas.width(whole, style) <= room) return whole;
  return std::string(touch.reads && touch.writes ? tr_c("access", "u")
                     : touch.writes              ? tr_c("access", "w")
                                                 : tr_c("access", "r"));
}

void draw_rows(Canvas& canvas, const HistoryLayout& layout, const FaultScene& scene) {
  for (std::size_t r = 0; r < layout.threads.size(); ++r) {
    const std::int32_t thread = layout.threads[r];
    const bool wrong = thread == scene.story.thread || thread == scene.story.other_thread;
    canvas.text({layout.plot.x - 10, layout.y(r)}, tr("thread {}", thread),
                scene.words(wrong ? scene.theme().costly : scene.theme().muted), Align::right);
    canvas.line({layout.plot.x, layout.y(r)}, {layout.plot.right(), layout.y(r)},
                scene.theme().hairline);
  }
}

/// The barriers between accesses, and the lines of the source below them.
void draw_moments(Canvas& canvas, const HistoryLayout& layout, const FaultScene& scene) {
  const Trace& trace = scene.trace();
  float named = layout.plot.x;  // right end of the last name
  for (std::size_t c = 0; c < layout.accesses.size(); ++c) {
    const Access& access = trace.accesses[layout.accesses[c]];
    canvas.text({layout.x(c), layout.plot.bottom() + scene.type.small * 0.8F},
                std::to_string(trace.line_of(access)), scene.digits(scene.theme().muted),
                Align::center);
    if (c == 0) continue;
    const Access& before = trace.accesses[layout.accesses[c - 1]];
    if (before.step == access.step || !trace.steps[before.step].barrier) continue;
    const float x = layout.plot.x + layout.column * static_cast<float>(c);
    canvas.line({x, layout.plot.y - 4}, {x, layout.plot.bottom()}, scene.theme().free, 2);
    const std::string name(tr("barrier"));
    const float width = canvas.width(name, scene.words({}));
    if (x - width / 2 < named) continue;
    canvas.text({x, layout.plot.y - scene.type.small * 0.8F}, name, scene.words(scene.theme().free),
                Align::center);
    named = x + width / 2 + 8;
  }
}

void draw_touches(Canvas& canvas, const HistoryLayout& layout, const FaultScene& scene,
                  Wishes& wishes) {
  const Theme& theme = scene.theme();
  for (const FaultTouch& touch : scene.story.touches) {
    const auto at = layout.place(touch);
    if (!at) continue;
    const Rect box = layout.box(*at);
    const bool now = touch.access == scene.frame.access;
    const Color fill = touch.at_fault ? theme.costly : mix(theme.panel, theme.active, 0.35F);
    canvas.fill(box, fill, 4);
    const TextStyle style{touch.at_fault ? Face::sans_bold : Face::sans, scene.type.small,
                          touch.at_fault ? theme.on_accent : theme.text};
    canvas.text(box.center(), deed_text(canvas, touch, style, box.w - 6), style, Align::center);
    if (now) canvas.stroke(box.inset(-2), theme.now, 2, 5);
    if (!scene.frame.pointer.over(box, std::uint64_t{touch.access} + 1, now)) continue;
    const Trace& trace = scene.trace();
    const Access& access = trace.accesses[touch.access];
    wishes.about = box;
    wishes.tooltip = step_text(trace, trace.steps[access.step]) + "\n" +
                     tr("warp {0}, lane {1}", access.warp, touch.thread % warp_lanes) + "\n" +
                     tr("line {}", trace.line_of(access));
    if (scene.frame.pointer.pressed) wishes.seek = touch.access;
  }
}

/// What is missing between the two, in words.
std::string missing_text(MissingOrder missing, bool at_once) {
  switch (missing) {
    case MissingOrder::atomic:
      return tr("no order: each reads and writes back, not as one atomic operation");
    case MissingOrder::one_writer: return tr("no order: several threads write, not one");
    case MissingOrder::signal:
      return tr("no order: between blocks, only a signal behind a fence makes one");
    case MissingOrder::barrier_of_warp:
      if (at_once) break;
      return tr("no order: no barrier and no __syncwarp() stands between");
    case MissingOrder::barrier:
      if (at_once) break;
      return tr("no order: no barrier stands between");
  }
  return tr("in one instruction: no order");
}

/// What a thread at fault does to the element should be one operation: its frame.
void frame_update(Canvas& canvas, const HistoryLayout& layout, const FaultScene& scene,
                  std::int32_t thread) {
  std::optional<Rect> frame;
  for (const FaultTouch& touch : scene.story.touches) {
    const auto at = layout.place(touch);
    if (!at || touch.thread != thread) continue;
    const Rect box = layout.box(*at);
    const float left = frame ? std::min(frame->x, box.x) : box.x;
    const float right = frame ? std::max(frame->right(), box.right()) : box.right();
    frame = Rect{left, box.y, right - left, box.h};
  }
  if (frame) draw_dashed_frame(canvas, frame->inset(-2.5F), scene.theme().free, 1.5F);
}

/// From the earlier of the two to the later, and what is missing between them.
void draw_disorder(Canvas& canvas, const HistoryLayout& layout, const FaultScene& scene) {
  std::vector<Point> ends;
  for (const std::optional<std::uint32_t> access : {scene.story.other, scene.story.access}) {
    const bool first = access == scene.story.other && ends.empty();
    const std::int32_t thread = first ? scene.story.other_thread : scene.story.thread;
    if (!access) continue;
    const auto at = layout.place({.access = *access, .thread = thread});
    if (at) ends.push_back(*at);
  }
  const Theme& theme = scene.theme();
  const float y = layout.plot.bottom() + scene.type.small * 2.3F;
  if (ends.size() < 2) return;
  const bool at_once = ends[0].x == ends[1].x;
  const bool gap = scene.story.missing != MissingOrder::atomic;
  if (!at_once && gap) {
    const float x = std::max(ends[0].x, ends[1].x) - layout.column / 2;
    draw_dashed(canvas, {x, layout.plot.y - 4}, {x, layout.plot.bottom() + scene.type.small * 1.7F},
                theme.costly, 1.5F);
  }
  if (!at_once) {
    std::array<Point, 17> curve{};
    for (std::size_t k = 0; k < curve.size(); ++k) {
      const float t = static_cast<float>(k) / static_cast<float>(curve.size() - 1);
      const float bent = t * t * (3 - 2 * t);
      curve[k] = {ends[0].x + (ends[1].x - ends[0].x) * t,
                  ends[0].y + (ends[1].y - ends[0].y) * bent};
    }
    canvas.polyline(curve, theme.costly, 2);
  } else {
    canvas.line(ends[0], ends[1], theme.costly, 2);
  }
  const TextStyle style{Face::sans_bold, scene.type.small, theme.costly};
  std::string words = missing_text(scene.story.missing, at_once);
  if (canvas.width(words, style) > layout.room) words = std::string(tr("no order"));
  const float width = std::min(layout.room, canvas.width(words, style));
  const float middle = (ends[0].x + ends[1].x) / 2;
  const float left =
      std::clamp(middle - width / 2, layout.plot.x, layout.plot.x + layout.room - width);
  canvas.text_fit({left, y}, words, style, width + 1);
}

}  // namespace

void draw_fault_history(Canvas& canvas, Rect area, const FaultScene& scene, Wishes& wishes) {
  const HistoryLayout layout = lay_out(canvas, area, scene);
  draw_rows(canvas, layout, scene);
  draw_moments(canvas, layout, scene);
  draw_disorder(canvas, layout, scene);
  draw_touches(canvas, layout, scene, wishes);
  if (scene.story.missing == MissingOrder::atomic) {
    for (const std::int32_t thread : {scene.story.thread, scene.story.other_thread}) {
      frame_update(canvas, layout, scene, thread);
    }
  }
  canvas.text({layout.plot.x - 10, layout.plot.bottom() + scene.type.small * 0.8F}, tr("line"),
              scene.words(scene.theme().muted), Align::right);
  if (layout.hidden > 0) {
    const std::string more = tr_n("… and {1} more access", "… and {1} more accesses", layout.hidden,
                                  count_text(layout.hidden));
    canvas.text_fit({area.right(), area.y + scene.type.small * 0.5F}, more,
                    scene.words(scene.theme().muted), area.w / 2, Align::right);
  }
}

}  // namespace warpscope
