#include <string>
#include <string_view>

#include "app/shell/scene.hpp"
#include "app/shell/side_names.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

Scene::Printed Scene::printed(std::string_view view, bool rival) {
  follow_documents();
  flags_.clear();  // bookmarks are its reader's own
  const Frame frame = frame_of(rival, {.still = true});
  const View& shown = *(rival ? right_ : left_)->find(view);
  Printed printed{.title = shown.tab(frame),
                  .subtitle = {},
                  .caption = {},
                  .concealed = conceals(frame, shown)};
  if (shows_both()) {
    const SideNames names = side_names(session_);
    printed.title += " · " + (rival ? names.right : names.left);
  }
  if (printed.concealed) return printed;
  if (frame.untold.what == Told::nothing) printed.caption = caption_of(frame);
  printed.subtitle = shown.subtitle(frame);
  // Translators: the view shows the access before the one that is asked about.
  if (frame.before_question) printed.subtitle = tr("before the question, {}", printed.subtitle);
  return printed;
}

void Scene::draw_printed(Canvas& canvas, Rect area, std::string_view view, bool rival) {
  follow_documents();
  Frame frame = frame_of(rival, {.still = true});
  frame.offers_layouts = false;  // nobody clicks on paper
  const Clip clip(canvas, area);
  Wishes nobody_listens;
  (rival ? right_ : left_)->find(view)->draw(canvas, area, frame, nobody_listens);
}

}  // namespace warpscope
