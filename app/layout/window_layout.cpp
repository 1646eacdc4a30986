#include "app/layout/window_layout.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr float gap = 12;
constexpr float padding = 16;
constexpr float toolbar_height = 56;
constexpr float title_height = 44;
constexpr float min_column = 232;
constexpr float min_pane_height = 120;

struct Column {
  std::vector<Slot> upper, lower;  ///< no lower: one pane
  float Splitters::*share = nullptr;
  bool rival = false;
};

void add_column(WindowLayout& layout, Rect area, const Column& column, const Splitters& splitters) {
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
void add_footer(WindowLayout& layout, Rect area) {
  layout.footer = area;
  const bool low = area.h < 170;
  Rect caption = area.cut_bottom(62);
  layout.rule = {caption.x, caption.y, caption.w, 1};
  layout.transport = area.cut_left(area.w < 1300 ? 376 : 452).inset(padding, low ? 8 : 12);
  layout.panes.push_back(
      {{Slot::timeline}, false, false, {area.x, area.y + 12, area.w - 2 * padding, area.h - 16}});
  layout.panes.push_back({{Slot::caption}, false, false, caption.inset(padding + 2, 1)});
}

void study(WindowLayout& layout, Rect area, const LayoutRequest& request, bool inspect) {
  const Splitters& s = request.splitters;
  const float room = area.w - 2 * gap;
  const float widest = (room - min_column) / 2;
  const Rect whole = area;
  const Rect left = area.cut_left(std::clamp(s.left * room, min_column, widest));
  layout.handles.push_back({area.cut_left(gap), true, &Splitters::left, whole.x, room});
  const Rect right = area.cut_right(std::clamp(s.right * room, min_column, widest));
  layout.handles.push_back(
      {area.cut_right(gap), true, &Splitters::right, whole.right(), room, true});

  if (inspect) {
    add_column(layout, left, {{Slot::source}, {}}, s);
    add_column(layout, area, {{Slot::memory}, {Slot::lanes}, &Splitters::left_upper}, s);
  } else {
    add_column(layout, left, {{Slot::source}, {Slot::lanes}, &Splitters::left_upper}, s);
    add_column(layout, area, {{Slot::stage}, {Slot::memory}, &Splitters::middle_upper}, s);
  }
  add_column(layout, right, {{Slot::banks}, {Slot::totals}, &Splitters::right_upper}, s);
}

/// Two documents side by side, the table of their difference at the right.
void comparison(WindowLayout& layout, Rect area, const LayoutRequest& request) {
  const Splitters& s = request.splitters;
  const float room = area.w - 2 * gap;
  const Rect whole = area;
  const Rect table = area.cut_right(std::clamp(s.right * 0.8F * room, 296.0F, room / 3));
  area.cut_right(gap);
  const Rect left = area.cut_left((area.w - gap) / 2);
  area.cut_left(gap);
  const std::vector<Slot> lower{Slot::banks, Slot::memory, Slot::source, Slot::lanes};
  add_column(layout, left, {{Slot::stage}, lower, &Splitters::compare_upper}, s);
  add_column(layout, area, {{Slot::stage}, lower, &Splitters::compare_upper, true}, s);
  layout.handles.pop_back();  // one border serves both
  layout.handles.back().rect.w = area.right() - whole.x;
  add_column(layout, table, {{}, {}}, s);
}

void lecture(WindowLayout& layout, const LayoutRequest& request) {
  Rect area = layout.window;
  const float margin = std::max(24.0F, area.w * 0.031F);
  layout.heading = area.cut_top(std::max(84.0F, area.h * 0.1F)).inset(margin, 0);
  Rect caption = area.cut_bottom(std::max(188.0F, area.h * 0.185F)).inset(margin, 0);
  layout.rule = caption.cut_top(1);
  layout.panes.push_back({{Slot::caption}, false, false, caption.inset(0, padding)});
  area = area.inset(margin, 0);
  area.cut_bottom(gap);
  if (request.compare) {
    const Rect left = area.cut_left((area.w - 2 * margin) / 2);
    area.cut_left(2 * margin);
    layout.panes.push_back({{Slot::stage}, false, false, left});
    layout.panes.push_back({{Slot::stage}, true, false, area});
  } else {
    layout.panes.push_back({{Slot::stage}, false, false, area});
  }
}

}  // namespace

bool Pane::has(Slot slot) const { return std::ranges::count(slots, slot) > 0; }

Rect Pane::title() const {
  if (!framed) return {};
  return Rect{frame.x, frame.y, frame.w, title_height}.inset(padding, 0);
}

Rect Pane::content() const {
  if (!framed) return frame;
  Rect inner = frame;
  inner.cut_top(title_height);
  inner.cut_bottom(gap);
  return inner.inset(padding, 0);
}

WindowLayout window_layout(const LayoutRequest& request) {
  WindowLayout layout;
  layout.window = {0, 0, std::max(request.width, min_window_width),
                   std::max(request.height, min_window_height)};
  if (request.kind == LayoutKind::lecture) {
    lecture(layout, request);
    return layout;
  }
  Rect area = layout.window;
  layout.toolbar = area.cut_top(toolbar_height);
  area = area.inset(gap, gap);
  add_footer(layout, area.cut_bottom(area.h < 760 ? 158 : 172));
  area.cut_bottom(gap);
  if (request.compare) {
    comparison(layout, area, request);
  } else {
    study(layout, area, request, request.kind == LayoutKind::inspect);
  }
  return layout;
}

float fitting_scale(float wanted, float dpi, float pixel_width, float pixel_height) {
  const float largest = std::min(pixel_width / min_window_width, pixel_height / min_window_height);
  // A scale below 1 is the user's own wish; above it, nothing is worth losing a pane for.
  return std::min(wanted * dpi, std::max(largest, std::min(dpi, wanted * dpi)));
}

}  // namespace warpscope
