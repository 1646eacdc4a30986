#include "app/stage/network/network_picture.hpp"

#include <algorithm>
#include <cmath>

#include "app/look/stage_focus.hpp"
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
constexpr float most_names = 0.35F;         // share of the height that names of bands may take
constexpr float smallest_value = 5.0F / 6;  // of the usual size of text
constexpr float head_rows = 26;       // lines of text: what is large has room for its legend, too
constexpr float low_rows = 25;        // lines of text: in less, what is large gets all there is
constexpr float most_phase_gap = 12;  // in what is large
constexpr float focus_rate = 14;      // see Frame::glide
constexpr float most_enlarged = 2;    // of the largest spacing and unit, by zoom

const Sizes& sizes(const Frame& frame) { return frame.lecture ? lecture : study; }

/// Digits of values that stand on wires so far apart: smaller ones are better than none.
float value_size(float spacing, const Frame& frame) {
  const float usual = sizes(frame).text;
  const float size = std::min(usual, std::floor(spacing - 1));
  return size < std::ceil(usual * smallest_value) ? usual : size;
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

void NetworkPicture::find_visible(NetworkScene& scene) {
  const auto groups = static_cast<std::uint32_t>(scene.layout.groups().size());
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
  const auto wires = static_cast<std::int32_t>(scene.layout.wires().size());
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

/// `large`: the distance between wires in what is shown large.
void NetworkPicture::look(const NetworkScene& scene, const Frame& frame, Wishes& wishes,
                          std::optional<float> large) {
  const ZoomPart now = present_part(scene);
  std::optional<ZoomPlace> begins;
  if (large) {
    begins = ZoomPlace{std::max(1.0, static_cast<double>(*large / scene.spacing)),
                       (now.left + now.right) / 2, (now.top + now.bottom) / 2};
  }
  zoom_.look({.id = info.id,
              .room = scene.plot,
              .size = [&](double factor) { return size(scene, factor); },
              .most = most_zoom(scene),
              .present = now,
              .large = begins},
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
    if (scene.large) {  // an operation that is cut has both its ends in the whole
      NetworkScene whole{scene.document, frame, layout_, scene.plot, {}, {}};
      wishes.tooltip =
          describe_network_op(whole, layout_.ops()[scene.layout.origin(*scene.hovered)]);
    } else {
      wishes.tooltip = describe_network_op(scene, *scene.hovered);
    }
    if (zoom_.clicked()) wishes.seek = scene.hovered->end;
    if (frame.pointer.menu) {
      const NetworkOp& op = *scene.hovered;
      wishes.menu = node_menu(frame, op.node[op.cut < 0 ? 1 : 0]);
    }
    return;
  }
  const std::int32_t wire = network_wire_at(scene, at);
  if (wire < 0) return;
  wishes.tooltip = describe_network_wire(scene, wire, at.x);
  const NetworkEvent* event = network_event_at(scene, wire, at.x);
  if (zoom_.clicked() && event != nullptr) wishes.seek = event->access;
  if (!frame.pointer.menu) return;
  const NetworkWire& cell = scene.layout.wires()[static_cast<std::size_t>(wire)];
  ShownCell shown{.array = cell.array, .index = cell.index};
  shown.value = scene.value(wire, event != nullptr ? event->word : scene.layout.first_word(wire));
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
  if (focuses(area, frame)) return draw_focus(canvas, area, frame, wishes);
  shown_part_.reset();
  look(make_scene(canvas, parts(canvas, area, frame), frame), frame, wishes);
  const Parts parts = this->parts(canvas, area, frame);
  NetworkScene scene = make_scene(canvas, parts, frame);
  hover(scene, frame, wishes);
  draw_large(canvas, scene);
  draw_network_values(canvas, scene);
  if (parts.head.h > 0) draw_network_head(canvas, scene, parts.head);
  if (parts.labels.h > 0) draw_network_labels(canvas, scene, parts.labels);
  zoom_.draw_chip(canvas, scene.plot.inset(0, 4), frame, wishes);
  if (unreadable(area, frame)) {
    const Rect top{scene.plot.x, scene.plot.y + 4, scene.plot.w - 4, sizes(frame).text + 8};
    draw_focus_button(canvas, top, frame, wishes);
  }
}

void NetworkPicture::draw_large(Canvas& canvas, const NetworkScene& scene) const {
  const Clip clip(canvas, with_ends(scene));
  draw_network_bands(canvas, scene);
  draw_network_wires(canvas, scene);
  draw_network_ops(canvas, scene);
  draw_network_motion(canvas, scene);
  draw_network_faults(canvas, scene);
  draw_network_names(canvas, scene);
}

bool NetworkPicture::focuses(Rect area, const Frame& frame) const {
  return frame.look.get<StageFocus>() == StageFocus::on && unreadable(area, frame);
}

/// Whether the values of the whole cannot be read, and it is not zoomed.
bool NetworkPicture::unreadable(Rect area, const Frame& frame) const {
  if (zoom_.zoomed() || area.h < head_needs) return false;
  const Sizes& size = sizes(frame);
  const float apart = spacing(area.h - size.head - size.labels, frame, 1);
  return apart < value_size(apart, frame) + 1;
}

NetworkPicture::FocusParts NetworkPicture::focus_parts(const Canvas& canvas, Rect area,
                                                       const Frame& frame) const {
  const Sizes& size = sizes(frame);
  FocusParts parts;
  float map = focus_map_height(frame, area.h);
  NetworkScene whole{*frame.document, frame, layout_, {}, {}, {}};
  whole.value_digits = value_digits_;
  const float row = network_row_height(frame);
  const bool in_a_row = network_row_width(canvas, whole) <= area.w;
  const bool low = area.h < low_rows * size.text;
  if (in_a_row && low) map -= row / 2;  // values say more than a map of few wires
  parts.map = area.cut_top(map);
  area.cut_top(in_a_row ? 3 : 4);
  if (in_a_row) {
    parts.row = area.cut_top(row);
    area.cut_top(low ? 2 : 6);
  }
  parts.title = area.cut_top(size.text + (low ? 2 : 8));
  if (area.h > head_rows * size.text) parts.head = area.cut_top(size.head);
  parts.labels = area.cut_bottom(size.text + (low ? 2 : 6));
  const float digit = canvas.width("0", {Face::mono, size.text, {}});
  parts.first = area.cut_left(static_cast<float>(number_digits_ + 1 + value_digits_) * digit);
  area.cut_left(8);
  parts.plot = area;
  return parts;
}

void NetworkPicture::choose_focus(const Canvas& canvas, const FocusParts& parts,
                                  const Frame& frame) {
  const Sizes& size = sizes(frame);
  const float least = std::ceil(size.text * smallest_value) + 1;
  NetworkRoom room;
  room.wires = std::max<std::size_t>(2, static_cast<std::size_t>(parts.plot.h / least));
  const float digit = canvas.width("0", {Face::mono, size.text, {}});
  const float pill = std::max(size.text + 8, static_cast<float>(value_digits_) * digit + 10) + 8;
  // With the gaps of phases, and lines in every other row.
  const auto rows = static_cast<float>(std::min<std::size_t>(16, room.wires));
  const float column = pill + most_phase_gap + size.text * 0.2F * rows;
  room.columns = static_cast<std::uint32_t>(std::clamp(parts.plot.w / column, 2.0F, 12.0F));
  const FocusQuestion asked{frame.access, wanted_, room};
  if (focused_ == asked) return;  // a column may have a million operations
  focused_ = asked;
  NetworkFocus wanted =
      choose_network_focus(layout_, *frame.document->trace, frame.access, room, wanted_);
  const bool other = wanted.part != focus_.part;
  focus_ = std::move(wanted);
  if (other) large_ = layout_.excerpt(focus_.part);
}

NetworkScene NetworkPicture::focus_scene(const Canvas& canvas, const FocusParts& parts,
                                         const Frame& frame) const {
  const Sizes& size = sizes(frame);
  NetworkScene scene{*frame.document, frame, large_, parts.plot, {}, parts.first};
  scene.large = true;
  scene.slack = 1;
  scene.text_size = size.text;
  const auto bands = static_cast<float>(large_.bands().size());
  const float height = scene.plot.h;
  scene.band_gap = bands > 1 ? std::min(size.text + 8, height * 0.2F / bands) : 0;
  const auto wires = static_cast<float>(std::max<std::size_t>(1, large_.wires().size()));
  scene.spacing = std::min(size.spacing, (height - bands * scene.band_gap) / wires);
  scene.value_size = value_size(scene.spacing, frame);
  scene.digit = canvas.width("0", {Face::mono, scene.value_size, {}});
  scene.value_digits = value_digits_;
  const auto groups = static_cast<float>(large_.groups().size());
  const auto phases = static_cast<float>(large_.phases().size());
  scene.phase_gap = most_phase_gap;
  const auto unit_for = [&](float gap) {
    return (scene.plot.w - groups * gap - phases * scene.phase_gap) / large_.units();
  };
  const float wide = scene.pill_width() + 8;
  scene.gap = !scene.crowded() && unit_for(wide) >= least_unit ? wide : small_gap;
  scene.unit = std::clamp(unit_for(scene.gap), least_unit, size.unit);
  scene.present = large_.group_at(frame.access);
  return scene;
}

/// What stays in sight glides from where it was; what is new comes with it.
void NetworkPicture::slide(NetworkScene& scene, const Frame& frame, Wishes& wishes) {
  const NetworkExcerpt& part = focus_.part;
  if (shown_part_ && *shown_part_ != part) {
    const NetworkExcerpt& old = *shown_part_;
    const auto columns = static_cast<float>(part.first_group) - static_cast<float>(old.first_group);
    slide_.x += std::clamp(columns * (shown_gap_ + 3 * shown_unit_), -scene.plot.w, scene.plot.w);
    if (!old.wires.empty() && !part.wires.empty() && old.wires.front() != part.wires.front()) {
      const float way = old.wires.front() < part.wires.front() ? 1.0F : -1.0F;
      slide_.y += way * std::min(scene.plot.h * 0.5F, 4 * scene.spacing);
    }
  }
  const bool at_once = !shown_part_ || (frame.still && frame.seconds <= 0);
  shown_part_ = part;
  shown_gap_ = scene.gap;
  shown_unit_ = scene.unit;
  const float left = at_once ? 0 : 1 - frame.glide(focus_rate);
  slide_ = {slide_.x * left, slide_.y * left};
  if (std::abs(slide_.x) < 0.5F && std::abs(slide_.y) < 0.5F) slide_ = {};
  if (slide_.x != 0 || slide_.y != 0) wishes.animate = true;
  scene.scroll = {-slide_.x, -slide_.y};
}

void NetworkPicture::hear_map(const FocusMapStrip& strip, const Frame& frame, Wishes& wishes) {
  const auto place = strip.asked(map_held_, wishes);
  if (!place) return;
  const NetworkMoment moment = network_moment(layout_, *place);
  wanted_ = moment.wire;
  if (moment.access != frame.access) wishes.seek = moment.access;
}

void NetworkPicture::draw_focus_title(Canvas& canvas, const NetworkScene& scene, Rect strip,
                                      Wishes& wishes) const {
  const Theme& theme = scene.theme();
  const NetworkGroup& group = layout_.groups()[focus_.group];
  std::string right;
  if (group.comparators > 0) {
    right = tr("comparators: {0} of {1}", count_text(std::min(focus_.shown, group.comparators)),
               count_text(group.comparators));
  }
  const TextStyle muted{Face::sans, scene.text_size, theme.muted};
  const float w = canvas.width(right, muted);
  const float y = strip.center().y;
  const Rect button = draw_focus_button(canvas, strip, scene.frame, wishes);
  if (button.w > 0) strip.w = button.x - 12 - strip.x;
  // Translators: {0} are wires of a network, "64 … 95", at which a warp is at work.
  const std::string left =
      tr("Wires {0}, where warp {1} is at work", focused_wires_text(large_), focus_.warp);
  const float used =
      canvas.text_fit({strip.x, y}, left, {Face::sans_bold, scene.text_size, theme.text}, strip.w);
  if (used + w + 16 <= strip.w) canvas.text({strip.right(), y}, right, muted, Align::right);
}

void NetworkPicture::draw_focus(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const FocusParts parts = focus_parts(canvas, area, frame);
  choose_focus(canvas, parts, frame);
  const FocusMap map = network_map(layout_, *frame.document->trace, frame.access, focus_);
  const FocusMapStrip strip(map, parts.map.inset(2, 3), frame);
  hear_map(strip, frame, wishes);
  NetworkScene scene = focus_scene(canvas, parts, frame);
  if (!leaves_focus(area, frame, wishes)) {
    look(make_scene(canvas, this->parts(canvas, area, frame), frame), frame, wishes, scene.spacing);
  }
  slide(scene, frame, wishes);
  find_visible(scene);
  if (!map_held_ && !parts.map.contains(frame.pointer.at)) hover(scene, frame, wishes);
  const float top = parts.row.h > 0 ? parts.row.y - 3 : parts.title.y - 2;
  strip.draw(canvas, {area.x, top, area.w, area.bottom() - top});
  if (parts.row.h > 0) {
    NetworkScene whole{*frame.document, frame, layout_, {}, {}, {}};
    whole.value_digits = value_digits_;
    draw_network_row(canvas, whole, focus_.part.wires, parts.row);
  }
  draw_focus_title(canvas, scene, parts.title, wishes);
  draw_large(canvas, scene);
  {
    const Clip clip(canvas, {area.x, scene.plot.y - 6, area.w, scene.plot.h + 12});
    draw_network_values(canvas, scene);
  }
  if (parts.head.h > 0) draw_network_head(canvas, scene, parts.head);
  draw_network_steps(canvas, scene, parts.labels);
}

}  // namespace warpscope
