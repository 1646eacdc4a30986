#include <algorithm>

#include "app/shell/chrome.hpp"
#include "app/shell/scene.hpp"

namespace warpscope {
namespace {

constexpr double noticeable_seconds = 0.15;  // a recording that is faster goes without a word

}  // namespace

void Scene::draw_messages(Canvas& canvas, const Input& input) {
  const Rect window = scroll_.view();
  if (session_.recording()) until_change_ = std::min(until_change_, 0.1F);
  if (session_.recording_seconds() > noticeable_seconds) {
    draw_progress(canvas, window, layout_.toolbar.h + 20, session_.options().request.kernel,
                  session_.recording_seconds(), theme());
  }
  if (const auto& toast = session_.toast()) {
    const float edge = layout_.footer.h > 0 ? layout_.footer.y : layout_.rule.y;
    const float bottom = std::min(edge - scroll_.offset().y, window.bottom()) - 16;
    const Rect card = draw_notice(canvas, window, bottom, *toast, theme());
    if (input.pointer.pressed && input.pointer.inside && card.contains(input.pointer.at)) {
      if (!toast->command.empty()) clicked_ = commands_.find(toast->command);
      session_.dismiss();
    }
  }
  // Who points at something does not ask for its figures.
  const bool asked = input.pointer.inside && session_.pointing == Pointing::none;
  if (!tooltip_.empty() && asked && dragged_ == nullptr) {
    draw_tooltip(canvas, window, input.pointer.at, tooltip_, theme());
  }
}

}  // namespace warpscope
