#include <algorithm>

#include "app/stage/network/network_scene.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The meaning of the strips' colours, at the right end. Returns its left edge.
float draw_scale(Canvas& canvas, const NetworkScene& scene, Rect strip) {
  const ShadeRange& values = scene.layout.values(0);
  const bool one = scene.layout.bands().size() == 1;  // each has a scale of its own
  if ((one && !values.any) || strip.w < 30 * scene.text_size) return strip.right();
  const TextStyle style{one ? Face::mono : Face::sans, scene.text_size, scene.theme().muted};
  const float y = strip.center().y;
  const float height = scene.text_size * 0.7F;
  constexpr int pieces = 24;
  const float piece = scene.frame.lecture ? 6.0F : 4.0F;
  float x = strip.right();
  const std::string high = one ? value_text(values.high) : tr("largest");
  canvas.text({x, y}, high, style, Align::right);
  x -= canvas.width(high, style) + 6 + static_cast<float>(pieces) * piece;
  for (int i = 0; i < pieces; ++i) {
    const float share = (static_cast<float>(i) + 0.5F) / pieces;
    canvas.fill({x + static_cast<float>(i) * piece, y - height / 2, piece + 0.5F, height},
                network_shade(scene.theme(), share));
  }
  const std::string low = one ? value_text(values.low) : tr("smallest");
  canvas.text({x - 6, y}, low, style, Align::right);
  x -= 12 + canvas.width(low, style);
  const TextStyle words{Face::sans, scene.text_size, scene.theme().muted};
  const std::string_view what = !one                   ? tr("each array:")
                                : scene.logarithmic(0) ? tr("value, logarithmic")
                                : scene.by_rank(0)     ? tr("value, by rank")
                                                       : tr("value");
  canvas.text({x, y}, what, words, Align::right);
  return x - canvas.width(what, words) - 16;
}

/// The signs of comparators, one after the other as far as there is room.
class Signs {
 public:
  Signs(Canvas& canvas, const NetworkScene& scene, Rect room)
      : canvas_(canvas),
        room_(room),
        size_(scene.text_size),
        ink_(scene.theme().muted),
        style_{Face::sans, scene.text_size, scene.theme().muted} {}

  void dot(bool open, std::string_view text) {
    if (!fits(text)) return;
    const Point at{room_.x + size_ / 2, room_.center().y};
    if (open) canvas_.ring(at, size_ * 0.3F, ink_, 1.5F);
    if (!open) canvas_.circle(at, size_ * 0.3F, ink_);
    put(text);
  }
  /// Words without a sign, whole or, at the end of the room, cut.
  void words(std::string_view text) {
    const float w = canvas_.width(text, style_);
    if (w > room_.w) return note(text);
    canvas_.text({room_.x, room_.center().y}, text, style_);
    room_.cut_left(std::min(room_.w, w + 16));
  }
  void note(std::string_view text) {
    canvas_.text_fit({room_.x, room_.center().y}, text, style_, room_.w);
    room_.cut_left(room_.w);
  }
  void arrow(std::string_view text) {
    if (!fits(text)) return;
    const float x = room_.x + size_ / 2, y = room_.center().y, half = size_ * 0.45F;
    canvas_.line({x, y - half}, {x, y + half * 0.3F}, ink_, 1.5F);
    canvas_.triangle({x, y + half}, {x - half * 0.7F, y}, {x + half * 0.7F, y}, ink_);
    put(text);
  }

 private:
  [[nodiscard]] bool fits(std::string_view text) const {
    return canvas_.width(text, style_) + size_ + 4 <= room_.w;
  }
  void put(std::string_view text) {
    canvas_.text({room_.x + size_ + 4, room_.center().y}, text, style_);
    room_.cut_left(size_ + 4 + canvas_.width(text, style_) + 16);
  }

  Canvas& canvas_;
  Rect room_;
  float size_;
  Color ink_;
  TextStyle style_;
};

/// The array whose values are all equal and change places, where every exchange looks like a copy.
/// Empty if there is none.
std::string equal_array(const NetworkScene& scene) {
  bool any = false;  // most traces have none, and many operations
  for (std::uint32_t band = 0; band < scene.layout.bands().size(); ++band) {
    const ShadeRange& values = scene.layout.values(band);
    any = any || (values.any && values.low == values.high);
  }
  if (!any) return {};
  for (const NetworkOp& op : scene.layout.ops()) {
    if (op.kind != NetworkKind::move && !op.is_comparator()) continue;
    const NetworkWire& wire = scene.layout.wires()[static_cast<std::size_t>(op.target)];
    const ShadeRange& values = scene.layout.values(wire.band);
    if (values.any && values.low == values.high) {
      return name_in(scene.trace(), launch_of(scene.frame), wire.array);
    }
  }
  return {};
}

/// "every 4th butterfly is drawn, other lines thinned"; empty if all are drawn, or there are none.
std::string thinned_text(const NetworkScene& scene) {
  const std::uint32_t every = every_butterfly(scene);
  bool any = false, others = false;
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    const NetworkGroup& group = scene.layout.groups()[g];
    any = any || group.butterflies > 1;
    others = others || every_slanted(scene, group) > 1;
  }
  if (every == 1 || !any) return {};
  const bool second = every % 10 == 2 && every % 100 != 12;  // a power of two ends in 2, 4, 6, 8
  if (second) {
    // Translators: which of them are drawn; an ordinal in English, "every 32nd", "every 4th".
    return others ? tr("every {}nd butterfly is drawn, other lines thinned", every)
                  : tr("every {}nd butterfly is drawn", every);
  }
  return others ? tr("every {}th butterfly is drawn, other lines thinned", every)
                : tr("every {}th butterfly is drawn", every);
}

}  // namespace

void draw_network_head(Canvas& canvas, const NetworkScene& scene, Rect strip) {
  const TextStyle style{Face::sans, scene.text_size, scene.theme().muted};
  Rect room = strip;
  if (scene.crowded()) {
    room.w = std::max(0.0F, draw_scale(canvas, scene, strip) - room.x);
  } else if (scene.values_now.w > 0) {
    const float w = canvas.width(tr("now"), style);
    canvas.text({scene.values_now.right(), strip.center().y}, tr("now"), style, Align::right);
    room.cut_right(std::max(w, scene.values_now.w) + 16);
  }
  const float left = scene.plot.x;
  room.cut_left(std::max(0.0F, left - room.x));
  Signs signs(canvas, scene, room);
  const std::string equal = equal_array(scene);
  const std::string why =
      equal.empty() ? ""
                    // Translators: the field is an array, all of whose values are equal.
                    : tr("all {} are equal: the trace cannot tell which one was stored", equal);
  const std::string thinned = thinned_text(scene);
  if (!thinned.empty()) signs.words(thinned);
  if (scene.layout.comparators() == 0) {
    signs.dot(false, tr("made from several values"));
    signs.dot(true, tr("copied"));
    if (!why.empty()) signs.note(why);
    return;
  }
  signs.dot(false, tr("exchanged"));
  signs.dot(true, tr("left in order"));
  if (!why.empty()) return signs.note(why);
  signs.arrow(tr("to the larger value"));
}

}  // namespace warpscope
