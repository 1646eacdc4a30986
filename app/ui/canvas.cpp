#include "app/ui/canvas.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "app/ui/utf8.hpp"

namespace warpscope {
namespace {

constexpr std::string_view ellipsis = "…";
/// Rounding of sums may make the room for n digits a little less than n digits.
constexpr float rounding = 0.01F;

/// As much of `text` as fits with an ellipsis behind or amid it; empty if not even the ellipsis fits.
std::string shortened(const Canvas& canvas, std::string_view text, const TextStyle& style,
                      float room, Cut where) {
  std::vector<std::size_t> ends{0};
  for (std::string_view rest = text; !rest.empty(); ends.push_back(text.size() - rest.size()))
    static_cast<void>(take_code_point(rest));

  const auto cut = [&](std::size_t count) {
    const std::size_t behind = where == Cut::middle ? count / 2 : 0;
    std::string_view kept = text.substr(0, ends[count - behind]);
    std::string_view end = text.substr(ends[ends.size() - 1 - behind]);
    while (kept.ends_with(' ')) kept.remove_suffix(1);
    while (end.starts_with(' ')) end.remove_prefix(1);
    return std::string(kept).append(ellipsis).append(end);
  };
  if (canvas.width(ellipsis, style) > room) return {};
  std::size_t fits = 0;
  std::size_t too_many = ends.size();
  while (too_many - fits > 1) {
    const std::size_t middle = fits + (too_many - fits) / 2;
    (canvas.width(cut(middle), style) <= room ? fits : too_many) = middle;
  }
  return cut(fits);
}

}  // namespace

float Canvas::text_fit(Point at, std::string_view text_, const TextStyle& style, float room,
                       Align align, Cut where) {
  const float whole = width(text_, style);
  if (whole <= room + rounding) {
    text(at, text_, style, align);
    return whole;
  }
  const std::string cut = shortened(*this, text_, style, room, where);
  if (cut.empty()) return 0;
  text(at, cut, style, align);
  return width(cut, style);
}

}  // namespace warpscope
