#include "app/shell/scene.hpp"

#include <algorithm>
#include <utility>

#include "app/shell/chrome.hpp"
#include "app/ui/placed_canvas.hpp"

namespace warpscope {
namespace {

constexpr double noticeable_seconds = 0.15;  // a recording that is faster goes without a word

/// So that controls can be laid out with the canvas that will draw them.
class CanvasMeasure final : public TextMeasure {
 public:
  explicit CanvasMeasure(const Canvas& canvas) : canvas_(canvas) {}
  [[nodiscard]] float width(std::string_view text, const TextStyle& style) const override {
    return canvas_.width(text, style);
  }

 private:
  const Canvas& canvas_;
};

}  // namespace

void ViewSet::show(DocumentPtr document) {
  document_ = std::move(document);
  if (!document_) return;
  for (const auto& view : views_) view->on_document(*document_);
}

View* ViewSet::find(std::string_view id) const {
  const auto found = std::ranges::find(views_, id, [](const auto& view) { return view->id(); });
  return found == views_.end() ? nullptr : found->get();
}

Result<Recording> record_with_views(const Options& wanted, const Recording& have,
                                    std::stop_token stop) {
  Result<Recording> made = make_recording(wanted, have, stop);
  if (!made) return made;
  const auto prepare = [](const DocumentPtr& document, const DocumentPtr& old,
                          const std::shared_ptr<Prepared>& views) -> std::shared_ptr<Prepared> {
    if (!document || document == old) return views;
    auto fresh = std::make_shared<ViewSet>();
    fresh->show(document);
    return fresh;
  };
  made->left_prepared = prepare(made->left, have.left, have.left_prepared);
  made->right_prepared = prepare(made->right, have.right, have.right_prepared);
  return made;
}

Scene::Scene(Session& session, const Commands& commands)
    : session_(session),
      commands_(commands),
      left_(std::make_shared<ViewSet>()),
      right_(std::make_shared<ViewSet>()) {}

const Theme& Scene::theme() const {
  const Theme* chosen = find_theme(session_.settings.theme);
  return chosen != nullptr ? *chosen : dark_theme();
}

bool Scene::shows_both() const { return session_.comparing() && session_.left().ready(); }

Rect Scene::control_rect(std::string_view command) const {
  const auto found = std::ranges::find(controls_, command, &Control::command);
  if (found == controls_.end()) return {};
  Rect rect = found->rect;
  rect.x -= scroll_.offset().x;
  rect.y -= scroll_.offset().y;
  return rect;
}

void Scene::follow_documents() {
  bool changed = false;
  const auto follow = [&changed](std::shared_ptr<ViewSet>& views, const DocumentPtr& document,
                                 const std::shared_ptr<Prepared>& prepared) {
    if (views->document() == document) return;
    changed = true;
    const auto ready = std::dynamic_pointer_cast<ViewSet>(prepared);
    if (ready && ready->document() == document) {
      views = ready;
    } else {
      views->show(document);
    }
  };
  follow(left_, session_.left().document(), session_.shown().left_prepared);
  follow(right_, session_.right().document(), session_.shown().right_prepared);
  if (!changed) return;
  difference_.clear();
  if (left_->document() && right_->document()) {
    difference_ = difference(left_->document()->summary.totals, right_->document()->summary.totals);
  }
}

void Scene::draw(Canvas& canvas, const Input& input) {
  follow_documents();
  until_change_ = 1e6F;
  tooltip_.clear();
  tabs_.clear();
  layout_ = window_layout({input.width, input.height, session_.layout, shows_both(),
                           session_.splitters, session_.lecture_banks});
  Input heard = input;
  presenter_.hear(session_, heard.pointer);
  scroll_.resize(input.width, input.height, layout_.window);
  {
    const Input inner = scrolled(heard);
    const Rect view = scroll_.view();
    const Clip clip(canvas, view);
    PlacedCanvas placed(canvas, {-scroll_.offset().x, -scroll_.offset().y}, theme().pen);
    draw_content(placed, inner);
  }
  draw_scroll_bars(canvas);
  draw_messages(canvas, heard);
  const Rect window{0, 0, input.width, input.height};
  presenter_.draw(canvas, window, theme(), heard.pointer, input.seconds);
  if (presenter_.moving()) until_change_ = 0;
  if (const Command* clicked = std::exchange(clicked_, nullptr)) commands_.run(clicked->id);
}

void Scene::draw_content(Canvas& canvas, const Input& input) {
  // A lecture is one sheet of paper, not panes on a desk.
  const bool lecture = session_.layout == LayoutKind::lecture;
  canvas.fill(layout_.window, lecture ? theme().panel : theme().background);
  drag_handles(input.pointer);
  draw_views(canvas, input);
  draw_controls(canvas, input);
}

Frame Scene::frame_of(bool rival, const Input& input) const {
  const Playhead& head = rival ? session_.right() : session_.left();
  Frame frame;
  frame.document = head.document().get();
  frame.access = head.position();
  frame.before = &head.before();
  frame.after = &head.after();
  frame.motion = session_.player.motion();
  frame.theme = &theme();
  frame.lecture = session_.layout == LayoutKind::lecture;
  frame.language = session_.settings.language;
  if (frame.document != nullptr) {
    frame.stage = session_.stage_kind(frame.document->trace->header.kernel);
  }
  frame.seconds = input.seconds;
  return frame;
}

void Scene::draw_views(Canvas& canvas, const Input& input) {
  if (layout_.footer.w > 0) draw_panel(canvas, layout_.footer, theme());
  if (layout_.rule.w > 0) canvas.fill(layout_.rule, theme().hairline);
  for (const Pane& pane : layout_.panes) draw_view(canvas, pane, input);
}

std::vector<std::string_view> Scene::views_in(const Pane& pane) {
  std::vector<std::string_view> views;
  for (const Slot slot : pane.slots) {
    const auto more = views_of(slot);
    views.insert(views.end(), more.begin(), more.end());
  }
  return views;
}

PaneTitle Scene::title_of(const Pane& pane, const View& view, const Frame& frame) const {
  PaneTitle title{.title = {}, .tabs = {}, .subtitle = view.subtitle(frame)};
  const ViewSet& set = pane.rival ? *right_ : *left_;
  const auto views = views_in(pane);
  if (views.size() > 1) {
    for (const std::string_view id : views) {
      title.tabs.push_back(
          {std::string(set.find(id)->title()), "view." + std::string(id), id == view.id()});
    }
    return title;
  }
  title.title = view.title();
  if (!pane.has(Slot::stage)) return title;
  // In a comparison a stage's title says whose it is.
  if (shows_both() && frame.document != nullptr) {
    title.title = kernel_label(frame.document->trace->header.kernel);
  }
  for (const StageKind kind : all_stage_kinds) {
    const StageKindNames names = names_of(kind);
    title.tabs.push_back(
        {std::string(names.label), std::string(names.command), kind == frame.stage});
  }
  return title;
}

void Scene::draw_title(Canvas& canvas, const Pane& pane, PaneTitle title, Point pointer) {
  draw_pane(canvas, pane, title, pointer, theme());
  tabs_.insert(tabs_.end(), title.tabs.begin(), title.tabs.end());
}

void Scene::draw_view(Canvas& canvas, const Pane& pane, const Input& input) {
  const Point pointer = input.pointer.inside ? input.pointer.at : Point{-1, -1};
  if (pane.slots.empty()) {
    draw_title(canvas, pane, {"Difference", {}, "modelled"}, pointer);
    const Clip clip(canvas, pane.content());
    draw_difference(canvas, pane.content(), difference_,
                    kernel_label(left_->document()->trace->header.kernel),
                    kernel_label(right_->document()->trace->header.kernel), theme());
    return;
  }
  View* view = (pane.rival ? right_ : left_)->find(session_.in_front(views_in(pane)));
  Frame frame = frame_of(pane.rival, input);
  const Rect content = pane.content();
  frame.pointer = input.pointer;
  frame.pointer.inside =
      input.pointer.inside && dragged_ == nullptr && content.contains(input.pointer.at);
  if (pane.framed) draw_title(canvas, pane, title_of(pane, *view, frame), pointer);
  Wishes wishes;
  {
    // To the pane's edges, so that a marked line may reach them.
    const Rect room =
        pane.framed ? Rect{pane.frame.x + 1, content.y, pane.frame.w - 2, content.h} : content;
    const Clip clip(canvas, room);
    view->draw(canvas, content, frame, wishes);
  }
  obey(wishes, pane.rival);
}

void Scene::obey(const Wishes& wishes, bool rival) {
  if (wishes.seek && rival) {
    session_.seek(
        aligned_access(*right_->document()->trace, *wishes.seek, *left_->document()->trace));
  } else if (wishes.seek) {
    session_.seek(*wishes.seek);
  }
  if (!wishes.tooltip.empty()) tooltip_ = wishes.tooltip;
  if (!wishes.command.empty()) clicked_ = commands_.find(wishes.command);
  if (wishes.animate) until_change_ = 0;
}

void Scene::draw_controls(Canvas& canvas, const Input& input) {
  const CanvasMeasure measure(canvas);
  controls_.clear();
  const auto add = [this](std::vector<Control> more) {
    controls_.insert(controls_.end(), more.begin(), more.end());
  };
  if (layout_.toolbar.h > 0) {
    canvas.fill(layout_.toolbar, theme().panel);
    canvas.fill({0, layout_.toolbar.bottom() - 1, layout_.toolbar.w, 1}, theme().hairline);
    add(toolbar_controls(layout_.toolbar, session_, measure));
    draw_brand(canvas, layout_.toolbar, controls_.front().rect.x, theme());
  }
  if (layout_.transport.h > 0) add(transport_controls(layout_.transport, session_));
  if (layout_.heading.h > 0) {
    add(heading_controls(layout_.heading, session_));
    draw_heading(canvas, layout_.heading, controls_.front().rect.x, session_, theme());
  }
  for (const Control& control : controls_) {
    const Command* command = commands_.find(control.command);
    const bool hovered = input.pointer.inside && control.rect.contains(input.pointer.at);
    draw_control(canvas, control, theme(), command->enabled(), hovered);
    if (hovered) offer(*command, input.pointer);
  }
  for (const Tab& tab : tabs_) {
    const Command* command = commands_.find(tab.command);
    const bool hovered = input.pointer.inside && tab.rect.contains(input.pointer.at);
    if (hovered && command != nullptr) offer(*command, input.pointer);
  }
}

void Scene::offer(const Command& command, const Pointer& pointer) {
  if (dragged_ != nullptr) return;
  tooltip_ = command.title;
  if (!command.keys.empty()) tooltip_ += "\n" + text(command.keys.front());
  if (pointer.pressed) clicked_ = &command;
}

void Scene::drag_handles(const Pointer& pointer) {
  if (!pointer.down) dragged_ = nullptr;
  for (const Handle& handle : layout_.handles) {
    const bool over = pointer.inside && handle.rect.contains(pointer.at);
    if (over && pointer.double_clicked)
      session_.splitters.*handle.share = Splitters{}.*handle.share;
    if (over && pointer.pressed && !pointer.double_clicked) dragged_ = handle.share;
    if (dragged_ != handle.share) continue;
    const float half = (handle.vertical ? handle.rect.w : handle.rect.h) / 2;
    const float at = handle.vertical ? pointer.at.x : pointer.at.y;
    const float way = handle.reversed ? handle.from - (at + half) : at - half - handle.from;
    session_.splitters.*dragged_ = std::clamp(way / handle.room, 0.05F, 0.95F);
  }
}

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
    const Rect card = draw_notice(canvas, window, bottom, toast->text, toast->error, theme());
    if (input.pointer.pressed && input.pointer.inside && card.contains(input.pointer.at)) {
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
