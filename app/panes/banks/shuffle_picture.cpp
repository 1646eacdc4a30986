#include "app/panes/banks/shuffle_picture.hpp"
#include "app/panes/banks/lane_spots.hpp"

#include <algorithm>
#include <cmath>

#include "app/layout/banks_layout.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct ShuffleScene {
  const Trace& trace;
  const Access& access;
  LaneRow offer, read;

  /// The lane whose register a lane reads; -1 if that thread is in no lane of this warp.
  [[nodiscard]] int source_of(int k) const {
    const int lane =
        trace.lane_indices(access)[static_cast<std::size_t>(k)] - access.warp * warp_lanes;
    return lane >= 0 && lane < warp_lanes ? lane : -1;
  }
  [[nodiscard]] std::string value_of(int lane) const {
    if (lane < 0 || !has_lane(access.mask, lane)) return tr("undefined");
    return format_value(trace.arrays[access.array].type,
                        trace.lane_value(access, packed_position(access.mask, lane)));
  }
};

/// The reading lanes that the mouse points at; writes the tooltip.
std::uint32_t point(const ShuffleScene& scene, const Pointer& pointer, Wishes& wishes) {
  tell_lanes(pointer, scene.offer, 0);
  tell_lanes(pointer, scene.read, 1);
  if (!pointer.inside) return 0;
  std::uint32_t readers = 0;
  if (const int lane = scene.offer.lane_at(pointer.at); lane >= 0) {
    for_each_lane(scene.access.mask, [&](int reader, int k) {
      if (scene.source_of(k) == lane) readers |= 1U << static_cast<unsigned>(reader);
    });
    wishes.tooltip = tr("lane {0} offers {1}", lane, scene.value_of(lane)) + "\n" +
                     tr("read by {}", lanes_text(readers));
  } else if (const int reader = scene.read.lane_at(pointer.at); reader >= 0) {
    if (!has_lane(scene.access.mask, reader)) {
      wishes.tooltip = tr("lane {}: inactive", reader);
      return 0;
    }
    const int source = scene.source_of(packed_position(scene.access.mask, reader));
    wishes.tooltip = tr("lane {0} reads the register of lane {1}", reader, source) + "\n" +
                     tr("value {}", scene.value_of(source));
    readers = 1U << static_cast<unsigned>(reader);
  }
  return readers;
}

void draw_values(Canvas& canvas, const ShuffleScene& scene, const Frame& frame,
                 std::uint32_t focus) {
  const Theme& theme = *frame.theme;
  const float travelled = std::clamp(frame.motion, 0.0F, 1.0F);
  for_each_lane(scene.access.mask, [&](int lane, int k) {
    const int source = scene.source_of(k);
    if (source < 0) return;
    Point from = scene.offer.at[static_cast<std::size_t>(source)];
    Point to = scene.read.at[static_cast<std::size_t>(lane)];
    from.y += scene.offer.radius;
    to.y -= scene.read.radius;
    const bool looked_at = has_lane(focus, lane);
    // A lane that gets its own value back moves nothing.
    const Color color = looked_at        ? theme.now
                        : source == lane ? theme.hairline
                                         : rest_color(frame, mix(theme.panel, theme.active, 0.6F));
    canvas.line(from, to, color, looked_at ? 2.0F : 1.0F);
    if (travelled < 1 && source != lane) {
      canvas.circle({std::lerp(from.x, to.x, travelled), std::lerp(from.y, to.y, travelled)}, 3.5F,
                    theme.now);
    }
  });
}

}  // namespace

void draw_shuffle_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const TextStyle label{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const Rect heading = area.cut_top(label.size * 2);
  canvas.text_fit({heading.x, heading.center().y}, tr("lanes offer a register"), label, heading.w);
  area.h = std::min(area.h, 320.0F);
  const Rect footing = area.cut_bottom(label.size * 2);
  canvas.text_fit({footing.x, footing.center().y}, tr("lanes read it"), label, footing.w);

  const Rect top = area.cut_top(16);
  const Rect bottom = area.cut_bottom(16);
  const ShuffleScene scene{trace, access, lane_row(top), lane_row(bottom)};
  std::uint32_t readers = point(scene, frame.pointer, wishes);
  if (readers == 0) readers = pinned_lanes(frame, 0) & access.mask;
  for (const LaneRow& row : {scene.offer, scene.read}) {
    const int lane = frame.pointer.inside ? row.lane_at(frame.pointer.at) : -1;
    if (lane >= 0) wish_lane(frame, lane, wishes);
  }
  std::uint32_t sources = 0;
  for_each_lane(access.mask, [&](int lane, int k) {
    const int source = scene.source_of(k);
    if (has_lane(readers, lane) && source >= 0) sources |= 1U << static_cast<unsigned>(source);
  });
  draw_values(canvas, scene, frame, readers);
  const std::uint32_t kept = pinned_lanes(frame, all_lanes);
  draw_lanes(canvas, theme, scene.offer, access.mask, sources, kept);
  draw_lanes(canvas, theme, scene.read, access.mask, readers, kept);
}

}  // namespace warpscope
