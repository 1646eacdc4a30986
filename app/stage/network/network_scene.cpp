#include "app/stage/network/network_scene.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {
namespace {

constexpr float lines_apart = 6;  // pixels of height for each line from wire to wire

}  // namespace

float NetworkScene::width() const {
  const auto groups = static_cast<float>(layout.groups().size());
  const auto phases = static_cast<float>(layout.phases().size());
  return layout.units() * unit + groups * gap + phases * phase_gap;
}

float NetworkScene::height() const {
  return static_cast<float>(layout.wires().size()) * spacing +
         static_cast<float>(layout.bands().size()) * band_gap;
}

float NetworkScene::left(std::uint32_t group) const {
  const NetworkGroup& data = layout.groups()[group];
  return plot.x - scroll.x + data.place * unit + (static_cast<float>(group) + 0.5F) * gap +
         (static_cast<float>(data.phase) + 0.5F) * phase_gap;
}

float NetworkScene::right(std::uint32_t group) const {
  return left(group) + layout.groups()[group].width * unit;
}

float NetworkScene::room(const NetworkGroup& group) const {
  return group.width * unit / static_cast<float>(std::max(1U, group.subs));
}

float NetworkScene::x(const NetworkOp& op) const {
  const NetworkGroup& group = layout.groups()[op.group];
  if (op.is_comparator()) {
    return left(op.group) + (static_cast<float>(op.sub) + 0.5F) * room(group);
  }
  const bool stays = op.kind == NetworkKind::stay;
  return stays ? (left(op.group) + right(op.group)) / 2 : right(op.group);
}

float NetworkScene::y(std::int32_t wire) const {
  const float spare = std::max(0.0F, plot.h - height());
  const std::uint32_t band = layout.wires()[static_cast<std::size_t>(wire)].band;
  return plot.y + spare / 2 - scroll.y + (static_cast<float>(wire) + 0.5F) * spacing +
         static_cast<float>(band + 1) * band_gap;
}

float NetworkScene::now_x() const {
  const NetworkGroup& group = layout.groups()[present];
  if (group.begin > frame.access) return left(present) - gap / 2;
  return right(present) + std::min(gap, 8.0F) / 2;
}

NetworkTime NetworkScene::time(const NetworkOp& op) const {
  if (op.begin > frame.access) return NetworkTime::later;
  if (op.end >= frame.access) return NetworkTime::now;
  const std::uint32_t step = trace().accesses[frame.access].step;
  return op.step == step ? NetworkTime::sibling : NetworkTime::done;
}

ElementType NetworkScene::type(std::int32_t wire) const {
  return trace().arrays[layout.wires()[static_cast<std::size_t>(wire)].array].type;
}

std::string NetworkScene::value(std::int32_t wire, std::uint32_t word) const {
  const auto words = value_at(trace(), document.flow, type(wire), word);
  return words.empty() ? std::string() : format_value(type(wire), words);
}

std::string NetworkScene::shown(std::int32_t wire, std::uint32_t word) const {
  const auto words = value_at(trace(), document.flow, type(wire), word);
  return words.empty() ? std::string() : shown_value(type(wire), words);
}

std::uint32_t every_butterfly(const NetworkScene& scene) {
  // Of the whole height, so that zoom brings them back.
  const float lines = std::max(1.0F, scene.height() / lines_apart);
  const float every = std::ceil(static_cast<float>(scene.layout.butterfly_lines()) / lines);
  return std::bit_ceil(static_cast<std::uint32_t>(std::max(1.0F, every)));
}

std::size_t every_slanted(const NetworkScene& scene, const NetworkGroup& group) {
  const std::uint32_t others = group.lines - group.butterfly_lines;
  if (others == 0) return 1;
  const float lines = std::max(1.0F, std::min(scene.plot.h, scene.height()) / lines_apart);
  return static_cast<std::size_t>(static_cast<float>(others) / lines) + 1;
}

Color network_shade(const Theme& theme, float share) {
  // The dark end of the map is as dark as a dark panel, its bright end as bright as a light one.
  return cividis(theme.dark ? 0.2F + 0.8F * share : 0.92F * share);
}

Color NetworkScene::shade(std::int32_t wire, std::uint32_t word) const {
  const auto words = value_at(trace(), document.flow, type(wire), word);
  if (words.empty()) return theme().hairline;
  const std::uint32_t band = layout.wires()[static_cast<std::size_t>(wire)].band;
  const ShadeRange& values = layout.values(band);
  const double number = numeric_value(type(wire), words);
  const float share = by_rank(band)       ? layout.ranks(band).share(number)
                      : logarithmic(band) ? values.log_share(number)
                                          : values.share(number);
  const Color color = network_shade(theme(), share);
  return fades(wire) ? faded(theme(), color) : color;
}

Color NetworkScene::op_color(const NetworkOp& op) const {
  const Theme& t = theme();
  if (&op == hovered) return t.text;
  const Color color = color_in_time(op);
  return fades(op) ? faded(t, color) : color;
}

bool NetworkScene::fades(const NetworkOp& op) const {
  const Followed* const pinned = pinned_in(frame);
  if (pinned == nullptr) return false;
  if (!pinned->cell()) return !pinned->is_pinned(op.end, op.lane);
  return fades(op.low) && fades(op.high) && fades(op.target);
}

bool NetworkScene::fades(std::int32_t wire) const {
  const Followed* const pinned = pinned_in(frame);
  const NetworkWire& kept = layout.wires()[static_cast<std::size_t>(wire)];
  return pinned != nullptr && pinned->cell() && !pinned->is_cell(kept.array, kept.index);
}

Color NetworkScene::color_in_time(const NetworkOp& op) const {
  const Theme& t = theme();
  switch (time(op)) {
    case NetworkTime::now: return t.now;
    case NetworkTime::sibling: return mix(t.panel, t.now, op.exchanged ? 0.75F : 0.5F);
    case NetworkTime::later: return mix(t.hairline, t.faint, 0.35F);
    case NetworkTime::done: break;
  }
  const bool left = op.is_comparator() && !op.exchanged;
  return left ? mix(t.panel, t.active, 0.45F) : mix(t.panel, t.active, 0.85F);
}

}  // namespace warpscope
