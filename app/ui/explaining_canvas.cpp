#include "app/ui/explaining_canvas.hpp"

#include <algorithm>

namespace warpscope {

void ExplainingCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  below_.text(at, text, style, align);
  if (style.face == Face::mono) return;
  const std::vector<TermPlace> places = terms_in(text);
  if (places.empty()) return;
  float left = at.x;
  if (align != Align::left) {
    left -= width(text, style) * (align == Align::center ? 0.5F : 1.0F);
  }
  for (const TermPlace& place : places) {
    const float begin = left + width(text.substr(0, place.begin), style);
    const float end = left + width(text.substr(0, place.end), style);
    const Rect word{begin, at.y - style.size * 0.65F, end - begin, style.size * 1.3F};
    if (word.contains(pointer_) && sees_pointer()) pointed_ = Word{place.term, word};
    if (!marks_ || std::ranges::count(marked_, place.term) > 0) continue;
    marked_.push_back(place.term);
    mark_word(word, style);
  }
}

void ExplainingCanvas::mark_word(Rect word, const TextStyle& style) {
  constexpr float pitch = 4, dot = 1.5F;
  const float y = word.center().y + style.size * 0.36F + 2;
  for (float x = word.x; x + dot <= word.right(); x += pitch) {
    below_.fill({x, y, dot, 1}, style.color.alpha(0.55F));
  }
}

bool ExplainingCanvas::sees_pointer() const {
  return std::ranges::all_of(clips_, [&](const Rect& clip) { return clip.contains(pointer_); });
}

void ExplainingCanvas::keep_free(Rect rect) {
  for (const Rect& clip : clips_) rect = common(rect, clip);
  if (rect.w > 0 && rect.h > 0) kept_free_.push_back(rect);
}

void ExplainingCanvas::push_clip(Rect rect) {
  clips_.push_back(rect);
  below_.push_clip(rect);
}

void ExplainingCanvas::pop_clip() {
  clips_.pop_back();
  below_.pop_clip();
}

}  // namespace warpscope
