#include "app/views/parts/slider_track.hpp"

#include <algorithm>
#include <cmath>

#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

constexpr float column_gap = 10;
constexpr float least_track = 36;

/// Widths of the columns of labels and of values.
struct SliderColumns {
  float label = 0, value = 0;
  bool brief = false;
};

SliderColumns columns_of(const Canvas& canvas, float room, std::span<const SliderFace> faces,
                         float size) {
  SliderColumns columns;
  float brief = 0;
  for (const SliderFace& face : faces) {
    const std::string& shorter = face.brief.empty() ? face.label : face.brief;
    columns.label = std::max(columns.label, canvas.width(face.label, {Face::sans, size, {}}));
    brief = std::max(brief, canvas.width(shorter, {Face::sans, size, {}}));
    columns.value = std::max(columns.value, canvas.width(face.value, {Face::mono, size, {}}));
  }
  columns.brief = columns.label + columns.value + least_track + 2 * column_gap > room;
  if (columns.brief) columns.label = brief;
  columns.value = std::min(columns.value, room * 0.6F);
  columns.label = std::min(columns.label, room - columns.value - column_gap);
  return columns;
}

void draw_track(Canvas& canvas, Rect track, float share, bool follows, bool chosen,
                const Theme& theme) {
  const float y = track.center().y;
  const float x = track.x + share * track.w;
  canvas.fill({track.x, y - 1.5F, track.w, 3}, theme.hairline, 1.5F);
  canvas.fill({track.x, y - 1.5F, x - track.x, 3}, theme.active, 1.5F);
  const float radius = chosen ? 7.0F : 6.0F;
  canvas.circle({x, y}, radius, follows ? theme.panel : theme.active);
  canvas.ring({x, y}, radius, chosen ? theme.text : theme.active, 2);
}

}  // namespace

void SliderRows::obey(Rect row, Rect track, const SliderFace& face, const Frame& frame,
                      Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  const SliderState state = face.slider->state(frame.look, *frame.document, frame.access);
  const bool over = pointer.over_control(row, Spot::Kind::slider);
  if (over) {
    wishes.tooltip = face.tooltip;
    wishes.about = row;
  }
  if (over && pointer.pressed) held_ = face.slider->id;
  const bool held = held_ == face.slider->id;
  if (held && pointer.down && track.w > 0) {
    const float share = std::clamp((pointer.at.x - track.x) / track.w, 0.0F, 1.0F);
    wishes.slider = SliderWish{face.slider, state.at(share), !pointer.pressed};
  } else if (over && pointer.wheel != 0) {
    wishes.slider = SliderWish{face.slider, state.moved(pointer.wheel > 0 ? 1 : -1), true};
  }
}

int SliderRows::draw(Canvas& canvas, Rect area, float row, std::span<const SliderFace> faces,
                     const Frame& frame, Wishes& wishes) {
  if (!frame.pointer.down) held_.clear();
  const Theme& theme = *frame.theme;
  const TypeScale type = type_scale(frame.lecture);
  const float size = row < type.row ? type.small : type.body;
  const SliderColumns columns = columns_of(canvas, area.w, faces, size);
  const auto chosen = frame.look.get<SliderSettings>().chosen;
  int drawn = 0;
  for (const SliderFace& face : faces) {
    if (area.h < row - 0.5F) break;
    const Rect whole = area.cut_top(row);
    Rect rest = whole;
    const Rect label = rest.cut_left(columns.label);
    const Rect value = rest.cut_right(columns.value);
    const Rect track = rest.w >= least_track + 2 * column_gap ? rest.inset(column_gap + 4, 0)
                                                              : Rect{rest.x, rest.y, 0, rest.h};
    const bool is_chosen = chosen == face.slider->id;
    canvas.text_fit({label.x, label.center().y},
                    columns.brief && !face.brief.empty() ? face.brief : face.label,
                    {Face::sans, size, is_chosen ? theme.text : theme.muted}, label.w);
    canvas.text_fit({value.right(), value.center().y}, face.value, {Face::mono, size, theme.text},
                    value.w, Align::right);
    if (track.w > 0) {
      draw_track(canvas, track,
                 face.slider->state(frame.look, *frame.document, frame.access).share(),
                 face.follows, is_chosen, theme);
    }
    obey(whole, track, face, frame, wishes);
    ++drawn;
  }
  return drawn;
}

}  // namespace warpscope
