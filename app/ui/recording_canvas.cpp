#include "app/ui/recording_canvas.hpp"

#include <algorithm>
#include <cassert>

#include "app/ui/font_file.hpp"

namespace warpscope {
namespace {

/// Edges that touch, or overlap by less than anybody can see, are no fault.
constexpr float tolerance = 0.75F;

Rect intersection(Rect a, Rect b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0F, std::min(a.right(), b.right()) - x),
          std::max(0.0F, std::min(a.bottom(), b.bottom()) - y)};
}

bool overlap(Rect a, Rect b) {
  const Rect both = intersection(a, b);
  return both.w > tolerance && both.h > tolerance;
}

std::string where(Rect r) {
  return " at " + std::to_string(static_cast<int>(r.x)) + ',' +
         std::to_string(static_cast<int>(r.y));
}

}  // namespace

bool RecordingCanvas::Text::visible() const { return overlap(rect, clip); }

bool RecordingCanvas::Box::covers(Point at) const { return rect.contains(at) && clip.contains(at); }

Color RecordingCanvas::Box::over(Color below) const {
  Color opaque = color;
  opaque.a = 255;
  return mix(below, opaque, static_cast<float>(color.a) / 255);
}

bool RecordingCanvas::Text::cut() const {
  const Rect seen = intersection(rect, clip);
  return visible() && (seen.w < rect.w - tolerance || seen.h < rect.h - tolerance);
}

void RecordingCanvas::fill(Rect rect, Color color, float) {
  ++shapes_;
  fills_.push_back({rect, color, clips_.back()});
}

void RecordingCanvas::stroke(Rect rect, Color color, float, float) {
  ++shapes_;
  strokes_.push_back({rect, color, clips_.back()});
}

void RecordingCanvas::ink(Color color) {
  ++shapes_;
  inks_.push_back(color);
}

void RecordingCanvas::line(Point, Point, Color color, float) { ink(color); }
void RecordingCanvas::polyline(std::span<const Point> points, Color color, float) {
  ink(color);
  points_ += points.size();
}
void RecordingCanvas::circle(Point, float, Color color) { ink(color); }
void RecordingCanvas::ring(Point, float, Color color, float) { ink(color); }
void RecordingCanvas::triangle(Point, Point, Point, Color color) { ink(color); }

std::size_t RecordingCanvas::inked(Color color) const {
  return static_cast<std::size_t>(std::ranges::count(inks_, color));
}

void RecordingCanvas::heat(Rect rect, const HeatSlice& slice) {
  ++shapes_;
  heats_.push_back({rect, slice});
}

void RecordingCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  const float w = width(text, style);
  const float x = align == Align::left ? at.x : align == Align::center ? at.x - w / 2 : at.x - w;
  const float capitals = face_metrics(style.face).cap_height * style.size;
  const float descender = 0.2F * style.size;
  texts_.push_back({std::string(text),
                    style,
                    {x, at.y - capitals / 2, w, capitals + descender},
                    clips_.back(),
                    fills_.size()});
}

void RecordingCanvas::push_clip(Rect rect) { clips_.push_back(intersection(clips_.back(), rect)); }

void RecordingCanvas::pop_clip() {
  assert(clips_.size() > 1);
  clips_.pop_back();
}

bool RecordingCanvas::says(std::string_view part) const {
  return std::ranges::any_of(
      texts_, [&](const Text& t) { return t.visible() && t.text.find(part) != std::string::npos; });
}

Color RecordingCanvas::ground(const Text& text) const {
  Color ground{0, 0, 0};
  const Point middle = intersection(text.rect, text.clip).center();  // of what is seen
  for (std::size_t i = 0; i < text.fills_before; ++i) {
    if (fills_[i].covers(middle)) ground = fills_[i].over(ground);
  }
  return ground;
}

bool RecordingCanvas::hidden(const Text& text) const {
  constexpr float noticed = 0.2F;  // of the text: less is its descenders
  const Rect seen = intersection(text.rect, text.clip);
  return std::any_of(later_fills(text), fills_.end(), [&](const Box& fill) {
    const Rect both = intersection(intersection(fill.rect, fill.clip), seen);
    return fill.color.a == 255 && both.w * both.h > noticed * seen.w * seen.h;
  });
}

double RecordingCanvas::contrast_of(const Text& text) const {
  Color ink = text.style.color, paper = ground(text);
  const Rect seen = intersection(text.rect, text.clip);
  std::for_each(later_fills(text), fills_.end(), [&](const Box& fill) {
    if (!fill.covers(seen.center()) || fill.rect.w < seen.w) return;
    ink = fill.over(ink);
    paper = fill.over(paper);
  });
  return contrast(ink, paper);
}

std::vector<Color> RecordingCanvas::colors() const {
  std::vector<Color> found;
  const auto add = [&found](Color color) {
    if (color.a == 255 && std::ranges::count(found, color) == 0) found.push_back(color);
  };
  for (const Box& fill : fills_) add(fill.color);
  for (const Box& stroke : strokes_) add(stroke.color);
  for (const Color color : inks_) add(color);
  return found;
}

std::vector<std::string> RecordingCanvas::faults() const {
  std::vector<std::string> found;
  std::vector<const Text*> seen;
  for (const Text& text : texts_) {
    if (!text.visible() || text.text.find_first_not_of(' ') == std::string::npos) continue;
    if (text.cut()) found.push_back('"' + text.text + '"' + where(text.rect) + " is cut off");
    seen.push_back(&text);
  }
  // Sorted by their top, a text can only touch later ones, until one begins below it.
  std::ranges::sort(seen, {}, [](const Text* t) { return t->rect.y; });
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (std::size_t j = i + 1; j < seen.size() && seen[j]->rect.y < seen[i]->rect.bottom(); ++j)
      if (overlap(intersection(seen[i]->rect, seen[i]->clip),
                  intersection(seen[j]->rect, seen[j]->clip)))
        found.push_back('"' + seen[i]->text + "\" and \"" + seen[j]->text + '"' +
                        where(seen[j]->rect) + " lie on each other");
  return found;
}

}  // namespace warpscope
