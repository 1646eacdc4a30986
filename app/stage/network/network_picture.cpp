#include "app/stage/network/network_picture.hpp"

#include <algorithm>
#include <cmath>

#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct Sizes {
  float text, spacing, unit, phase_gap, head, labels;
};
constexpr Sizes study{12, 44, 64, 16, 22, 40};
constexpr Sizes lecture{18, 60, 88, 22, 34, 60};

constexpr float stands_out = 4;    // a point of the outermost wire, where wires are close
constexpr float head_needs = 220;  // lower panes have nothing above and below the plot
constexpr float least_unit = 2.5F;
constexpr float small_gap = 10;
constexpr float most_names = 0.35F;  // share of the height that names of bands may take
constexpr float most_enlarged = 2;   // of the largest spacing and unit, by zoom

const Sizes& sizes(const Frame& frame) { return frame.lecture ? lecture : study; }

/// Digits of values that stand on wires so far apart: smaller ones are better than none.
float value_size(float spacing, const Frame& frame) {
  constexpr float smallest = 5.0F / 6;  // of the usual size
  const float usual = sizes(frame).text;
  const float size = std::min(usual, std::floor(spacing - 1));
  return size < std::ceil(usual * smallest) ? usual : size;
}

/// Characters of the widest value on a wire, estimated from a regular part if there are many.
std::size_t widest_value(const Trace& trace, const Dataflow& flow, const NetworkLayout& layout) {
  constexpr std::size_t looked_at = 4096;
  std::size_t widest = 1;
  const auto add = [&](std::int32_t wire, std::uint32_t word) {
    const auto array = layout.wires()[static_cast<std::size_t>(wire)].array;
    const ElementType type = trace.arrays[array].type;
    const auto words = value_at(trace, flow, type, word);
    if (!words.empty()) widest = std::max(widest, shown_value(type, words).size());
  };
  const auto ops = layout.ops();
  const std::size_t every = ops.size() / looked_at + 1;
  for (std::size_t i = 0; i < ops.size(); i += every) add(ops[i].target, ops[i].after[0]);
  for (std::size_t w = 0; w < std::min(layout.wires().size(), looked_at); ++w) {
    const auto wire = static_cast<std::int32_t>(w);
    add(wire, layout.first_word(wire));
  }
  return widest;
}

/// "exchanges 5 of 8"; while some have not stored yet, the count of those that have.
std::string exchanges_text(const NetworkLayout& layout, const NetworkGroup& group,
                           const Frame& frame) {
  std::uint32_t decided = 0, exchanged = 0;
  for (const NetworkOp& op : layout.ops(group)) {
    const bool done = op.end < frame.access || (op.end == frame.access && frame.motion >= 1);
    if (!op.is_comparator() || !done) continue;
    ++decided;
    exchanged += op.exchanged ? 1 : 0;
  }
  if (decided == 0) return tr_n("compares {} pairs", "compares {} pairs", group.comparators);
  // Translators: pairs of elements that a step of a sorting network exchanges, of those it compares.
  if (decided == group.comparators) return tr("exchanges {0} of {1}", exchanged, decided);
  return tr("exchanges {0} of {1}, {2} to come", exchanged, decided, group.comparators - decided);
}

}  // namespace

std::string NetworkPicture::subtitle(const Frame& frame) const {
  if (frame.document == nullptr || layout_.groups().empty()) return {};
  std::string text;  // the part that changes comes first: narrow panes cut the rest
  const NetworkGroup& group = layout_.groups()[layout_.group_at(frame.access)];
  if (group.comparators > 0 && group.begin <= frame.access) {
    text = exchanges_text(layout_, group, frame) + " · ";
  }
  const std::int64_t wires = std::ssize(layout_.wires());
  text += tr_n("{1} wire", "{1} wires", wires, count_text(wires));
  const auto comparators = static_cast<std::int64_t>(layout_.comparators());
  const bool compares = comparators > 0;
  if (compares)
    text += " · " + tr_n("{1} comparator", "{1} comparators", comparators, count_text(comparators));
  std::vector<std::string> names;
  for (const std::int32_t array : layout_.carried()) {
    const Array& data = frame.document->trace->arrays[array];
    if (data.space == Space::shared) names.push_back(data.name);
  }
  if (names.size() != 1) return text;
  return text + " · " +
         // Translators: the field is an array, whose elements move together with those that are compared.
         (compares ? tr("{} are carried along", names.front())
                   : tr("{} goes the same ways", names.front()));
}

void NetworkPicture::on_document(const Document& document) {
  *this = {};
  layout_ = NetworkLayout(*document.trace, document.flow);
  value_digits_ = std::min<std::size_t>(12, widest_value(*document.trace, document.flow, layout_));
  for (const NetworkWire& wire : layout_.wires()) {
    number_digits_ = std::max(number_digits_, std::to_string(wire.index).size());
  }
}

float NetworkPicture::band_gap(float height, const Frame& frame) const {
  const auto bands = static_cast<float>(layout_.bands().size());
  if (bands < 2) return 0;
  const float named = sizes(frame).text + 8;
  return named * bands <= height * most_names ? named : std::min(6.0F, height / (4 * bands));
}

float NetworkPicture::spacing(float height, const Frame& frame, double factor) const {
  const float most = sizes(frame).spacing;
  const auto bands = static_cast<float>(layout_.bands().size());
  const float fit =
      (height - bands * band_gap(height, frame)) / static_cast<float>(layout_.wires().size());
  const float least = std::min(most, fit);
  return std::clamp(least * static_cast<float>(factor), least, most_enlarged * most);
}

/// The plot, and what stands out of it where nothing has been scrolled away.
Rect NetworkPicture::with_ends(const NetworkScene& scene) const {
  Rect seen = scene.plot;
  if (scene.scroll.y <= 0) {
    seen.y -= stands_out;
    seen.h += stands_out;
  }
  if (scene.scroll.y + scene.plot.h >= scene.height() - 0.5F) seen.h += stands_out;
  return seen;
}

NetworkPicture::Parts NetworkPicture::parts(const Canvas& canvas, Rect area,
                                            const Frame& frame) const {
  const Sizes& size = sizes(frame);
  Parts parts;
  if (area.h >= head_needs) {
    parts.head = area.cut_top(size.head);
    parts.labels = area.cut_bottom(size.labels);
  } else {
    area.cut_top(stands_out);
    area.cut_bottom(stands_out);
  }
  const float apart = spacing(area.h, frame, zoom_.place().factor);
  const float text = value_size(apart, frame);
  const float digit = canvas.width("0", {Face::mono, text, {}});
  const bool crowded = apart < text + 1;
  const float numbers = static_cast<float>(number_digits_) * digit;
  const float values = static_cast<float>(value_digits_) * digit;
  parts.first = area.cut_left(crowded ? numbers : numbers + digit + values);
  area.cut_left(8);
  if (!crowded) {
    parts.now =
        area.cut_right(std::max(values, canvas.width(tr("now"), {Face::sans, size.text, {}})));
    area.cut_right(8);
  }
  parts.plot = area;
  parts.labels.x = area.x;
  parts.labels.w = area.w;
  return parts;
}

NetworkScene NetworkPicture::make_scene(const Canvas& canvas, const Parts& parts,
                                        const Frame& frame) const {
  const Sizes& size = sizes(frame);
  NetworkScene scene{*frame.document, frame, layout_, parts.plot, parts.now, parts.first};
  scene.text_size = size.text;
  scene.value_size = value_size(spacing(parts.plot.h, frame, zoom_.place().factor), frame);
  scene.digit = canvas.width("0", {Face::mono, scene.value_size, {}});
  scene.value_digits = value_digits_;
  scene.phase_gap = size.phase_gap;
  scene.band_gap = band_gap(parts.plot.h, frame);
  const double factor = zoom_.place().factor;
  scene.spacing = spacing(parts.plot.h, frame, factor);
  scene.slack = parts.head.h > 0 ? size.text * 0.4F : 0;
  fit_width(scene, factor);
  const ZoomPart& part = zoom_.part();
  scene.scroll = {static_cast<float>(part.left * static_cast<double>(scene.width())),
                  static_cast<float>(part.top * static_cast<double>(scene.height()))};
  scene.present = layout_.group_at(frame.access);
  if (scene.pills()) scene.values_now.w = 0;
  find_visible(scene);
  return scene;
}

void NetworkPicture::fit_width(NetworkScene& scene, double factor) const {
  const auto zoom = static_cast<float>(factor);
  const Sizes& size = sizes(scene.frame);
  const auto groups = static_cast<float>(layout_.groups().size());
  const auto phases = static_cast<float>(layout_.phases().size());
  const auto unit_for = [&](float gap) {
    return (scene.plot.w - groups * gap - phases * scene.phase_gap) / layout_.units();
  };
  // Values stand in the gaps only if that leaves the comparators some room, and no butterfly
  // narrower than a gap.
  const float wide = scene.pill_width() + 8;
  const float least = layout_.butterfly_lines() > 0 ? wide / slanted_units : size.text * 0.6F;
  const bool roomy = !scene.crowded() && unit_for(wide) * zoom >= least;
  scene.gap = roomy ? wide : small_gap;
  if (!roomy && unit_for(small_gap) < least_unit) scene.gap = scene.phase_gap = small_gap / 2;
  const float fit = std::clamp(unit_for(scene.gap), least_unit, size.unit);
  scene.unit = std::min(fit * zoom, most_enlarged * size.unit);
}

void NetworkPicture::find_visible(NetworkScene& scene) const {
  const auto groups = static_cast<std::uint32_t>(layout_.groups().size());
  const auto first_where = [&](auto right_of) {
    std::uint32_t low = 0, high = groups;
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (right_of(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  };
  scene.first_group =
      first_where([&](std::uint32_t g) { return scene.right(g) + scene.gap >= scene.plot.x; });
  scene.end_group =
      first_where([&](std::uint32_t g) { return scene.left(g) - scene.gap > scene.plot.right(); });
  const auto wires = static_cast<std::int32_t>(layout_.wires().size());
  const auto first_below = [&](float y) {
    std::int32_t low = 0, high = wires;
    while (low < high) {
      const std::int32_t middle = (low + high) / 2;
      if (scene.y(middle) >= y) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  };
  scene.first_wire = first_below(scene.plot.y - scene.spacing);
  scene.end_wire = first_below(scene.plot.bottom() + scene.spacing);
}

ZoomSize NetworkPicture::size(const NetworkScene& scene, double factor) const {
  NetworkScene other = scene;
  other.spacing = spacing(scene.plot.h, scene.frame, factor);
  fit_width(other, factor);
  return {other.width(), other.height()};
}

double NetworkPicture::most_zoom(const NetworkScene& scene) const {
  const Sizes& largest = sizes(scene.frame);
  NetworkScene whole = scene;
  fit_width(whole, 1);
  return static_cast<double>(
      most_enlarged *
      std::max(largest.spacing / spacing(scene.plot.h, scene.frame, 1), largest.unit / whole.unit));
}

ZoomPart NetworkPicture::present_part(const NetworkScene& scene) const {
  ZoomPart part = zoom_.part();
  const float left = scene.plot.x - scene.scroll.x;
  part.left = static_cast<double>((scene.left(scene.present) - left) / scene.width());
  part.right = static_cast<double>((scene.right(scene.present) - left) / scene.width());
  const float top = scene.y(0) - 0.5F * scene.spacing;
  for (const NetworkOp& op : layout_.ops(layout_.groups()[scene.present])) {
    if (scene.time(op) != NetworkTime::now) continue;
    part.top = static_cast<double>((scene.y(op.low) - scene.spacing / 2 - top) / scene.height());
    part.bottom =
        static_cast<double>((scene.y(op.high) + scene.spacing / 2 - top) / scene.height());
    break;
  }
  return part;
}

void NetworkPicture::look(const NetworkScene& scene, const Frame& frame, Wishes& wishes) {
  zoom_.look({.id = info.id,
              .room = scene.plot,
              .size = [&](double factor) { return size(scene, factor); },
              .most = most_zoom(scene),
              .present = present_part(scene)},
             frame, wishes);
}

/// To the keys' cursor: where operations give their value.
void NetworkPicture::tell_ops(const NetworkScene& scene, const Frame& frame) const {
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    for (const NetworkOp& op : scene.layout.ops(scene.layout.groups()[g])) {
      const Point at{scene.x(op), scene.y(op.target)};
      if (!scene.plot.contains(at)) continue;
      frame.pointer.tell({.rect = {at.x - 7, at.y - 7, 14, 14},
                          .key = (std::uint64_t{g} << 32U) + std::uint64_t(op.target) + 1,
                          .present = scene.time(op) == NetworkTime::now});
    }
  }
}

void NetworkPicture::hover(NetworkScene& scene, const Frame& frame, Wishes& wishes) {
  if (frame.pointer.spots != nullptr) tell_ops(scene, frame);
  if (!frame.pointer.inside || zoom_.busy()) return;
  const Point at = frame.pointer.at;
  scene.hovered = network_op_at(scene, at);
  if (scene.hovered != nullptr) {
    wishes.tooltip = describe_network_op(scene, *scene.hovered);
    if (zoom_.clicked()) wishes.seek = scene.hovered->end;
    if (frame.pointer.menu) wishes.menu = node_menu(frame, scene.hovered->node[0]);
    return;
  }
  const std::int32_t wire = network_wire_at(scene, at);
  if (wire < 0) return;
  wishes.tooltip = describe_network_wire(scene, wire, at.x);
  const NetworkEvent* event = network_event_at(scene, wire, at.x);
  if (zoom_.clicked() && event != nullptr) wishes.seek = event->access;
  if (!frame.pointer.menu) return;
  const NetworkWire& cell = layout_.wires()[static_cast<std::size_t>(wire)];
  ShownCell shown{.array = cell.array, .index = cell.index};
  shown.value = scene.value(wire, event != nullptr ? event->word : layout_.first_word(wire));
  if (event != nullptr) shown.writer = event->access;
  wishes.menu = cell_menu(frame, shown);
}

void NetworkPicture::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr || layout_.groups().empty()) {
    const bool many =
        frame.document != nullptr && frame.document->flow.nodes.size() > NetworkLayout::most_values;
    draw_placeholder(
        canvas, area, *frame.theme,
        many ? tr("This trace makes too many values for a network: record fewer elements.")
             : tr("Values that the kernel stores or compares appear here as wires, such as "
                  "those of a sorting network."));
    return;
  }
  look(make_scene(canvas, parts(canvas, area, frame), frame), frame, wishes);
  const Parts parts = this->parts(canvas, area, frame);
  NetworkScene scene = make_scene(canvas, parts, frame);
  hover(scene, frame, wishes);
  {
    const Clip clip(canvas, with_ends(scene));
    draw_network_bands(canvas, scene);
    draw_network_wires(canvas, scene);
    draw_network_ops(canvas, scene);
    draw_network_motion(canvas, scene);
    draw_network_names(canvas, scene);
  }
  draw_network_values(canvas, scene);
  if (parts.head.h > 0) draw_network_head(canvas, scene, parts.head);
  if (parts.labels.h > 0) draw_network_labels(canvas, scene, parts.labels);
  zoom_.draw_chip(canvas, scene.plot.inset(0, 4), frame, wishes);
}

}  // namespace warpscope
