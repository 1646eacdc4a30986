#include "app/ui/paling_canvas.hpp"

namespace warpscope {
namespace {

constexpr float paper =
    0.62F;  // its part; with less, text on the lightest colours is below 4.5 : 1

}  // namespace

Color PalingCanvas::pale(Color color) const {
  if (!pale_) return color;
  Color paled = mix(color, theme_.panel, paper);
  paled.a = color.a;
  return paled;
}

void PalingCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  TextStyle grey = style;
  if (pale_) {
    grey.color = ink_;
    grey.color.a = style.color.a;
  }
  below_.text(at, text, grey, align);
}

void PalingCanvas::heat(Rect rect, const HeatSlice& slice) {
  below_.heat(rect, slice);
  if (pale_) below_.fill(rect, theme_.panel.alpha(paper));
}

}  // namespace warpscope
