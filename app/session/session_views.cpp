#include "app/session/session_views.hpp"

#include <algorithm>
#include <utility>

#include "app/session/session.hpp"

namespace warpscope {

std::string SessionViews::stage_id(std::string_view topic) const {
  const auto chosen = stages_.find(topic);
  if (chosen != stages_.end()) return chosen->second;
  const Lesson* const own = session_.lesson.lesson_of(topic);
  return own != nullptr ? own->stage : "";
}

std::string SessionViews::stage_id(const Document& document) const {
  std::string chosen = stage_id(document.subject->topic());
  return chosen.empty() ? std::string(document.fitting_stage) : chosen;
}

void SessionViews::choose_stage(std::string_view id) {
  for (const Playhead* side : {&session_.playback.left(), &session_.playback.right()}) {
    if (!side->document()) continue;
    const std::string topic = side->document()->subject->topic();
    if (id.empty()) {
      stages_.erase(topic);
    } else {
      stages_[topic] = id;
    }
  }
}

void SessionViews::zoom(const std::string& picture, const ZoomPlace& place) {
  auto places = look.get<ZoomPlaces>();
  if (place == ZoomPlace{}) {
    places.of.erase(picture);
  } else {
    places.of.insert_or_assign(picture, place);
  }
  look.set(std::move(places));
}

void SessionViews::put_in_front(std::string_view view) {
  std::erase(fronts_, view);
  fronts_.insert(fronts_.begin(), std::string(view));
}

void SessionViews::bring_forward(std::string_view view) {
  put_in_front(view);
  leave_home();
  if (layout == LayoutKind::lecture && view != lecture.view) layout = LayoutKind::study;
}

std::string_view SessionViews::in_front(std::span<const std::string_view> views) const {
  for (const std::string& front : fronts_) {
    const auto found = std::ranges::find(views, front);
    if (found != views.end()) return *found;
  }
  return views.front();
}

Splitters& SessionViews::splitters() {
  return session_.settings.borders[static_cast<std::size_t>(layout)];
}

PaneArrangement SessionViews::arrangement() const { return {session_.settings.borders, large}; }

void SessionViews::put_back(const PaneArrangement& panes) {
  session_.settings.borders = panes.borders;
  large = panes.large;
}

void SessionViews::arranged_from(const PaneArrangement& before) {
  if (before != arrangement()) session_.history.leave(before);
}

void SessionViews::folded(const FoldedBlocks& before, const FoldedBlocks& after) {
  session_.history.leave(before);
  folds_[after.file] = after.heads;
}

void SessionViews::put_back(const FoldedBlocks& blocks) {
  folds_[blocks.file] = blocks.heads;
  reading.put_back = blocks;
  ++reading.put_backs;
}

void SessionViews::choose(const LookOption& option, std::size_t choice) {
  const std::size_t before = option.chosen(look);
  option.choose(look, choice);
  if (option.undoable && option.chosen(look) != before) {
    session_.history.leave(LookChange{&option, before});
  }
}

void SessionViews::put_back(std::string_view view) { std::erase(fronts_, view); }

void SessionViews::look_like(const SessionViews& other) {
  session_.settings = other.session_.settings;
  session_.following.put_back(other.session_.following.wanted());
  lecture.view = other.lecture.view;
  layout = other.layout;
  enlarged = other.enlarged;
  large = other.large;
  look = other.look;
  stages_ = other.stages_;
  fronts_ = other.fronts_;
}

}  // namespace warpscope
