#include <algorithm>
#include <cmath>

#include "app/stage/bins/bins_counters_painter.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {

Rect CountersPainter::lane_box(int lane) const {
  const float pitch = lanes_area_.w / warp_lanes;
  const float gap = std::min(4.0F, pitch * 0.15F);
  return {lanes_area_.x + pitch * static_cast<float>(lane) + gap / 2, lanes_area_.y, pitch - gap,
          lanes_area_.h};
}

float CountersPainter::token_radius() const { return std::clamp(bars_.pitch() * 0.4F, 2.5F, 6.0F); }

Point CountersPainter::resting_place(const FallingLane& lane, int of) const {
  const Rect slot = bars_.slot(lane.bin);
  const float r = token_radius();
  const float room = std::max(4.0F, top(lane.bin) - slot.y - 2 * r - scene_.text_size - 12);
  const float apart = std::min(2 * r + 1, room / static_cast<float>(std::max(1, of)));
  return {slot.center().x, top(lane.bin) - r - 1 - apart * static_cast<float>(lane.order)};
}

const Access* CountersPainter::carried() const {
  const Trace& trace = scene_.trace();
  const Access& now = scene_.access();
  const Step& step = trace.steps[now.step];
  for (std::uint32_t a = scene_.frame.access + 1; a-- > step.first_access;) {
    const Access& one = trace.accesses[a];
    if (one.warp != now.warp || scene_.frame.access - a > 4096) return nullptr;
    const bool elsewhere = one.array != counters_.array && one.array != counters_.totals;
    if (elsewhere && one.operation == Operation::load) return &one;
  }
  return nullptr;
}

/// Whether the lanes' boxes have room for the values that the lanes bring.
bool CountersPainter::values_fit(const Access* load) const {
  if (load == nullptr) return false;
  const int room = static_cast<int>((lane_box(0).w - 1) / scene_.digit);
  const ElementType type = scene_.array(load->array).type;
  for (int k = 0; k < load->active(); ++k) {
    if (short_value(type, scene_.trace().lane_value(*load, k), room).empty()) return false;
  }
  return true;
}

/// A lane's box; a `tight` one has no sides, which would stand in its digits.
void CountersPainter::frame_lane(Rect box, Color edge, float width, bool tight) {
  canvas_.fill(box, scene_.theme().raised, tight ? 1.0F : 4.0F);
  if (!tight) return canvas_.stroke(box, edge, width, 4);
  canvas_.fill({box.x, box.y, box.w, width}, edge);
  canvas_.fill({box.x, box.bottom() - width, box.w, width}, edge);
}

void CountersPainter::draw_lanes() {
  const Theme& theme = scene_.theme();
  const Access* load = carried();
  const bool room_for_all = values_fit(load);
  constexpr float beside_digits = 3;
  const bool tight = room_for_all && lane_box(0).w < 2 * (scene_.digit + beside_digits);
  const std::uint32_t active = target_ ? scene_.trace().accesses[*target_].mask : 0;
  std::uint32_t lost = 0;
  for (const FallingLane& lane : lanes_) {
    if (lane.lost && now_ && scene_.frame.motion >= 1)
      lost |= 1U << static_cast<unsigned>(lane.lane);
  }
  for (int lane = 0; lane < warp_lanes; ++lane) {
    canvas_.set_pale(lane_fades(lane));
    const Rect box = lane_box(lane);
    const bool takes_part = has_lane(active, lane);
    const bool read = load == &scene_.access() && has_lane(load->mask, lane);
    const bool active_now = has_lane(scene_.access().mask, lane);
    const Color edge = has_lane(lost, lane) ? theme.costly
                       : read               ? theme.now
                       : active_now         ? theme.active
                                            : theme.hairline;
    frame_lane(box, edge, takes_part ? 1.5F : 1.0F, tight);
    if (!room_for_all || !has_lane(load->mask, lane)) continue;
    const auto words = scene_.trace().lane_value(*load, packed_position(load->mask, lane));
    const int room = static_cast<int>((box.w - 1) / scene_.digit);
    const std::string value = short_value(scene_.array(load->array).type, words, room);
    canvas_.text(box.center(), value,
                 scene_.digits(takes_part || !target_ ? theme.text : theme.muted), Align::center);
  }
  canvas_.set_pale(false);
}

void CountersPainter::draw_token(const FallingLane& lane, Point at) {
  const Theme& theme = scene_.theme();
  const float r = token_radius();
  if (!lane.lost) {
    canvas_.circle(at, r, theme.now);
    return;
  }
  canvas_.circle(at, r, theme.panel);
  canvas_.ring(at, r, theme.costly, 1.5F);
  const float d = r * 0.45F;
  canvas_.line({at.x - d, at.y - d}, {at.x + d, at.y + d}, theme.costly, 1.5F);
  canvas_.line({at.x - d, at.y + d}, {at.x + d, at.y - d}, theme.costly, 1.5F);
}

void CountersPainter::draw_falling() {
  const Theme& theme = scene_.theme();
  const bool counts = now_ && writes(scene_.access().operation);
  const float motion = scene_.frame.motion;
  for (const FallingLane& lane : lanes_) {
    if (!bars_.shows(lane.bin)) continue;
    canvas_.set_pale(lane_fades(lane.lane));
    const Rect box = lane_box(lane.lane);
    const Point from{box.center().x, box.bottom()};
    const Point to = resting_place(lane, in_bin_[lane.bin]);
    canvas_.line(from, to,
                 now_ ? mix(theme.panel, theme.now, 0.6F) : mix(theme.panel, theme.muted, 0.4F));
    if (counts) {
      draw_token(lane, {from.x + (to.x - from.x) * motion, from.y + (to.y - from.y) * motion});
    }
  }
  canvas_.set_pale(false);
  draw_queues();
}

void CountersPainter::place_queues() {
  if (!now_ || !writes(scene_.access().operation) || scene_.frame.motion < 1) return;
  const float h = scene_.text_size + 4;
  for (const auto& [bin, count] : in_bin_) {
    if (count < 2 || !bars_.shows(bin)) continue;
    const Point highest = resting_place({0, bin, 0, count - 1}, count);
    const std::string text = "× " + std::to_string(count);
    const float w = canvas_.width(text, scene_.strong({})) + 6;
    const float middle = highest.x - w / 2;
    const float most = std::max(lanes_area_.x, lanes_area_.right() - w);
    const Rect box{std::clamp(middle, lanes_area_.x, most), highest.y - h - 6, w, h};
    // Beside its bin it would be another's, or its bin is out of sight.
    if (std::abs(box.x - middle) > w / 2 || meets_queue(box)) continue;
    queues_.push_back({box, text});
  }
}

bool CountersPainter::meets_queue(Rect box) const {
  return std::ranges::any_of(queues_, [&](const Queue& queue) {
    const Rect& other = queue.box;
    return box.x < other.right() && other.x < box.right() && box.y < other.bottom() &&
           other.y < box.bottom();
  });
}

void CountersPainter::draw_queues() {
  const Theme& theme = scene_.theme();
  for (const Queue& queue : queues_) {
    canvas_.fill(queue.box, theme.panel, 3);
    canvas_.text(queue.box.center(), queue.text,
                 scene_.strong(crowds_cost() ? theme.costly : theme.muted), Align::center);
  }
}

}  // namespace warpscope
