#include "app/shell/key_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace warpscope {
namespace {

constexpr float trembling = 3;  // pixels that a mouse moves without being used

float gap_between(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Reading order: lines from above, each from the left.
auto reading_order(Rect rect) {
  constexpr float line = 12;
  return std::tuple(std::floor(rect.center().y / line), rect.x);
}

/// How far it is from one rectangle to another that way; negative: it does not lie there.
float far_along(Rect from, Rect to, Point way) {
  const Point a = from.center(), b = to.center();
  const float along = (b.x - a.x) * way.x + (b.y - a.y) * way.y;
  if (along <= 1) return -1;
  const bool level = way.x != 0;
  const float gap = level ? std::max({0.0F, to.y - from.bottom(), from.y - to.bottom()})
                          : std::max({0.0F, to.x - from.right(), from.x - to.right()});
  const float aside = level ? std::abs(b.y - a.y) : std::abs(b.x - a.x);
  return along + 6 * gap + 0.5F * aside;
}

Point way_of(const std::string& key) {
  if (key == "Left") return {-1, 0};
  if (key == "Right") return {1, 0};
  if (key == "Up") return {0, -1};
  if (key == "Down") return {0, 1};
  return {};
}

}  // namespace

void KeyCursor::step(int controls, int parts) {
  if (controls != 0) asked_.push_back({.kind = Move::Kind::stop, .steps = controls});
  if (parts != 0) asked_.push_back({.kind = Move::Kind::place, .steps = parts});
}

bool KeyCursor::press(const Chord& chord) {
  if (!active() || chord.alt || chord.ctrl || chord.shift) return false;
  if (chord.key == "Escape") {
    leave();
    return true;
  }
  if (chord.key == "Enter" || chord.key == "Space") {
    press_ = Press::down;
    return true;
  }
  const Point way = way_of(chord.key);
  if (way.x == 0 && way.y == 0) return false;
  if (here_->kind == Spot::Kind::slider && way.x != 0) {
    wheel_ = way.x;
  } else {
    asked_.push_back({.kind = Move::Kind::arrow, .way = way});
  }
  return true;
}

void KeyCursor::leave() {
  here_.reset();
  asked_.clear();
  press_ = Press::none;
  wheel_ = 0;
}

std::optional<int> KeyCursor::place() const {
  return here_ ? std::optional(here_->place) : std::nullopt;
}

Pointer KeyCursor::begin(const Pointer& mouse, bool listens) {
  const bool moved = mouse.inside && gap_between(mouse.at, mouse_) > trembling;
  if (active() && (moved || mouse.pressed || mouse.menu || mouse.wheel != 0)) leave();
  if (!active() && mouse.inside) mouse_ = mouse.at;
  spots_.clear();
  places_.clear();
  Pointer pointer = mouse;
  if (active() || !asked_.empty()) pointer.spots = &spots_;
  if (!active()) return pointer;
  pointer = {.at = at_,
             .inside = listens,
             .pressed = press_ == Press::down,
             .down = press_ == Press::down,
             .released = press_ == Press::up,
             .wheel = std::exchange(wheel_, 0.0F),
             .keyed = true,
             .spots = &spots_};
  press_ = press_ == Press::down ? Press::up : Press::none;
  return pointer;
}

void KeyCursor::enter(int place, Rect seen) {
  spots_.enter(place, seen);
  if (std::ranges::count(places_, place, &Place::id) == 0) places_.push_back({place, seen});
}

std::optional<Rect> KeyCursor::end() {
  waits_ = press_ != Press::none || wheel_ != 0;
  if (!active() && asked_.empty()) return std::nullopt;
  follow();
  bool moved = false;
  for (const Move& asked : std::exchange(asked_, {})) moved = move(asked) || moved;
  waits_ = waits_ || moved || !asked_.empty();
  return moved && here_ ? std::optional(here_->rect) : std::nullopt;
}

void KeyCursor::follow() {
  if (!here_) return;
  const Spot* found = nullptr;
  float nearest = 1e9F;
  for (const Spot& spot : spots_.all()) {
    if (spot.place != here_->place) continue;
    const bool same = here_->key != 0 && spot.key == here_->key;
    // What is shown counts more than the place, and a like thing more than another.
    const float away = gap_between(spot.rect.center(), here_->rect.center()) +
                       (same ? 0.0F : 1e6F) + (spot.kind == here_->kind ? 0.0F : 1e4F);
    if (away >= nearest) continue;
    nearest = away;
    found = &spot;
  }
  if (found == nullptr) {
    here_.reset();  // its part of the window is gone
    return;
  }
  const Point before = at_;
  go_to(*found);
  waits_ = waits_ || gap_between(before, at_) > 0.5F;
}

void KeyCursor::go_to(const Spot& spot) {
  here_ = spot;
  if (spot.kind == Spot::Kind::element) left_[spot.place] = spot;
  at_ = spot.rect.center();
  // Not on something smaller that lies on it.
  const auto covered = [&](Point at) {
    return std::ranges::any_of(spots_.all(), [&](const Spot& other) {
      return other.place == spot.place && other.rect.contains(at) &&
             other.rect.w * other.rect.h < spot.rect.w * spot.rect.h;
    });
  };
  constexpr float inside = 2;
  for (const float x : {spot.rect.x + inside, spot.rect.right() - inside}) {
    if (covered(at_)) at_.x = x;
  }
}

const Spot* KeyCursor::first_element(int place) const {
  const auto last = left_.find(place);
  const Spot *first = nullptr, *present = nullptr, *known = nullptr;
  for (const Spot& spot : spots_.all()) {
    if (spot.place != place || spot.kind != Spot::Kind::element) continue;
    if (first == nullptr || reading_order(spot.rect) < reading_order(first->rect)) first = &spot;
    if (spot.present) present = &spot;
    if (last != left_.end() && last->second.key != 0 && last->second.key == spot.key) known = &spot;
  }
  return present != nullptr ? present : known != nullptr ? known : first;
}

std::vector<Spot> KeyCursor::stops() const {
  std::vector<Place> places = places_;
  std::ranges::stable_sort(places, {}, [](const Place& place) {
    constexpr float line = 24;
    return std::tuple(std::floor(place.seen.y / line), place.seen.x);
  });
  std::vector<Spot> all;
  for (const Place& place : places) {
    const auto begin = static_cast<std::ptrdiff_t>(all.size());
    for (const Spot& spot : spots_.all()) {
      if (spot.place == place.id && spot.kind != Spot::Kind::element) all.push_back(spot);
    }
    const bool inside = here_ && here_->place == place.id && here_->kind == Spot::Kind::element;
    const Spot* const element = inside ? &*here_ : first_element(place.id);
    if (element != nullptr) all.push_back(*element);
    std::stable_sort(all.begin() + begin, all.end(), [](const Spot& a, const Spot& b) {
      return reading_order(a.rect) < reading_order(b.rect);
    });
  }
  return all;
}

bool KeyCursor::move(Move move) {
  if (move.kind == Move::Kind::arrow) return move_by_arrow(move);
  const std::vector<Spot> all = stops();
  if (all.empty()) return false;
  const auto count = static_cast<int>(all.size());
  const auto found = std::ranges::find_if(all, [&](const Spot& spot) {
    return here_ && spot.place == here_->place && spot.kind == here_->kind &&
           spot.key == here_->key && gap_between(spot.rect.center(), here_->rect.center()) < 1;
  });
  const auto turned = [&](int i) { return ((i % count) + count) % count; };
  int at = found != all.end() ? static_cast<int>(found - all.begin()) : move.steps > 0 ? -1 : 0;
  if (move.kind == Move::Kind::stop) {
    go_to(all[static_cast<std::size_t>(turned(at + move.steps))]);
    return true;
  }
  // To the elements of the next part, or its first control; parts that show something come before bars of buttons.
  std::vector<Spot> parts;
  for (const Spot& spot : all) {
    if (spot.place >= 0 && (parts.empty() || parts.back().place != spot.place)) {
      const Spot* const element = first_element(spot.place);
      parts.push_back(element != nullptr ? *element : spot);
    }
  }
  if (parts.empty()) return false;
  const auto size = static_cast<int>(parts.size());
  const auto now = std::ranges::find_if(
      parts, [&](const Spot& spot) { return here_ && spot.place == here_->place; });
  at = now != parts.end() ? static_cast<int>(now - parts.begin()) : move.steps > 0 ? -1 : 0;
  go_to(parts[static_cast<std::size_t>((((at + move.steps) % size) + size) % size)]);
  return true;
}

bool KeyCursor::move_by_arrow(Move move) {
  if (!here_) return false;
  const Spot* best = nullptr;
  float nearest = 1e9F;
  for (const Spot& spot : spots_.all()) {
    if (spot.place != here_->place) continue;
    const float far = far_along(here_->rect, spot.rect, move.way);
    if (far < 0 || far >= nearest) continue;
    nearest = far;
    best = &spot;
  }
  if (best != nullptr) {
    go_to(*best);
    return true;
  }
  if (move.scrolled || move.way.y == 0 || here_->kind != Spot::Kind::element) return false;
  // More of it may be out of sight.
  wheel_ = -move.way.y;
  move.scrolled = true;
  asked_.push_back(move);
  return true;
}

void KeyCursor::draw(Canvas& canvas, const Theme& theme) const {
  if (!here_) return;
  canvas.stroke(here_->rect.inset(-3), theme.panel, 1, 6);
  canvas.stroke(here_->rect.inset(-2), theme.text, 2, 5);
}

}  // namespace warpscope
