#include "app/panes/lanes/lanes_view.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "app/panes/lanes/block_layout.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float footer_height = 24;
constexpr float arrow_width = 12;
constexpr float block_gap = 16;      // between the block and the rows
constexpr float block_share = 0.4F;  // of the pane's width, at most
constexpr float least_block_pane = 220;

Color cell_color(const Theme& theme, bool active, int age) {
  if (!active) return mix(theme.panel, theme.hairline, age == 0 ? 0.75F : 0.35F);
  if (age == 0) return theme.active;
  // Past rows are blue and future ones grey, both behind the row that happens now.
  return age < 0 ? mix(theme.panel, theme.active, 0.5F) : mix(theme.panel, theme.faint, 0.45F);
}

/// Neighbouring warps differ; the present one stands out, its active lanes most.
Color thread_color(const Theme& theme, const Access& access, int thread) {
  const int warp = thread / warp_lanes;
  if (warp == access.warp) {
    return has_lane(access.mask, thread % warp_lanes) ? theme.active
                                                      : mix(theme.panel, theme.active, 0.4F);
  }
  return mix(theme.panel, theme.muted, warp % 2 == 0 ? 0.25F : 0.5F);
}

/// Whether a thread of the block is the one that is pinned, or has its lane, or uses it now.
bool is_pinned_thread(const Followed& followed, int thread, const Access& access,
                      std::uint32_t number) {
  const Pin& pin = followed.wanted().pin;
  if (const auto* lane = std::get_if<PinnedLane>(&pin)) return thread % warp_lanes == lane->lane;
  if (const auto* warp = std::get_if<PinnedWarp>(&pin)) return thread / warp_lanes == warp->warp;
  if (const auto* one = std::get_if<PinnedThread>(&pin)) return thread == one->thread;
  return thread / warp_lanes == access.warp && followed.is_pinned(number, thread % warp_lanes);
}

/// Of the present step; nullopt: it has none, or a question asks for it.
std::optional<BarrierState> shown_barrier(const Frame& frame) {
  if (!frame.untold.allows(Told::lanes | Told::races, frame.access)) return std::nullopt;
  const Trace& trace = *frame.document->trace;
  return barrier_state(trace, trace.accesses[frame.access].step);
}

std::string footer_text(const std::optional<BarrierState>& barrier, int warp, bool wrong) {
  const std::string_view rows = wrong
                                    ? tr("filled = active lane, red = at fault; one row an access")
                                    : tr("filled = active lane; one row an access");
  if (!barrier) return std::string(rows);
  const bool whole_warp = barrier->missing(static_cast<std::size_t>(warp)) == 0;
  const std::string_view last =
      barrier->finding == nullptr ? tr("last row: all come to the barrier")
      : whole_warp ? tr("last row: this warp comes to the barrier and another does not")
                   : tr("last row: who comes to the barrier, red = does not");
  return std::string(last) + ", " + std::string(rows);
}

/// "warp 0: 20 of 32", for each warp of which not all come; else for all together.
std::string arrivals_text(const BarrierState& state) {
  constexpr std::size_t most_told = 8;
  std::string text;
  std::size_t told = 0;
  for (std::size_t warp = 0; warp < state.threads.size(); ++warp) {
    if (state.missing(warp) == 0) continue;
    if (told++ == most_told) {
      text += "\n…";
      break;
    }
    text += "\n" + tr("warp {0}: {1} of {2} come, missing: {3}", warp,
                      std::popcount(state.arrived[warp]), std::popcount(state.threads[warp]),
                      lanes_text(state.missing(warp)));
  }
  return text;
}

/// Whether the shape of the present warp would answer a question that is open.
bool block_is_hidden(const Frame& frame) {
  return !frame.untold.allows(Told::shape) || !frame.untold.allows(Told::lanes, frame.access);
}

}  // namespace

struct LanesView::Row {
  Rect rect;        // of the whole row, labels included
  float cells = 0;  // where lane 0 begins
  float pitch = 0;  // from lane to lane
  float count = 0;  // right end of the number of active lanes; 0 if there is no room
  std::uint32_t access = 0;
  bool begins_launch = false;
  bool hidden = false;  // a lesson asks what it does
  int age = 0;          // < 0 before the playhead's access, 0 it, > 0 after
};

std::string LanesView::subtitle(const Frame& frame) const {
  if (!frame.document || frame.document->trace->accesses.empty()) return "";
  const Access& access = frame.document->trace->accesses[frame.access];
  const int wrong = std::popcount(wrong_lanes(frame.access, frame));
  // Translators: lanes of a warp.
  return wrong == 0 ? tr("{} of 32 active", access.active())
                    : tr("{0} of 32 active, {1} wrong", access.active(), wrong);
}

std::uint32_t LanesView::wrong_lanes(std::uint32_t access, const Frame& frame) const {
  const FaultMark* const mark = frame.document->faults.at(access);
  return mark != nullptr && frame.untold.allows(Told::lanes, access) ? mark->lanes : 0;
}

void LanesView::on_document(const Document& document) {
  of_warp_ = AccessGroups(document.trace->accesses, [](const Access& a) { return a.warp; });
}

void LanesView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (!frame.document || frame.document->trace->accesses.empty()) {
    draw_placeholder(canvas, area, *frame.theme, tr("Active lanes, once a kernel has run."));
    return;
  }
  draw_block(canvas, area, frame, wishes);
  const std::optional<BarrierState> barrier = shown_barrier(frame);
  const TypeScale type = type_scale(frame.lecture);
  if (area.h >= 96) {
    const Rect footer = area.cut_bottom(footer_height);
    const TextStyle words{Face::sans, type.small, frame.theme->muted};
    draw_parts(canvas, {footer.x, footer.bottom() - type.small * 0.6F},
               footer_text(barrier, frame.document->trace->accesses[frame.access].warp,
                           wrong_lanes(frame.access, frame) != 0),
               words, area.w);
  }
  const float mono = canvas.width("0", {Face::mono, type.small, {}});
  const bool labelled = area.w >= 300;
  const float left = arrow_width + (labelled ? 3 * mono + 8 : 0);
  const float right = labelled ? 2 * mono + 8 : 0;
  const float pitch = (area.w - left - right) / warp_lanes;
  const float height =
      std::clamp(pitch, labelled ? type.small + 4 : 8, frame.lecture ? 28.0F : 20.0F);

  if (barrier && area.h >= 4 * height) {
    draw_barrier(canvas, area, area.x + left, pitch, height, *barrier, frame, wishes);
  }

  const auto accesses = of_warp_.of(frame.document->trace->accesses[frame.access].warp);
  const auto now = static_cast<int>(
      std::lower_bound(accesses.begin(), accesses.end(), frame.access) - accesses.begin());
  const int count = static_cast<int>(accesses.size());
  const int rows = std::max(1, static_cast<int>(area.h / height));
  // Most of the room belongs to the past: it shows how the warp came to diverge.
  const int first = std::clamp(now - (rows * 2) / 3, 0, std::max(0, count - rows));
  for (int i = first; i < std::min(count, first + rows); ++i) {
    Row row;
    row.rect = {area.x, area.y + static_cast<float>(i - first) * height, area.w, height};
    row.cells = area.x + left;
    row.pitch = pitch;
    row.count = labelled ? area.right() : 0;
    row.access = accesses[static_cast<std::size_t>(i)];
    row.age = i - now;
    row.hidden = !frame.untold.allows(Told::lanes, row.access);
    if (i > first) {
      const Trace& trace = *frame.document->trace;
      const auto launch = [&](int k) {
        return trace.steps[trace.accesses[accesses[static_cast<std::size_t>(k)]].step].launch;
      };
      row.begins_launch = launch(i) != launch(i - 1);
    }
    draw_row(canvas, row, frame, wishes);
  }
}

void LanesView::draw_block(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const {
  const Trace& trace = *frame.document->trace;
  const Theme& theme = *frame.theme;
  const Access& access = trace.accesses[frame.access];
  const Dim3& block = trace.launches[launch_of(frame)].block;
  if (!has_shape(block) || area.w < least_block_pane) return;

  Rect room{area.x, area.y, area.w * block_share, area.h};
  const TextStyle words{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const bool labelled = area.h >= 96;
  if (labelled) room.cut_bottom(footer_height);
  const BlockLayout layout(room, block);
  float width = layout.bounds().w;
  if (labelled) {
    width = std::max(width, draw_parts(canvas, {area.x, area.bottom() - words.size * 0.6F},
                                       tr("block {}", extent_text(block)), words, room.w));
  }
  const bool hidden = block_is_hidden(frame);
  const Followed* const pinned = pinned_in(frame);
  const float gap = layout.side() >= 8 ? 2.0F : layout.side() >= 4 ? 1.0F : 0.0F;
  for (int thread = 0; thread < static_cast<int>(block.count()); ++thread) {
    Rect cell = layout.cell(thread);
    cell.w -= gap;
    cell.h -= gap;
    Color color =
        hidden ? mix(theme.panel, theme.muted, 0.25F) : thread_color(theme, access, thread);
    if (pinned != nullptr && !is_pinned_thread(*pinned, thread, access, frame.access)) {
      color = faded(theme, color);
    }
    canvas.fill(cell, color, gap);
  }
  area.cut_left(width + block_gap);

  if (frame.pointer.spots != nullptr) {
    for (int thread = 0; thread < static_cast<int>(block.count()); ++thread) {
      constexpr std::uint64_t of_block = std::uint64_t{1} << 40U;  // beside those of rows
      frame.pointer.tell({.rect = layout.cell(thread), .key = of_block + std::uint64_t(thread)});
    }
  }
  if (!frame.pointer.inside) return;
  const std::optional<int> thread = layout.thread_at(frame.pointer.at);
  if (!thread) return;
  const int warp = *thread / warp_lanes;
  wishes.about = layout.bounds();
  wishes.tooltip = hidden ? untold_text()
                          : thread_number_text(block, *thread) + "\n" +
                                tr("warp {0}, lane {1}", warp, *thread % warp_lanes);
  const auto theirs = of_warp_.of(warp);
  if (frame.pointer.menu) {
    wishes.menu = {tr("warp {0}, lane {1}", warp, *thread % warp_lanes),
                   warp_actions(warp, frame.access)};
    offer_pins(*wishes.menu, frame, warp, *thread % warp_lanes);
  }
  if (frame.pointer.pressed && frame.pointer.ctrl) {
    wishes.pin = PinnedThread{*thread};
    return;
  }
  if (!frame.pointer.pressed || theirs.empty()) return;
  const auto next = std::lower_bound(theirs.begin(), theirs.end(), frame.access);
  wishes.seek = next == theirs.end() ? theirs.back() : *next;
}

void LanesView::draw_barrier(Canvas& canvas, Rect& area, float cells, float pitch, float height,
                             const BarrierState& state, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const Rect row = area.cut_bottom(height + 3);
  const auto warp = static_cast<std::size_t>(frame.document->trace->accesses[frame.access].warp);
  if (warp >= state.threads.size()) return;
  const bool diverges = state.finding != nullptr;
  const Color rule = diverges ? theme.costly : theme.free;
  canvas.line({cells, row.y + 1}, {cells + pitch * warp_lanes, row.y + 1}, rule, 1.5F);
  const float gap = pitch >= 8 ? 2.0F : 1.0F;
  const float side = std::min(pitch, height) - gap;
  const float middle = row.y + 3 + height / 2;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!has_lane(state.threads[warp], lane)) continue;
    const Rect box{cells + pitch * static_cast<float>(lane), middle - side / 2, pitch - gap, side};
    const float radius = std::min(2.0F, side / 4);
    if (has_lane(state.arrived[warp], lane)) {
      canvas.fill(box, mix(theme.panel, theme.free, 0.75F), radius);
    } else {
      canvas.stroke(box, theme.costly, 2, radius);
    }
  }
  const int come = std::popcount(state.arrived[warp]);
  if (cells > area.x + arrow_width) {
    const TextStyle style{Face::mono, type_scale(frame.lecture).small,
                          diverges ? readable(theme.costly, theme.panel, theme) : theme.muted};
    if (diverges) {
      canvas.text({cells - 8, middle}, std::to_string(state.finding->line), style, Align::right);
    }
    canvas.text({area.right(), middle}, std::to_string(come), style, Align::right);
  }
  if (!frame.pointer.over(row)) return;
  wishes.about = row;
  wishes.tooltip = diverges ? state.finding->message.text() + arrivals_text(state)
                            : std::string(tr("All threads of the block come to this barrier."));
}

std::vector<ContextAction> LanesView::warp_actions(int warp, std::uint32_t access) const {
  const auto theirs = of_warp_.of(static_cast<std::size_t>(warp));
  const auto at = std::lower_bound(theirs.begin(), theirs.end(), access);
  const auto after = std::upper_bound(at, theirs.end(), access);
  std::optional<std::uint32_t> next, previous;
  if (after != theirs.end()) next = *after;
  if (at != theirs.begin()) previous = *(at - 1);
  return {go_action(tr("Next access of this warp"), next),
          go_action(tr("Previous access of this warp"), previous),
          {.term = "lane"},
          {.term = "warp"}};
}

void LanesView::offer_pins(ContextMenu& menu, const Frame& frame, int warp, int lane) {
  if (lane >= 0) {
    menu.actions.push_back(pin_action(frame, PinnedLane{lane}));
    menu.actions.push_back(pin_action(frame, PinnedThread{warp * warp_lanes + lane}));
  }
  menu.actions.push_back(pin_action(frame, PinnedWarp{warp}));
  menu.actions.push_back(filter_action({.warp = warp}));
}

/// The lane at the mouse; -1: none.
int LanesView::lane_at(const Row& row, Point at) {
  const float lane = (at.x - row.cells) / row.pitch;
  return lane >= 0 && lane < warp_lanes ? static_cast<int>(lane) : -1;
}

ContextMenu LanesView::menu_of(const Row& row, const Frame& frame) const {
  ContextMenu menu = access_menu(row.access);
  const int warp = frame.document->trace->accesses[row.access].warp;
  offer_pins(menu, frame, warp, lane_at(row, frame.pointer.at));
  for (ContextAction& action : warp_actions(warp, row.access)) {
    menu.actions.push_back(std::move(action));
  }
  return menu;
}

/// A question waits for a lane: any row has all of them.
void LanesView::offer_lanes(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Rect cell{row.cells + row.pitch * static_cast<float>(lane), row.rect.y, row.pitch,
                    row.rect.h};
    const bool over = row.age == 0 ? frame.pointer.over_control(cell)
                                   : frame.pointer.inside && cell.contains(frame.pointer.at);
    if (!over) continue;
    canvas.fill(cell, mix(frame.theme->panel, frame.theme->other, 0.4F), 3);
    wishes.about = cell;
    wishes.tooltip = tr("lane {}: click to answer", lane);
    if (frame.pointer.pressed) wishes.answer = std::to_string(lane);
  }
}

void LanesView::draw_row(Canvas& canvas, const Row& row, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[row.access];
  const float middle = row.rect.center().y;
  const bool asks_lane = frame.answer_form == AnswerForm::lane;
  const bool hovered = frame.pointer.over(row.rect, row.access + 1, row.age == 0);
  if (hovered) {
    canvas.fill(row.rect, theme.raised, 4);
    wishes.tooltip = step_text(trace, trace.steps[access.step]) + "\n" +
                     // Translators: {1} is what the line does, "shared load", {2} an array.
                     tr("line {0}: {1} of {2}", trace.line_of(access),
                        operation_text(trace.arrays[access.array].space, access.operation),
                        named_as(trace, access)) +
                     "\n";
    wishes.tooltip += row.hidden
                          ? untold_text()
                          : lanes_text(access.mask) + ", " + tr("{} of 32 active", access.active());
    wishes.about = row.rect;
    const int lane = lane_at(row, frame.pointer.at);
    if (frame.pointer.pressed && frame.pointer.ctrl && lane >= 0) {
      wishes.pin = PinnedLane{lane};
    } else if (frame.pointer.pressed && !asks_lane) {
      wishes.seek = row.access;
    }
    if (frame.pointer.menu) wishes.menu = menu_of(row, frame);
  }
  if (row.begins_launch) {
    canvas.line({row.cells, row.rect.y}, {row.cells + row.pitch * warp_lanes, row.rect.y},
                theme.muted);
  }
  if (row.age == 0) {
    const float x = row.rect.x;
    canvas.triangle({x, middle - 5}, {x + 7, middle}, {x, middle + 5}, theme.now);
  }
  const float gap = row.pitch >= 8 ? 2.0F : 1.0F;
  const float side = std::min(row.pitch, row.rect.h) - gap;
  if (asks_lane) offer_lanes(canvas, row, frame, wishes);
  const std::uint32_t wrong = wrong_lanes(row.access, frame);
  const Followed* const pinned = pinned_in(frame);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    Color color = cell_color(theme, !row.hidden && has_lane(access.mask, lane), row.age);
    if (pinned != nullptr && !pinned->is_pinned(row.access, lane)) color = faded(theme, color);
    canvas.fill({row.cells + row.pitch * static_cast<float>(lane), middle - side / 2,
                 row.pitch - gap, side},
                has_lane(wrong, lane) ? theme.costly : color, std::min(2.0F, side / 4));
  }
  if (row.age == 0 && frame.ask<FoundMarks>() != nullptr) {
    for_each_lane(frame.ask<FoundMarks>()->lanes, [&](int lane, int) {
      draw_mark(canvas,
                {row.cells + row.pitch * static_cast<float>(lane), middle - side / 2,
                 row.pitch - gap, side},
                theme, 3);
    });
  }
  if (row.count <= 0) return;
  const TextStyle style{Face::mono, type_scale(frame.lecture).small,
                        row.age == 0 ? theme.text : theme.muted};
  canvas.text({row.cells - 8, middle}, std::to_string(trace.line_of(access)), style, Align::right);
  canvas.text({row.count, middle}, row.hidden ? "?" : std::to_string(access.active()), style,
              Align::right);
}

}  // namespace warpscope
