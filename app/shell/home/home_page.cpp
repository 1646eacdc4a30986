#include "app/shell/home/home_page.hpp"

#include <algorithm>
#include <cmath>

#include "app/shell/home/home_measures.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The distance from the middle of one place to that of another, if that lies in the direction; else a negative one.
float distance_along(const Rect& from, const Rect& to, Point direction) {
  const Point a = from.center(), b = to.center();
  const Point way{b.x - a.x, b.y - a.y};
  const float along = way.x * direction.x + way.y * direction.y;
  const float aside = std::abs(way.x * direction.y) + std::abs(way.y * direction.x);
  // Of what lies level, the nearest; what lies aside is another row, or another column.
  const bool apart =
      direction.x != 0 ? (direction.x > 0 ? to.x >= from.right() - 1 : to.right() <= from.x + 1)
                       : (direction.y > 0 ? to.y >= from.bottom() - 1 : to.bottom() <= from.y + 1);
  return apart && along > 0 ? along + 3 * aside : -1;
}

}  // namespace

std::function<void()> HomePage::run(std::string_view command) const {
  return [this, command] { commands_.run(command); };
}

void HomePage::draw(Canvas& canvas, const Theme& theme, const Input& input) {
  tooltip_.clear();
  draw_brand(canvas, {0, 0, page_.w, home_bar}, page_.w, theme);
  const std::size_t focused = focus_.value_or(static_cast<std::size_t>(
      std::ranges::find(items_, Kind::primary, &Item::kind) - items_.begin()));
  for (const Panel& panel : panels_) {
    const bool card = panel.strong;
    canvas.fill(panel.rect, card ? theme.raised : theme.panel, card_corner);
    canvas.stroke(panel.rect, theme.hairline, 1, card_corner);
    if (card) canvas.fill({panel.rect.x, panel.rect.y, 4, panel.rect.h}, theme.now, 2);
  }
  if (picture_place_.w > 0) {
    picture_.draw(canvas, picture_place_, theme, input.seconds, input.still,
                  session_.playback.player.reduced_motion);
  }
  if (progress_.w > 0) {
    canvas.fill(progress_, theme.hairline, 3);
    canvas.fill({progress_.x, progress_.y, std::max(6.0F, progress_.w * share_), progress_.h},
                theme.active, 3);
  }
  std::optional<std::size_t> pressed;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const bool hovered = input.pointer.inside && item.rect.contains(input.pointer.at);
    draw_item(canvas, theme, item, hovered, keyed_ && i == focused);
    if (hovered && !item.tooltip.empty()) {
      tooltip_ = item.tooltip;
      about_ = item.rect;
    }
    if (hovered && input.pointer.pressed) pressed = i;
  }
  for (const Paragraph& words : words_) {
    TextStyle style = words.style;
    style.color = words.ink == Paragraph::Ink::text ? theme.text : theme.muted;
    float y = words.at.y + words.leading / 2;
    for (const std::string& line : words.lines) {
      canvas.text({words.at.x, y}, line, style);
      y += words.leading;
    }
  }
  if (!pressed) return;
  focus_.reset();
  keyed_ = false;
  const auto choose = items_[*pressed].choose;  // it may place everything anew
  choose();
}

void HomePage::draw_item(Canvas& canvas, const Theme& theme, const Item& item, bool hovered,
                         bool focused) {
  const Rect& r = item.rect;
  TextStyle words = bold_words;
  words.color = theme.text;
  switch (item.kind) {
    case Kind::chapter: draw_chapter(canvas, theme, item, hovered); break;
    case Kind::program:
    case Kind::lecture: draw_program(canvas, theme, item, hovered); break;
    case Kind::link:
      words.color = hovered ? theme.text : theme.active;
      canvas.text_fit({r.right(), r.center().y}, item.text, words, r.w, Align::right);
      break;
    case Kind::field: {
      canvas.fill(r, hovered ? mix(theme.raised, theme.text, 0.06F) : theme.raised, 6);
      canvas.stroke(r, theme.hairline, 1, 6);
      TextStyle muted = plain_words;
      muted.color = theme.muted;
      const float keys = canvas.width(item.detail, muted);
      canvas.text_fit({r.x + 14, r.center().y}, item.text, muted, r.w - keys - 40);
      canvas.text({r.right() - 12, r.center().y}, item.detail, muted, Align::right);
      break;
    }
    case Kind::primary:
    case Kind::button: {
      const bool primary = item.kind == Kind::primary;
      const Color ground = primary ? theme.active : theme.raised;
      canvas.fill(r, hovered ? mix(ground, theme.text, 0.1F) : ground, 6);
      if (!primary) canvas.stroke(r, hovered ? theme.muted : theme.hairline, 1, 6);
      if (primary) words.color = theme.on_accent;
      canvas.text_fit(r.center(), item.text, words, r.w - 12, Align::center);
      break;
    }
  }
  if (focused) {
    const Rect ring{r.x - 3, r.y - 3, r.w + 6, r.h + 6};
    canvas.stroke(ring, theme.text, 2, card_corner);
  }
}

void HomePage::draw_program(Canvas& canvas, const Theme& theme, const Item& item, bool hovered) {
  const Rect& r = item.rect;
  canvas.fill(r, hovered ? mix(theme.raised, theme.text, 0.08F) : theme.raised, 6);
  if (hovered) canvas.stroke(r, theme.muted, 1, 6);
  const bool lecture = item.kind == Kind::lecture;
  Rect room = r.inset(14, 0);
  if (lecture) room.cut_right(40);  // what takes it off the list
  constexpr float two_lines = 44;
  if (r.h < two_lines) {
    const float y = r.center().y, gap = 12;
    const float used = canvas.text_fit({room.x, y}, item.text, {Face::mono, 14, theme.text},
                                       room.w * 0.6F, Align::left, Cut::middle) +
                       gap;
    canvas.text_fit({room.right(), y}, item.detail, {Face::sans, 12, theme.muted}, room.w - used,
                    Align::right, Cut::middle);
    return;
  }
  canvas.text_fit({room.x, r.y + 18}, item.text,
                  {lecture ? Face::sans_bold : Face::mono, 14, theme.text}, room.w, Align::left,
                  Cut::middle);
  const bool problem = lecture && !item.tooltip.empty();  // which is read from its beginning
  canvas.text_fit({room.x, r.y + 36}, item.detail,
                  {Face::sans, 12, problem ? theme.costly : theme.muted}, room.w, Align::left,
                  problem ? Cut::end : Cut::middle);
}

std::optional<Rect> HomePage::keyed() const {
  if (!keyed_ || !focus_ || *focus_ >= items_.size()) return std::nullopt;
  return items_[*focus_].rect;
}

std::optional<ContextMenu> HomePage::menu_at(Point at) const {
  const auto item =
      std::ranges::find_if(items_, [at](const Item& each) { return each.rect.contains(at); });
  if (item == items_.end()) return std::nullopt;
  switch (item->kind) {
    case Kind::chapter: return menu_of_chapter(*item);
    case Kind::program: return menu_of_program(*item);
    default: return std::nullopt;
  }
}

ContextMenu HomePage::menu_of_program(const Item& item) const {
  const std::filesystem::path file = programs_[item.number].program.file;
  return {item.text,
          {{.title = tr("Open"), .enabled = !programs_[item.number].absent, .run = item.choose},
           {.title = tr("Copy the folder's path"), .copy = file.parent_path().string()},
           {.title = tr("Copy the file's path"), .copy = file.string()},
           {.title = tr("Forget it: take it off this list"),
            .run = [&session = session_, file] { session.programs.forget(file); }}}};
}

bool HomePage::press(const Chord& chord) {
  if (items_.empty() || chord.ctrl || chord.alt) return false;
  const auto primary = static_cast<std::size_t>(
      std::ranges::find(items_, Kind::primary, &Item::kind) - items_.begin());
  const std::size_t here = focus_.value_or(primary);
  const auto go = [&](std::size_t to) {
    focus_ = to;
    keyed_ = true;
    moved_ = items_[to].rect.inset(-12);
    if (items_[to].rect.y < home_bar + 20) moved_ = Rect{0, 0, 1, 1};
    return true;
  };
  if (chord.key == "Tab") {
    const std::size_t count = items_.size();
    if (!keyed_ && !focus_) return go(primary);
    return go((here + (chord.shift ? count - 1 : 1)) % count);
  }
  if (chord.shift) return false;
  if (chord.key == "Enter" || chord.key == "Space") {
    const auto choose = items_[here].choose;  // it may place everything anew
    choose();
    return true;
  }
  Point direction;
  if (chord.key == "Left") direction = {-1, 0};
  if (chord.key == "Right") direction = {1, 0};
  if (chord.key == "Up") direction = {0, -1};
  if (chord.key == "Down") direction = {0, 1};
  if (direction.x == 0 && direction.y == 0) return chord.key == "Home" || chord.key == "End";
  std::optional<std::size_t> best;
  float nearest = 1e9F;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const float far = distance_along(items_[here].rect, items_[i].rect, direction);
    if (far >= 0 && far < nearest) {
      nearest = far;
      best = i;
    }
  }
  return go(best.value_or(here));
}

}  // namespace warpscope
