#include <algorithm>

#include "app/stage/bins/bins_scene.hpp"

namespace warpscope {

void draw_bar_numbers(Canvas& canvas, const BinsScene& scene, const BarsLayout& bars) {
  const TextStyle style = scene.digits(scene.theme().muted);
  if (bars.count() == 0) return;
  const float widest = canvas.width(std::to_string(bars.shown(bars.count() - 1) + 1), style) + 8;
  std::int64_t apart = 1;
  while (static_cast<float>(apart) * bars.pitch() < widest) apart *= 2;
  const std::int64_t first = bars.shown(0);
  float row = bars.slot(first).bottom();  // the last one with numbers
  float taken = -1e6F;                    // right end of the last number in it
  for (std::int64_t place = 0; place < bars.count(); ++place) {
    if (place % bars.per_row() % apart != 0) continue;
    const std::int64_t bar = bars.shown(place);
    const Rect slot = bars.slot(bar);
    // Low rows leave no room for numbers between them.
    if (slot.bottom() != row && slot.bottom() - row < scene.text_size + 8) continue;
    if (slot.bottom() != row) taken = -1e6F;
    // Below the last row there may be none.
    if (slot.bottom() + scene.text_size + 4 > scene.room.bottom() + 0.5F) continue;
    row = slot.bottom();
    const std::string text = std::to_string(bar);
    const float half = canvas.width(text, style) / 2;
    // A wide number at either end must not leave the pane.
    const float left = bars.slot(first).x;
    const float right = left + bars.pitch() * static_cast<float>(bars.per_row());
    const float x = std::min(std::max(slot.center().x, left + half), right - half);
    // Moved away from the edge, it would meet its neighbour.
    if (x - half < taken + 4) continue;
    taken = x + half;
    canvas.text({x, slot.bottom() + scene.text_size / 2 + 4}, text, style, Align::center);
  }
}

void draw_bins_legend(Canvas& canvas, const BinsScene& scene, Rect area,
                      const std::vector<LegendEntry>& entries, std::string_view note) {
  const TextStyle style = scene.words(scene.theme().muted);
  const float y = area.bottom() - style.size / 2 - 1;
  float x = area.x;
  for (const LegendEntry& entry : entries) {
    const float needs = style.size + 8 + canvas.width(entry.text, style);
    if (x + needs > area.right()) break;
    const Rect box{x, y - style.size / 2, style.size, style.size};
    if (entry.filled) canvas.fill(box, entry.color, 3);
    if (!entry.filled) canvas.stroke(box.inset(1), entry.color, 2, 3);
    canvas.text({box.right() + 8, y}, entry.text, style);
    x += needs + 20;
  }
  if (!note.empty() && canvas.width(note, style) < area.right() - x) {
    canvas.text({area.right(), y}, note, style, Align::right);
  }
}

}  // namespace warpscope
