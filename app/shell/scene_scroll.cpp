#include <algorithm>
#include <utility>

#include "app/shell/scene.hpp"

namespace warpscope {

Scene::Input Scene::scrolled(const Input& input) {
  Input inner = input;
  if (!scroll_.needed()) return inner;
  Pointer& pointer = inner.pointer;
  const bool taken = scroll_.point(pointer.at, pointer.inside && pointer.pressed, pointer.down);
  const bool over_view = scroll_.view().contains(pointer.at);
  pointer.inside = pointer.inside && !taken && over_view;
  pointer.at.x += scroll_.offset().x;
  pointer.at.y += scroll_.offset().y;
  if (!input.pointer.inside || pointer.wheel == 0) return inner;
  // Over a pane, the wheel belongs to the pane; with Shift, and everywhere else, it scrolls the
  // window's content.
  const bool over_pane = over_view && std::ranges::any_of(layout_.panes, [&](const Pane& pane) {
                           return pane.framed && pane.frame.contains(pointer.at);
                         });
  if (over_pane && !pointer.shift) return inner;
  const bool level_bar = scroll_.track(false).contains(input.pointer.at);
  const Point before = scroll_.offset();
  scroll_.wheel(std::exchange(pointer.wheel, 0.0F), pointer.shift || level_bar);
  pointer.at.x += scroll_.offset().x - before.x;
  pointer.at.y += scroll_.offset().y - before.y;
  return inner;
}

void Scene::draw_scroll_bars(Canvas& canvas) const {
  if (!scroll_.needed()) return;
  for (const bool upright : {false, true}) {
    const Rect track = scroll_.track(upright);
    if (track.w <= 0) continue;
    canvas.fill(track, theme().background);
    canvas.fill(scroll_.thumb(upright).inset(3), theme().muted, 3);
  }
  const Rect view = scroll_.view();
  if (scroll_.track(false).w > 0 && scroll_.track(true).w > 0) {
    canvas.fill({view.right(), view.bottom(), WindowScroll::bar, WindowScroll::bar},
                theme().background);
  }
}

}  // namespace warpscope
