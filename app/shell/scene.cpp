#include "app/shell/scene.hpp"

#include <algorithm>
#include <utility>

#include "app/shell/chrome.hpp"
#include "app/shell/difference_table.hpp"
#include "app/ui/placed_canvas.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {
namespace {

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

/// Whether a view says what the present access does and costs.
bool tells_cost(std::string_view view) {
  return view == "banks" || view == "formula" || view == "caption" || view == "lanes";
}

}  // namespace

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
  const auto follow = [](std::shared_ptr<ViewSet>& views, const DocumentPtr& document,
                         const std::shared_ptr<Prepared>& prepared) {
    if (views->document() == document) return;
    const auto ready = std::dynamic_pointer_cast<ViewSet>(prepared);
    if (ready && ready->document() == document) {
      views = ready;
    } else {
      views->show(document);
    }
  };
  follow(left_, session_.left().document(), session_.shown().left_prepared);
  follow(right_, session_.right().document(), session_.shown().right_prepared);
}

void Scene::draw(Canvas& canvas, const Input& input) {
  follow_documents();
  until_change_ = 1e6F;
  tooltip_.clear();
  collect_flags();
  tabs_.clear();
  layout_ = window_layout({input.width, input.height, session_.layout, shows_both(),
                           session_.splitters, session_.lecture_banks, session_.lesson.on()});
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

void Scene::collect_flags() {
  flags_.clear();
  for (const Bookmark& mark : session_.notebook.all()) {
    if (session_.left().ready() && session_.shows_run_of(mark)) {
      flags_.push_back({mark.number, mark.access, mark.note.empty() ? mark.place : mark.note});
    }
  }
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
  frame.formula = &session_.settings.formula;
  if (frame.document != nullptr) {
    frame.stage = session_.stage_kind(frame.document->trace->header.kernel);
  }
  if (!rival) {
    frame.lesson_guide = &session_.lesson;
    frame.marks = session_.lesson.marks();
  }
  frame.lines = session_.lines;
  frame.cells = session_.cells;
  frame.seconds = input.seconds;
  frame.still = input.still;
  if (!rival) frame.flags = flags_;
  return frame;
}

void Scene::draw_views(Canvas& canvas, const Input& input) {
  if (layout_.footer.w > 0) draw_panel(canvas, layout_.footer, theme());
  if (layout_.heading.w > 0) {
    draw_progress_rule(canvas, layout_.rule, session_, theme());
  } else if (layout_.rule.w > 0) {
    canvas.fill(layout_.rule, theme().hairline);
  }
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
    const SideNames names = side_names(session_);
    title.title = pane.rival ? names.right : names.left;
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

void Scene::draw_table(Canvas& canvas, Rect area, Point pointer, bool pressed) {
  if (!session_.shown().comparison) return;
  const Clip clip(canvas, area);
  const Note* note = draw_difference(canvas, area, *session_.shown().comparison,
                                     side_names(session_), pointer, theme());
  if (note == nullptr || dragged_ != nullptr) return;
  tooltip_ = note->access ? note->text + "\nA click goes there." : note->text;
  if (pressed && note->access) session_.seek(*note->access);
}

void Scene::draw_view(Canvas& canvas, const Pane& pane, const Input& input) {
  const Point pointer = input.pointer.inside ? input.pointer.at : Point{-1, -1};
  if (pane.slots.empty()) {
    draw_title(canvas, pane, {"Difference", {}, "modelled"}, pointer);
    draw_table(canvas, pane.content(), pointer, input.pointer.pressed);
    return;
  }
  View* view = (pane.rival ? right_ : left_)->find(session_.in_front(views_in(pane)));
  Frame frame = frame_of(pane.rival, input);
  const Rect content = pane.content();
  frame.pointer = input.pointer;
  frame.pointer.inside =
      input.pointer.inside && dragged_ == nullptr && content.contains(input.pointer.at);
  const bool concealed = !pane.rival && session_.lesson.conceals() && tells_cost(view->id());
  if (pane.framed) {
    PaneTitle title = title_of(pane, *view, frame);
    if (concealed) title.subtitle.clear();
    draw_title(canvas, pane, std::move(title), pointer);
  }
  const bool pointed_at = frame.marks != nullptr && view->id() == session_.lesson.view();
  if (pane.framed && pointed_at) canvas.stroke(pane.frame, theme().other, 2, 8);
  Wishes wishes;
  {
    // To the pane's edges, so that a marked line may reach them.
    const Rect room =
        pane.framed ? Rect{pane.frame.x + 1, content.y, pane.frame.w - 2, content.h} : content;
    const Clip clip(canvas, room);
    if (concealed) {
      draw_placeholder(canvas, content, theme(), "Shown once the question is answered.");
    } else {
      view->draw(canvas, content, frame, wishes);
    }
  }
  obey(wishes, pane.rival);
}

void Scene::obey(const Wishes& wishes, bool rival) {
  if (wishes.seek && rival) {
    session_.seek_right(*wishes.seek);
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

}  // namespace warpscope
