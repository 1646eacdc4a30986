#include "app/views/parts/focus_map.hpp"

#include <algorithm>
#include <cmath>

#include "app/look/stage_focus.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float most_block_gap = 8;
constexpr float least_pitch = 3;  // columns closer than this have no rows and no gap
constexpr float name_gap = 8;
constexpr float button_pad = 9;

}  // namespace

float focus_map_height(const Frame& frame, float picture) {
  const float least = frame.lecture ? 40 : 22, most = frame.lecture ? 64 : 34;
  return std::clamp(picture * 0.085F, least, most) + type_scale(frame.lecture).small + 6;
}

Rect draw_focus_button(Canvas& canvas, Rect corner, const Frame& frame, Wishes& wishes) {
  if (frame.still) return {};  // nobody can press it
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  const bool large = frame.look.get<StageFocus>() == StageFocus::on;
  const std::string text = large ? tr("whole picture") : tr("group at work");
  const float w = canvas.width(text, {Face::sans, size, {}}) + 2 * button_pad;
  const float h = size + 6;
  const Rect button{corner.right() - w, corner.center().y - h / 2, w, h};
  const bool over = frame.pointer.over_control(button);
  canvas.fill(button, over ? mix(theme.raised, theme.active, 0.25F) : theme.raised, h / 2);
  canvas.stroke(button, over ? theme.active : theme.hairline, 1, h / 2);
  canvas.text(button.center(), text, {Face::sans, size, theme.text}, Align::center);
  if (over) {
    wishes.tooltip = large ? tr("Shows all of it at once.")
                           : tr("Shows what the warp at work does large, and the whole as a map.");
    wishes.about = button;
    if (frame.pointer.pressed) wishes.command = stage_focus_option.next_command;
  }
  return button;
}

bool leaves_focus(Rect room, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  const bool wheel = pointer.inside && room.contains(pointer.at) && pointer.wheel < 0 &&
                     !pointer.keyed && !pointer.shift;
  if (!wheel && frame.zoom.factor >= 1 && !frame.zoom.whole) return false;
  wishes.command = stage_focus_option.next_command;
  return true;
}

FocusMapStrip::FocusMapStrip(const FocusMap& map, Rect strip, const Frame& frame)
    : map_(map), frame_(frame), cells_(strip) {
  const float names = type_scale(frame.lecture).small + 6;
  cells_.h = std::max(1.0F, strip.h - names);
  names_y_ = cells_.bottom() + names / 2 + 1;
  for (std::uint32_t b = 0; b < map.blocks.size(); ++b) {
    block_of_.insert(block_of_.end(), map.blocks[b].columns, b);
  }
  const auto blocks = static_cast<float>(map.blocks.size());
  const auto columns = static_cast<float>(std::max<std::size_t>(1, block_of_.size()));
  gap_ = map.square ? 3 * most_block_gap
                    : std::min(most_block_gap, cells_.w * 0.2F / std::max(1.0F, blocks));
  pitch_ = std::max(0.0F, cells_.w - gap_ * std::max(0.0F, blocks - 1)) / columns;
  if (map.square) pitch_ = std::min(pitch_, cells_.h / static_cast<float>(std::max(1U, map.rows)));
}

float FocusMapStrip::left(std::uint32_t column) const {
  if (column >= block_of_.size()) return cells_.right();
  return cells_.x + static_cast<float>(column) * pitch_ +
         static_cast<float>(block_of_[column]) * gap_;
}

float FocusMapStrip::right(std::uint32_t column) const { return left(column) + pitch_; }

std::optional<MapPlace> FocusMapStrip::asked(bool& held, Wishes& wishes) const {
  const Pointer& pointer = frame_.pointer;
  Rect all = cells_;  // square cells end before the strip does
  if (!block_of_.empty()) {
    all.w = right(static_cast<std::uint32_t>(block_of_.size()) - 1) - all.x;
  }
  const bool over = pointer.over_control(all);
  if (over) {
    wishes.tooltip = tr("The whole picture. Click or drag to go there.");
    wishes.about = all;
  }
  if (pointer.pressed) held = over;
  const bool goes = held && (pointer.pressed || pointer.down);
  if (!pointer.down && !pointer.pressed) held = false;
  if (!goes || block_of_.empty()) return std::nullopt;
  std::uint32_t low = 0, high = static_cast<std::uint32_t>(block_of_.size()) - 1;
  while (low < high) {  // the first column that does not end left of the mouse
    const std::uint32_t middle = (low + high) / 2;
    if (right(middle) >= pointer.at.x) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  const float down = (pointer.at.y - cells_.y) / cells_.h;
  return MapPlace{low, static_cast<double>(std::clamp(down, 0.0F, 1.0F))};
}

Color FocusMapStrip::color(MapTime time) const {
  const Theme& theme = *frame_.theme;
  switch (time) {
    case MapTime::now: return theme.now;
    case MapTime::done: return mix(theme.panel, theme.active, 0.55F);
    case MapTime::later:
    case MapTime::none: break;
  }
  return mix(theme.panel, theme.faint, theme.dark ? 0.3F : 0.35F);
}

void FocusMapStrip::draw_column(Canvas& canvas, std::uint32_t column) const {
  const bool thin = pitch_ < least_pitch;
  const float x = left(column);
  const float w = std::max(1.0F, thin ? pitch_ : pitch_ - std::min(3.0F, pitch_ * 0.25F));
  const std::uint32_t rows = std::max(1U, map_.rows);
  const float row_h = cells_.h / static_cast<float>(rows);
  const float h = std::max(1.0F, row_h - (thin ? 0 : std::min(1.5F, row_h * 0.3F)));
  for (std::uint32_t row = 0; row < rows;) {
    const MapTime time = map_.time(column, row);
    std::uint32_t end = row + 1;
    while (thin && end < rows && map_.time(column, end) == time) ++end;
    const float y = cells_.y + static_cast<float>(row) * row_h;
    if (time != MapTime::none) {
      canvas.fill({x, y, w, h + static_cast<float>(end - row - 1) * row_h}, color(time),
                  thin ? 0 : 1);
    }
    row = end;
  }
}

void FocusMapStrip::draw_names(Canvas& canvas) const {
  const Theme& theme = *frame_.theme;
  const float size = type_scale(frame_.lecture).small;
  const std::uint32_t present = map_.present < block_of_.size() ? block_of_[map_.present] : 0;
  std::vector<std::pair<float, float>> taken;
  const auto put = [&](std::uint32_t block, std::uint32_t first) {
    const MapBlock& data = map_.blocks[block];
    const bool now = block == present;
    const TextStyle style{now ? Face::sans_bold : Face::sans, size,
                          now ? readable(theme.now, theme.panel, theme) : theme.muted};
    const float from = left(first), to = right(first + data.columns - 1);
    for (const std::string* name : {&data.name, &data.short_name}) {
      const float w = canvas.width(*name, style);
      if (w > std::max(to - from + gap_, now ? cells_.w : 0.0F)) continue;
      const float x =
          std::clamp((from + to - w) / 2, cells_.x, std::max(cells_.x, cells_.right() - w));
      if (std::ranges::any_of(taken, [&](const auto& other) {
            return x < other.second + name_gap && x + w > other.first - name_gap;
          }))
        continue;
      canvas.text({x, names_y_}, *name, style);
      taken.emplace_back(x, x + w);
      return;
    }
  };
  for (const bool now : {true, false}) {
    std::uint32_t first = 0;
    for (std::uint32_t block = 0; block < map_.blocks.size(); ++block) {
      if ((block == present) == now) put(block, first);
      first += map_.blocks[block].columns;
    }
  }
}

void FocusMapStrip::draw(Canvas& canvas, Rect large) const {
  if (block_of_.empty()) return;
  const Theme& theme = *frame_.theme;
  const auto columns = static_cast<std::uint32_t>(block_of_.size());
  const float each = std::max(1.0F, 1 / std::max(0.01F, pitch_));  // a pixel each at least
  const auto every = static_cast<std::uint32_t>(std::floor(each));
  for (std::uint32_t column = 0; column < columns; column += std::max(1U, every)) {
    if (column != map_.present) draw_column(canvas, column);
  }
  draw_column(canvas, std::min(map_.present, columns - 1));
  draw_names(canvas);
  canvas.line({large.x, large.y}, {large.right(), large.y}, theme.hairline);
  for (const MapPart& part : map_.large) {
    if (part.end <= part.first) continue;
    const float from = left(part.first) - 2, to = right(part.end - 1) + 1;
    if (part.top <= 0 && part.bottom >= 1) {
      canvas.stroke({from, cells_.y - 3, to - from, cells_.h + 5}, theme.now, 1, 3);
      continue;
    }
    const auto height = static_cast<double>(cells_.h);
    const float y = cells_.y + static_cast<float>(part.top * height);
    const float h = std::max(2.0F, static_cast<float>((part.bottom - part.top) * height));
    canvas.stroke({from, y - 1, to - from, h + 1}, theme.now, 1.5F, 2);
  }
}

}  // namespace warpscope
