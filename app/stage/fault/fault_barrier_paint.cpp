#include <algorithm>
#include <string>

#include "app/stage/fault/fault_scene.hpp"
#include "app/views/parts/strokes.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float most_row = 56;

/// A thread's way from the left, on whose row something is said behind it.
struct BarrierRow {
  std::string thread;
  std::string deed;
  float y = 0;
};

}  // namespace

void draw_fault_barrier(Canvas& canvas, Rect area, const FaultScene& scene) {
  const Theme& theme = scene.theme();
  const FaultStory& story = scene.story;
  const std::string title = tr("barrier of line {}", story.line);
  BarrierRow waits{tr("thread {}", story.thread), std::string(tr("waits")), 0};
  BarrierRow passes;
  if (story.other_thread >= 0) {
    passes.thread = tr("thread {}", story.other_thread);
    passes.deed = story.other_line > 0
                      // Translators: of a thread that does not come to a barrier.
                      ? tr("does not wait here: goes on to line {}", story.other_line)
                      : std::string(tr("never comes here"));
  }
  const float gutter = 12 + std::max(canvas.width(waits.thread, scene.words({})),
                                     canvas.width(passes.thread, scene.words({})));
  const float above = scene.type.small + 8;
  if (area.h < 2 * above || area.w < 2 * gutter) return;
  area.cut_top(above);
  const float height = std::min(most_row, area.h / 2);
  const float left = area.x + gutter, barrier = left + (area.right() - left) * 0.42F;
  waits.y = area.y + height / 2;
  passes.y = waits.y + height;

  canvas.text_fit({barrier, area.y - above / 2}, title, scene.words(theme.free),
                  2 * std::min(barrier - area.x, area.right() - barrier), Align::center);
  canvas.text({left - 10, waits.y}, waits.thread, scene.words(theme.active), Align::right);
  canvas.line({left, waits.y}, {barrier - 4, waits.y}, theme.active, 3);
  canvas.circle({barrier - 8, waits.y}, 6, theme.active);
  canvas.line({barrier, area.y}, {barrier, area.y + height}, theme.free, 3);
  canvas.text_fit({barrier + 12, waits.y}, waits.deed, scene.words(theme.text),
                  area.right() - barrier - 12);
  if (passes.thread.empty()) return;

  // The gap: where the barrier should stop this thread, too.
  const Point top{barrier, area.y + height + 2}, bottom{barrier, area.y + 2 * height};
  draw_dashed(canvas, top, {barrier, passes.y - 9}, theme.free, 1.5F);
  draw_dashed(canvas, {barrier, passes.y + 9}, bottom, theme.free, 1.5F);
  canvas.text({left - 10, passes.y}, passes.thread, scene.words(theme.costly), Align::right);
  const bool ends = story.other_line == 0;
  const float end = ends ? barrier - 24 : area.right() - 8;
  canvas.line({left, passes.y}, {end, passes.y}, theme.costly, 3);
  if (ends) {
    canvas.line({end, passes.y - 7}, {end, passes.y + 7}, theme.costly, 3);
  } else {
    canvas.triangle({end, passes.y - 7}, {end + 8, passes.y}, {end, passes.y + 7}, theme.costly);
  }
  const float below = ends ? 0 : scene.type.small * 0.9F;
  canvas.text_fit({barrier + 12, passes.y + below}, passes.deed, scene.words(theme.costly),
                  area.right() - barrier - 12);
}

}  // namespace warpscope
