#include "app/panes/banks/constant_picture.hpp"
#include "app/panes/banks/lane_spots.hpp"

#include <algorithm>
#include <bit>

#include "app/panes/banks/constant_layout.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct ConstantScene {
  Canvas& canvas;
  const Frame& frame;
  const Theme& theme;
  const Trace& trace;
  const Access& access;
  const Array& array;
  TextStyle label;
  float label_width = 0;
  ConstantLayout layout;
  int pass = -1;  // that runs now or is pointed at; -1: none
  std::uint32_t lanes = 0;

  [[nodiscard]] int passes() const { return static_cast<int>(layout.words.size()); }
};

/// The pass that the animation has reached.
void follow_motion(ConstantScene& scene) {
  const float motion = scene.frame.motion;
  if (motion >= 1 || scene.passes() == 0) return;
  scene.pass = std::clamp(static_cast<int>(motion * static_cast<float>(scene.passes())), 0,
                          scene.passes() - 1);
  scene.lanes = scene.layout.words[static_cast<std::size_t>(scene.pass)].lanes;
}

std::string word_tooltip(const ConstantScene& scene, int pass) {
  const ConstantWord& word = scene.layout.words[static_cast<std::size_t>(pass)];
  const int k = packed_position(scene.access.mask, std::countr_zero(word.lanes));
  std::string text =
      cell_text(scene.trace, launch_of(scene.frame), scene.access.array, word.index) + " = " +
      format_value(scene.array.type, scene.trace.lane_value(scene.access, k)) + "\n";
  const std::string lanes = lanes_text(word.lanes);
  text += std::popcount(word.lanes) > 1 ? tr("read by {}: one word for all of them", lanes)
                                        : tr("read by {}", lanes);
  return text + "\n" + tr("wavefront {0} of {1}", pass + 1, scene.passes());
}

void point(ConstantScene& scene, Wishes& wishes) {
  const Pointer& pointer = scene.frame.pointer;
  tell_lanes(pointer, scene.layout.lanes, 0);
  for (const ConstantWord& word : scene.layout.words) pointer.tell({.rect = word.rect});
  if (!pointer.inside) return;
  const int lane = scene.layout.lanes.lane_at(pointer.at);
  if (lane >= 0 && !has_lane(scene.access.mask, lane)) {
    wishes.tooltip = tr("lane {}: inactive", lane);
    return;
  }
  for (int pass = 0; pass < scene.passes(); ++pass) {
    const ConstantWord& word = scene.layout.words[static_cast<std::size_t>(pass)];
    const bool wanted = lane >= 0 && has_lane(word.lanes, lane);
    if (!wanted && !word.rect.contains(pointer.at)) continue;
    scene.pass = pass;
    scene.lanes = wanted ? 1U << static_cast<unsigned>(lane) : word.lanes;
    wishes.tooltip = (wanted ? tr("lane {}", lane) + "\n" : "") + word_tooltip(scene, pass);
  }
}

void draw_edges(const ConstantScene& scene) {
  for (const bool focused : {false, true}) {  // the focus lies on top
    for (const ConstantWord& word : scene.layout.words) {
      for_each_lane(word.lanes, [&](int lane, int) {
        if (has_lane(scene.lanes, lane) != focused) return;
        Point start = scene.layout.lanes.at[static_cast<std::size_t>(lane)];
        start.y += scene.layout.lanes.radius;
        const Color color =
            focused ? scene.theme.now
                    : rest_color(scene.frame, mix(scene.theme.panel, scene.theme.active, 0.5F));
        scene.canvas.line(start, {word.rect.center().x, word.rect.y}, color, focused ? 2.0F : 1.0F);
      });
    }
  }
}

void draw_word(const ConstantScene& scene, int pass) {
  const Theme& theme = scene.theme;
  const ConstantWord& word = scene.layout.words[static_cast<std::size_t>(pass)];
  const bool now = pass == scene.pass;
  const bool later = scene.frame.motion < 1 && pass > scene.pass;
  // The first wavefront would be needed anyway.
  const Color accent = pass == 0 ? theme.active : theme.costly;
  const float radius = std::min(4.0F, std::min(word.rect.w, word.rect.h) / 4);
  const Color ground = later ? theme.raised : mix(theme.panel, accent, 0.3F);
  scene.canvas.fill(word.rect, now ? theme.now : ground, radius);
  if (word.rect.h >= 10 && word.rect.w >= 8 && !now) {
    scene.canvas.stroke(word.rect, later ? theme.hairline : mix(theme.panel, accent, 0.6F), 1,
                        radius);
  }
  const TextStyle style{Face::mono, scene.label.size, now ? theme.on_accent : theme.text};
  const std::string index = std::to_string(word.index);
  if (word.rect.h >= style.size && scene.canvas.width(index, style) + 4 <= word.rect.w) {
    scene.canvas.text(word.rect.center(), index, style, Align::center);
  }
}

void draw_labels(const ConstantScene& scene, Rect area) {
  const float row = scene.layout.row_height;
  if (row < 2) return;
  const int step = row >= scene.label.size + 2 ? 1 : static_cast<int>(scene.label.size / row) + 2;
  for (int pass = 0; pass < scene.passes(); ++pass) {
    const bool last = pass + 1 == scene.passes();
    const bool crowds_last = !last && scene.passes() - 1 - pass < step;
    if (!last && (pass % step != 0 || crowds_last)) continue;
    const Rect& rect = scene.layout.words[static_cast<std::size_t>(pass)].rect;
    TextStyle style = scene.label;
    if (pass == scene.pass) style.color = scene.theme.now;
    scene.canvas.text_fit({area.right(), rect.center().y}, tr("wavefront {}", pass + 1), style,
                          scene.label_width, Align::right);
  }
}

}  // namespace

void draw_constant_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const TextStyle label{Face::sans, type_scale(frame.lecture).small, frame.theme->muted};
  const float label_width = canvas.width(tr("wavefront {}", 32), label) + 8;
  ConstantScene scene{canvas,
                      frame,
                      *frame.theme,
                      trace,
                      access,
                      trace.arrays[access.array],
                      label,
                      label_width,
                      constant_layout(area, label_width, access.mask, trace.lane_indices(access))};
  follow_motion(scene);
  if (scene.lanes == 0) scene.lanes = pinned_lanes(frame, 0) & access.mask;
  point(scene, wishes);
  if (const int lane = frame.pointer.inside ? scene.layout.lanes.lane_at(frame.pointer.at) : -1;
      lane >= 0) {
    wish_lane(frame, lane, wishes);
  }
  draw_edges(scene);
  for (int pass = 0; pass < scene.passes(); ++pass) draw_word(scene, pass);
  draw_labels(scene, area);
  draw_lanes(canvas, scene.theme, scene.layout.lanes, access.mask, scene.lanes,
             pinned_lanes(frame, all_lanes));
}

}  // namespace warpscope
