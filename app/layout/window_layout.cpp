#include "app/layout/window_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope {
namespace {

constexpr float pane_gap = 12;
constexpr float padding = 16;
constexpr float title_height = 44;
constexpr float min_column = 232;
constexpr float min_pane_height = 120;
constexpr float heading_height = 52;  // of a pane of a lecture
constexpr float strip_height = 132;
constexpr float least_table = 332;  // of differences: its rows have long names
constexpr float most_table_share = 0.45F;

bool fits_all(const LayoutRequest& request) {
  return request.width >= min_window_width && request.height >= min_window_height;
}

/// Low windows spend less on everything around the panes.
struct Measures {
  float gap, toolbar, footer, caption;
};
constexpr Measures roomy{pane_gap, 56, 172, 62};
constexpr Measures low{8, 48, 150, 62};
constexpr float low_window = 800;
constexpr Measures single{8, 48, 136, 84};  // a caption of three lines
constexpr float strip_row = 40;

struct Column {
  std::vector<Slot> upper, lower;  ///< no lower: one pane
  float Splitters::*share = nullptr;
  bool rival = false;
};

void add_column(WindowLayout& layout, Rect area, const Column& column, const Splitters& splitters,
                float gap) {
  const auto add = [&](const std::vector<Slot>& slots, Rect frame) {
    layout.panes.push_back({slots, column.rival, true, frame});
  };
  if (column.lower.empty()) return add(column.upper, area);
  const Rect whole = area;
  const float room = area.h - gap;
  const float wanted = splitters.*column.share * room;
  add(column.upper, area.cut_top(std::clamp(wanted, min_pane_height,
                                            std::max(min_pane_height, room - min_pane_height))));
  layout.handles.push_back({area.cut_top(gap), false, column.share, whole.y, room});
  add(column.lower, area);
}

/// The panel at the bottom: transport and timeline above the caption.
void add_footer(WindowLayout& layout, Rect area, const Measures& measures) {
  layout.footer = area;
  Rect caption = area.cut_bottom(measures.caption);
  layout.rule = {caption.x, caption.y, caption.w, 1};
  layout.transport = area.cut_left(area.w < 1300 ? 376 : 452).inset(padding, measures.gap);
  layout.panes.push_back(
      {{Slot::timeline},
       false,
       false,
       {area.x, area.y + measures.gap, area.w - 2 * padding, area.h - measures.gap - 4}});
  layout.panes.push_back({{Slot::caption}, false, false, caption.inset(padding + 2, 1)});
}

/// The left column while a lesson is on. Its words stay; the views that it points at come to the
/// front above them.
Column lesson_column(bool with_lanes) {
  std::vector<Slot> upper{Slot::source};
  if (with_lanes) upper.push_back(Slot::lanes);
  return {upper, {Slot::lesson}, &Splitters::lesson_upper};
}

/// The columns of a study layout that stand left of the last one.
struct LeftColumns {
  Rect area;
  float left = 0;  // width of the first
  float room = 0;  // that its share is of
};

/// Source and stage above the console, which reaches below both. A lesson needs the height of its
/// column: beside it, the console shares the pane below the stage.
void program(WindowLayout& layout, const LeftColumns& columns, const LayoutRequest& request,
             float gap) {
  const Splitters& s = request.splitters;
  Rect area = columns.area;
  const Rect whole = area;
  const auto add = [&layout](std::vector<Slot> slots, Rect frame) {
    layout.panes.push_back({std::move(slots), false, true, frame});
  };
  const auto cut_left = [&](Rect& rect, float width, float Splitters::*share, float room) {
    const Rect cut = rect.cut_left(width);
    layout.handles.push_back({rect.cut_left(gap), true, share, whole.x, room});
    return cut;
  };
  if (request.lesson) {
    const Rect column = cut_left(area, columns.left, &Splitters::program_left, columns.room);
    add_column(layout, column, lesson_column(true), s, gap);
    add_column(layout, area,
               {{Slot::stage}, {Slot::console, Slot::memory}, &Splitters::console_upper}, s, gap);
    return;
  }
  const float height = area.h - gap;
  Rect upper =
      area.cut_top(std::clamp(s.console_upper * height, min_pane_height, height - min_pane_height));
  layout.handles.push_back({area.cut_top(gap), false, &Splitters::console_upper, whole.y, height});
  add({Slot::source}, cut_left(upper, columns.left, &Splitters::program_left, columns.room));
  add({Slot::stage}, upper);
  const float width = area.w - gap;
  const float console = std::clamp(s.console_left * width, min_column, width - min_column);
  add({Slot::console}, cut_left(area, console, &Splitters::console_left, width));
  add({Slot::memory, Slot::lanes}, area);
}

void study(WindowLayout& layout, Rect area, const LayoutRequest& request, float gap) {
  const bool inspect = request.kind == LayoutKind::inspect;
  const Splitters& s = request.splitters;
  const float room = area.w - 2 * gap;
  const float widest = (room - min_column) / 2;
  const Rect whole = area;
  const auto column = [&](float share) { return std::clamp(share * room, min_column, widest); };
  const Rect right = area.cut_right(column(s.right));
  const Handle right_handle{area.cut_right(gap), true, &Splitters::right,
                            whole.right(),       room, true};
  const Column right_column{{Slot::banks}, {Slot::totals}, &Splitters::right_upper};
  if (request.console && !inspect) {
    program(layout, {area, column(s.program_left), room}, request, gap);
    layout.handles.push_back(right_handle);
    return add_column(layout, right, right_column, s, gap);
  }

  const Rect left = area.cut_left(column(s.left));
  layout.handles.push_back({area.cut_left(gap), true, &Splitters::left, whole.x, room});
  layout.handles.push_back(right_handle);
  if (request.lesson) {
    add_column(layout, left, lesson_column(!inspect), s, gap);
  } else if (inspect) {
    add_column(layout, left, {{Slot::source}, {}}, s, gap);
  } else {
    add_column(layout, left, {{Slot::source}, {Slot::lanes}, &Splitters::left_upper}, s, gap);
  }
  if (inspect) {
    add_column(layout, area, {{Slot::memory}, {Slot::lanes}, &Splitters::left_upper}, s, gap);
  } else {
    add_column(layout, area, {{Slot::stage}, {Slot::memory}, &Splitters::middle_upper}, s, gap);
  }
  add_column(layout, right, right_column, s, gap);
}

/// Two documents side by side, with the table of their differences at the right.
void comparison(WindowLayout& layout, Rect area, const LayoutRequest& request, float gap) {
  const Splitters& s = request.splitters;
  const float room = area.w - 2 * gap;
  const Rect whole = area;
  const Rect table = area.cut_right(
      std::clamp(s.right * room, std::min(least_table, room / 3), room * most_table_share));
  layout.handles.push_back(
      {area.cut_right(gap), true, &Splitters::right, whole.right(), room, true});
  const Rect left = area.cut_left((area.w - gap) / 2);
  area.cut_left(gap);
  const std::vector<Slot> lower{Slot::banks, Slot::memory, Slot::source, Slot::lanes, Slot::totals};
  add_column(layout, left, {{Slot::stage}, lower, &Splitters::compare_upper}, s, gap);
  add_column(layout, area, {{Slot::stage}, lower, &Splitters::compare_upper, true}, s, gap);
  layout.handles.pop_back();  // one border serves both
  layout.handles.back().rect.w = area.right() - whole.x;
  std::vector<Slot> below;
  if (request.lesson) below.push_back(Slot::lesson);
  add_column(layout, table, {{}, below, &Splitters::lesson_upper}, s, gap);
}

/// Toolbar, panes and footer.
void desk(WindowLayout& layout, const LayoutRequest& request) {
  Rect area = layout.window;
  const Measures& measures = area.h < low_window ? low : roomy;
  layout.toolbar = area.cut_top(measures.toolbar);
  area = area.inset(measures.gap);
  add_footer(layout, area.cut_bottom(measures.footer), measures);
  area.cut_bottom(measures.gap);
  if (request.compare) {
    comparison(layout, area, request, measures.gap);
  } else {
    study(layout, area, request, measures.gap);
  }
}

/// The panes of a desk, one at a time, with their names above. The words of a
/// lesson stay beside it.
void one_pane(WindowLayout& layout, const LayoutRequest& request) {
  LayoutRequest roomier = request;
  roomier.enlarged = false;
  roomier.width = std::max(request.width, min_window_width);
  roomier.height = std::max(request.height, min_window_height);
  for (Pane& pane : window_layout(roomier).panes) {
    if (pane.framed) layout.choices.push_back(std::move(pane));
  }
  Rect area = layout.window;
  const Measures measures = !fits_all(request) ? single : area.h < low_window ? low : roomy;
  layout.toolbar = area.cut_top(measures.toolbar);
  layout.strip = area.cut_top(strip_row).inset(measures.gap, 0);
  area = area.inset(measures.gap, 0);
  area.cut_bottom(measures.gap);
  add_footer(layout, area.cut_bottom(measures.footer), measures);
  area.cut_bottom(measures.gap);
  const auto lesson =
      std::ranges::find_if(layout.choices, [](const Pane& pane) { return pane.has(Slot::lesson); });
  if (lesson != layout.choices.end()) {
    const bool beside = area.w > area.h;
    Pane words = *lesson;
    if (beside) {
      words.frame = area.cut_right((area.w - measures.gap) * 0.46F);
      area.cut_right(measures.gap);
    } else {
      words.frame = area.cut_bottom((area.h - measures.gap) / 2);
      area.cut_bottom(measures.gap);
    }
    layout.choices.erase(lesson);
    layout.panes.push_back(std::move(words));
  }
  for (Pane& pane : layout.choices) pane.frame = area;
  layout.panes.push_back(layout.choices[std::min(request.single, layout.choices.size() - 1)]);
}

/// The width of what stands beside a lecture's stage: lines of code need more of it.
float beside_share(Slot slot) { return slot == Slot::source ? 0.55F : 0.4F; }

/// Stage, and what a stop of the lesson is about. The banks' own words head them.
void lecture_panes(WindowLayout& layout, Rect area, float margin, const LayoutRequest& request) {
  const Slot slot = request.lecture_slot.value_or(Slot::stage);
  LectureRoom room = lecture_room(slot);
  const bool small = !fits_all(request);
  if (request.large_slot == slot && room != LectureRoom::none) room = LectureRoom::instead;
  if (room == LectureRoom::beside && (request.compare || small)) room = LectureRoom::instead;
  if (room == LectureRoom::below && small) room = LectureRoom::instead;
  const auto add = [&](Slot shown, Rect frame, bool rival = false) {
    const bool headed = shown != Slot::stage && shown != Slot::banks && room != LectureRoom::below;
    layout.panes.push_back({{shown}, rival, false, frame, headed});
  };
  if (room == LectureRoom::below) {
    add(slot, area.cut_bottom(strip_height));
    area.cut_bottom(pane_gap);
  }
  const Slot main = room == LectureRoom::instead ? slot : Slot::stage;
  if (request.compare) {
    const Rect left = area.cut_left((area.w - 2 * margin) / 2);
    area.cut_left(2 * margin);
    add(main, left);
    return add(main, area, true);
  }
  if (room == LectureRoom::beside) {
    add(slot, area.cut_right(area.w * beside_share(slot)));
    area.cut_right(margin);
  }
  add(main, area);
}

void lecture(WindowLayout& layout, const LayoutRequest& request) {
  Rect area = layout.window;
  const float margin = std::max(24.0F, area.w * 0.031F);
  const float heading = area.h < min_window_height ? 60 : 84;
  layout.heading = area.cut_top(std::max(heading, area.h * 0.1F)).inset(margin, 0);
  // If the banks are shown, they give the verdict, and the caption needs a line less.
  const bool banks = request.lecture_slot == Slot::banks && !request.compare;
  // A lesson says more than a caption, and asks.
  float words = request.lesson ? std::max(256.0F, layout.window.h * 0.25F)
                               : std::max(188.0F, area.h * 0.225F) - (banks ? 36 : 0);
  // The picture has what they leave.
  if (request.lesson && request.lesson_words > 0) {
    words = std::min(words, request.lesson_words + 2 * padding);
  }
  Rect caption = area.cut_bottom(std::min(words, area.h / 2)).inset(margin, 0);
  layout.rule = caption.cut_top(1);
  layout.panes.push_back(
      {{request.lesson ? Slot::lesson : Slot::caption}, false, false, caption.inset(0, padding)});
  area = area.inset(margin, 0);
  area.cut_bottom(pane_gap);
  lecture_panes(layout, area, margin, request);
}

/// Lets each pane of the right document change places with its fellow.
void put_rivals_first(std::vector<Pane>& panes) {
  for (Pane& rival : panes) {
    if (!rival.rival) continue;
    const auto fellow = std::ranges::find_if(panes, [&](const Pane& pane) {
      return !pane.rival && pane.framed == rival.framed && pane.slots == rival.slots;
    });
    if (fellow != panes.end()) std::swap(fellow->frame, rival.frame);
  }
}

/// Lets the place change rooms with the stage, on each side of a comparison that has both.
void swap_with_stage(std::vector<Pane>& panes, Slot large) {
  for (Pane& stage : panes) {
    if (!stage.framed || !stage.has(Slot::stage)) continue;
    const auto fellow = std::ranges::find_if(panes, [&](const Pane& pane) {
      return pane.framed && pane.rival == stage.rival && pane.has(large);
    });
    if (fellow != panes.end()) std::swap(fellow->frame, stage.frame);
  }
}

}  // namespace

bool can_be_large(Slot slot) {
  const bool beside_panes = slot == Slot::stage || slot == Slot::timeline ||
                            slot == Slot::caption || slot == Slot::lesson;
  return !beside_panes;
}

LectureRoom lecture_room(Slot slot) {
  switch (slot) {
    case Slot::source:
    case Slot::lanes:
    case Slot::banks:
    case Slot::totals: return LectureRoom::beside;
    case Slot::timeline:
    case Slot::caption: return LectureRoom::below;
    case Slot::memory:
    case Slot::console: return LectureRoom::instead;
    case Slot::stage:
    case Slot::lesson: break;
  }
  return LectureRoom::none;
}

bool Pane::has(Slot slot) const { return std::ranges::count(slots, slot) > 0; }

Rect Pane::title() const {
  if (headed) return {frame.x, frame.y, frame.w, heading_height};
  if (!framed) return {};
  return Rect{frame.x, frame.y, frame.w, title_height}.inset(padding, 0);
}

Rect Pane::content() const {
  Rect inner = frame;
  if (headed) inner.cut_top(heading_height);
  if (!framed) return inner;
  inner.cut_top(title_height);
  inner.cut_bottom(pane_gap);
  return inner.inset(padding, 0);
}

WindowLayout window_layout(const LayoutRequest& request) {
  WindowLayout layout;
  layout.window = {0, 0, std::max(request.width, least_window_width),
                   std::max(request.height, least_window_height)};
  if (request.kind == LayoutKind::home) {  // it is as large as the window, and scrolls by itself
    layout.window = {0, 0, request.width, request.height};
    layout.rule = {0, request.height, request.width, 0};
    return layout;
  }
  if (request.kind == LayoutKind::lecture) {
    lecture(layout, request);
  } else if (fits_all(request) && !request.enlarged) {
    desk(layout, request);
    if (request.large_slot) swap_with_stage(layout.panes, *request.large_slot);
  } else {
    one_pane(layout, request);
  }
  if (request.rival_first) put_rivals_first(layout.panes);
  return layout;
}

PaneBorder border_of(const WindowLayout& layout, const Pane& pane, bool vertical) {
  constexpr float near = 1.5F;
  const Rect& frame = pane.frame;
  PaneBorder border;
  for (const Handle& handle : layout.handles) {
    if (handle.vertical != vertical) continue;
    const Rect& rect = handle.rect;
    const bool beside = vertical ? rect.y < frame.bottom() && frame.y < rect.bottom()
                                 : rect.x < frame.right() && frame.x < rect.right();
    if (!beside) continue;
    const bool behind =
        std::abs(vertical ? rect.x - frame.right() : rect.y - frame.bottom()) < near;
    const bool before =
        std::abs(vertical ? rect.right() - frame.x : rect.bottom() - frame.y) < near;
    if (behind) return {&handle, 1};
    if (before) border = {&handle, -1};
  }
  return border;
}

float moved_share(const Handle& handle, float by) {
  const float at = handle.vertical ? handle.rect.x : handle.rect.y;
  const float end = handle.vertical ? handle.rect.right() : handle.rect.bottom();
  const float way = handle.reversed ? handle.from - (end + by) : at + by - handle.from;
  return std::clamp(way / handle.room, least_share, most_share);
}

float lecture_scale(float scale, float pixel_width, float pixel_height) {
  return std::max(scale, std::min(pixel_width / lecture_width, pixel_height / lecture_height));
}

float drawn_scale(float wanted, float dpi) {
  return std::clamp(wanted * dpi, least_drawn_scale, most_drawn_scale);
}

}  // namespace warpscope
