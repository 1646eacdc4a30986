#include "app/shell/scene.hpp"

#include <algorithm>
#include <utility>

#include "app/comparison/since_save.hpp"
#include "app/shell/chrome.hpp"
#include "app/ui/placed_canvas.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr float player_height = 40;  // of the buttons that step, with the space below them

/// Lets controls be laid out with the canvas that will draw them.
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

Scene::Scene(Session& session, const Commands& commands)
    : session_(session),
      commands_(commands),
      left_(std::make_shared<ViewSet>()),
      right_(std::make_shared<ViewSet>()) {}

const Theme& Scene::theme() const {
  const Theme* chosen = find_theme(session_.settings.theme);
  return chosen != nullptr ? *chosen : dark_theme();
}

bool Scene::shows_both() const {
  return session_.comparison.on() && session_.playback.left().ready();
}

std::optional<Slot> Scene::lecture_slot() const {
  const View* view = left_->find(session_.views.lecture.view);
  // Two stages have the room, unless the lesson wants it.
  if (view == nullptr || (shows_both() && !session_.lesson.on())) return std::nullopt;
  return view->about().slot;
}

std::optional<Slot> Scene::large_slot() const {
  const View* view = left_->find(session_.views.large);
  return view == nullptr ? std::nullopt : std::optional(view->about().slot);
}

bool Scene::has_follow_row() const {
  constexpr float least_row = 28;
  return layout_.transport.h >= player_height + least_row;
}

void Scene::cut_chips(const Canvas& canvas, Rect& row) {
  Rect right = row;
  right.cut_left(row.w / 2);
  strip_chips_ = follow_controls(right, session_, CanvasMeasure(canvas));
  constexpr float before_chips = 16;
  if (!strip_chips_.empty()) row.w = strip_chips_.front().rect.x - before_chips - row.x;
}

Rect Scene::control_rect(std::string_view command) const {
  const auto found = std::ranges::find(controls_, command, &Control::command);
  if (found == controls_.end()) return {};
  Rect rect = found->rect;
  rect.x -= scroll_.offset().x;
  rect.y -= scroll_.offset().y;
  return rect;
}

Rect Scene::field_rect() const {
  if (!field_) return {};
  return {field_->x - scroll_.offset().x, field_->y - scroll_.offset().y, field_->w, field_->h};
}

void Scene::follow_documents() {
  const auto follow = [](std::shared_ptr<ViewSet>& views, const DocumentPtr& document,
                         const std::shared_ptr<DocumentViews>& carried) {
    if (views->document() == document) return;
    auto next = std::dynamic_pointer_cast<ViewSet>(carried);
    if (!next || next->document() != document) {
      next = std::make_shared<ViewSet>();
      next->show(document);
    }
    const DocumentPtr& before = views->document();
    const bool saved = before && document && same_program(*before->subject, *document->subject);
    // Without a document there is a console: it goes on as well.
    if (saved || !before) next->continue_from(*views);
    views = std::move(next);
  };
  follow(left_, session_.playback.left().document(), session_.shown().left_views);
  follow(right_, session_.playback.right().document(), session_.shown().right_views);
}

/// A black screen; a click ends it and does nothing else.
void Scene::draw_blank(Canvas& canvas, const Input& input) {
  const bool clicked = input.pointer.pressed || input.pointer.menu;
  canvas.fill({0, 0, input.width, input.height}, Color{0, 0, 0});
  if (clicked) session_.views.lecture.blank = false;
  until_change_ = clicked ? 0 : 1e6F;
}

void Scene::draw(Canvas& canvas, const Input& input) {
  if (session_.views.blank()) return draw_blank(canvas, input);
  follow_documents();
  until_change_ = 1e6F;
  tooltip_.clear();
  tooltip_about_.reset();
  field_.reset();
  collect_flags();
  tabs_.clear();
  zoom_asked_ = std::exchange(session_.views.zoom_asked, {});
  text_view_ = nullptr;
  if (input.pointer.pressed) jumped_ = false;
  lay_out(input);
  const bool home = session_.views.layout == LayoutKind::home;
  if (home) {
    layout_.window = home_.lay_out(CanvasMeasure(canvas), input.width, input.height);
    layout_.rule.y = layout_.window.bottom();
  }
  Input heard = input;
  presenter_.hear(session_, heard.pointer);
  const bool acted =
      heard.pointer.down || heard.pointer.pressed || heard.pointer.menu || heard.pointer.wheel != 0;
  const Document* const document = session_.playback.left().document().get();
  const bool other_document = std::exchange(drawn_document_, document) != document;
  const bool other_layout =
      std::exchange(drawn_layout_, session_.views.layout) != session_.views.layout;
  const bool changed = input.key || other_document || other_layout;
  moved_.hear(heard.pointer.at, heard.pointer.inside, acted, changed);
  scroll_.resize(input.width, input.height, layout_.window);
  if (const auto moved = home_.take_moved(); home && moved) scroll_.show(*moved);
  Input inner = scrolled(heard);
  {
    const int controls = std::exchange(session_.views.focus_steps, 0);
    const int parts = std::exchange(session_.views.focus_panes, 0);
    home ? cursor_.leave() : cursor_.step(controls, parts);
    if (!home) inner.pointer = cursor_.begin(inner.pointer, session_.popup.shown == Popup::none);
    ask_menu(inner);
    const Rect view = scroll_.view();
    const Clip clip(canvas, view);
    PlacedCanvas placed(canvas, {-scroll_.offset().x, -scroll_.offset().y}, theme().pen);
    home ? draw_home(placed, inner) : draw_content(placed, inner);
  }
  draw_scroll_bars(canvas);
  const bool listens =
      session_.popup.shown == Popup::none && session_.views.lecture.pointing == Pointing::none;
  if (inner.pointer.menu && inner.pointer.inside && listens && dragged_ == nullptr) {
    open_menu(inner.pointer.at);
  }
  draw_messages(canvas, heard, inner.pointer);
  if (!home) draw_cursor(canvas);
  const Rect window{0, 0, input.width, input.height};
  presenter_.draw(canvas, window, theme(), heard.pointer, input.seconds);
  if (presenter_.moving()) until_change_ = 0;
  if (const auto pane = std::exchange(enlarge_asked_, std::nullopt)) {
    enlarge(&layout_.panes[static_cast<std::size_t>(*pane)]);
  }
  if (const Command* clicked = std::exchange(clicked_, nullptr)) commands_.run(clicked->id);
  copy_text(input);
}

void Scene::draw_home(Canvas& canvas, const Input& input) {
  controls_.clear();
  hidden_.clear();
  explained_.reset();
  kept_free_.clear();
  canvas.fill(layout_.window, theme().background);
  home_.draw(canvas, theme(), {input.pointer, input.seconds, input.still});
  until_change_ = std::min(until_change_, home_.seconds_until_change());
  tooltip_ = home_.tooltip();
  if (!tooltip_.empty()) tooltip_about_ = home_.tooltip_about();
}

bool Scene::press(const Chord& chord) {
  if (session_.views.layout != LayoutKind::home) return cursor_.press(chord);
  const bool down = chord.key == "PageDown", up = chord.key == "PageUp";
  if (!down && !up) return home_.press(chord);
  scroll_.wheel(down ? -6.0F : 6.0F, false);
  return true;
}

void Scene::copy_text(const Input& input) {
  if (!std::exchange(session_.views.copy_asked, false) || text_view_ == nullptr) return;
  std::string text = text_view_->text(frame_of(false, input));
  const auto lines = std::ranges::count(text, '\n');
  if (lines == 0) return session_.notices.say(say("There is nothing to copy yet."));
  // Translators: field 2 is the title of a view.
  session_.notices.say(say_n("Copied {1} line of {2}.", "Copied {1} lines of {2}.", lines,
                             Grouped(lines), say(text_view_->title())));
  copied_ = std::move(text);
}

void Scene::draw_content(Canvas& canvas, const Input& input) {
  // A lecture is one sheet of paper, not panes on a desk.
  const bool lecture = session_.views.layout == LayoutKind::lecture;
  canvas.fill(layout_.window, lecture ? theme().panel : theme().background);
  drag_handles(input.pointer);
  const bool asked = input.pointer.inside && session_.views.lecture.pointing == Pointing::none;
  ExplainingCanvas explaining(canvas, asked ? input.pointer.at : Point{-1, -1});
  explaining.mark(!input.still && !lecture);  // nobody hovers over a picture, or from the back row
  draw_views(explaining, input);
  strip_chips_.clear();
  draw_strip(canvas, input.pointer);
  draw_border(canvas);
  explained_ = explaining.pointed();
  kept_free_ = explaining.kept_free();
  if (explained_) session_.popup.term = explained_->term->id;  // the glossary opens there
  draw_controls(canvas, input);
}

void Scene::enter_part_at(Point at) {
  // Panes have numbers from 0.
  for (std::size_t i = 0; i < layout_.panes.size(); ++i) {
    if (layout_.panes[i].frame.contains(at)) {
      return cursor_.enter(static_cast<int>(i), layout_.panes[i].frame);
    }
  }
  int bar = 0;
  for (const Rect& rect : {layout_.toolbar, layout_.transport, layout_.heading, layout_.strip}) {
    --bar;
    if (rect.contains(at)) return cursor_.enter(bar, rect);
  }
  cursor_.enter(bar - 1, layout_.window);
}

void Scene::draw_cursor(Canvas& canvas) {
  {
    const Clip clip(canvas, scroll_.view());
    PlacedCanvas placed(canvas, {-scroll_.offset().x, -scroll_.offset().y}, theme().pen);
    cursor_.draw(placed, theme());
  }
  if (const auto moved = cursor_.end()) scroll_.show(moved->inset(-12));
  if (cursor_.waits()) until_change_ = 0;
}

void Scene::collect_flags() {
  flags_.clear();
  for (const Bookmark& mark : session_.notes.notebook.all()) {
    if (session_.playback.left().ready() && session_.notes.shows_run_of(mark)) {
      flags_.push_back({mark.number, mark.access, mark.note.empty() ? mark.place : mark.note});
    }
  }
}

Frame Scene::frame_of(bool rival, const Input& input) const {
  const Playhead& head = rival ? session_.playback.right() : session_.playback.left();
  Frame frame;
  frame.document = head.document().get();
  frame.access = head.position();
  frame.before = &head.before();
  frame.after = &head.after();
  frame.motion = session_.playback.player.motion();
  frame.theme = &theme();
  frame.lecture = session_.views.layout == LayoutKind::lecture;
  // The formula was typed for the kernel at the left.
  const bool typed_for =
      !rival || (shows_both() && session_.playback.left().document()->subject->topic() ==
                                     head.document()->subject->topic());
  if (typed_for) frame.lent.lend<Playground>(&session_.settings.formula);
  frame.lent.lend<Measuring>(&session_.measuring);
  if (!rival) {
    frame.lent.lend<ConsolePage>(session_.programs.console());
    frame.lent.lend<SinceSave>(session_.programs.since_save());
    frame.lent.lend<FilePlace>(session_.places.read_place());
    frame.lent.lend<SourceReading>(&session_.views.reading);
  }
  if (frame.document != nullptr) {
    frame.stage = session_.views.stage_id(*frame.document);
  }
  frame.rival_first = session_.comparison.right_first();
  frame.offers_layouts = !rival;
  frame.right = rival;
  frame.compared = shows_both();
  if (rival && shows_both()) frame.zoomed_with = session_.playback.left().document().get();
  frame.untold = session_.lesson.untold();
  if (rival) frame.untold.from = frame.untold.asked = 0;  // no access of it is the one asked about
  if (!rival) {
    frame.lent.lend<LessonGuide>(&session_.lesson);
    frame.lent.lend<FoundMarks>(session_.lesson.marks());
    frame.before_question = session_.lesson.shows_before();
    frame.answer_form = session_.lesson.answer_form();
    if (session_.comparison.on()) frame.lent.lend<Playhead>(&session_.playback.right());
  }
  if (session_.comparison.on()) frame.lent.lend<Comparison>(session_.shown().comparison.get());
  if (input.still) session_.following.settle();
  frame.lent.lend<Followed>(rival ? &session_.following.right() : &session_.following.left());
  frame.look = session_.views.look;
  frame.cuda_twin = session_.settings.cuda_twin;
  frame.scrolled = session_.views.scrolled;
  frame.seconds = input.seconds;
  frame.less_motion = session_.playback.player.reduced_motion;
  frame.still = input.still;
  if (!rival) frame.flags = flags_;
  return frame;
}

void Scene::draw_views(ExplainingCanvas& canvas, const Input& input) {
  if (layout_.footer.w > 0) draw_panel(canvas, layout_.footer, theme());
  if (layout_.heading.w > 0) {
    draw_progress_rule(canvas, layout_.rule, session_, theme());
  } else if (layout_.rule.w > 0) {
    canvas.fill(layout_.rule, theme().hairline);
  }
  find_zoomed(input.pointer);
  for (const Pane& pane : layout_.panes) {
    canvas.next_pane();
    enter_part_at(pane.frame.center());
    draw_view(canvas, pane, input);
  }
}

void Scene::obey(const Wishes& wishes, std::string_view view, bool rival) {
  if (wishes.seek && !std::exchange(jumped_, true)) static_cast<void>(session_.places.jump());
  if (wishes.seek && rival) {
    session_.playback.seek_right(*wishes.seek);
  } else if (wishes.seek) {
    session_.playback.seek(*wishes.seek);
  }
  if (!wishes.tooltip.empty()) {
    tooltip_ = wishes.tooltip;
    tooltip_about_ = wishes.about;
  }
  if (wishes.try_layout) session_.comparison.try_layout(*wishes.try_layout);
  if (wishes.slider) {
    auto sliders = session_.views.look.get<SliderSettings>();
    const auto [slider, value, goes_on] = *wishes.slider;
    sliders.values.insert_or_assign(std::string(slider->id), value);
    sliders.chosen = slider->id;
    session_.history.move_slider(std::move(sliders), {std::string(view), slider->show}, goes_on);
    until_change_ = 0;
  }
  if (wishes.folds) session_.views.folded(wishes.folds->before, wishes.folds->after);
  if (wishes.zoom) session_.views.zoom(wishes.zoom->picture, wishes.zoom->place);
  if (wishes.answer) {
    if (const Status given = session_.lesson.give(*wishes.answer); !given) {
      session_.notices.complain(given.error());
    }
  }
  if (!wishes.command.empty()) clicked_ = commands_.find(wishes.command);
  if (!wishes.lesson.empty()) session_.lesson.begin(wishes.lesson);
  if (wishes.read) session_.places.read(*wishes.read);
  if (wishes.edit) session_.programs.edit(*wishes.edit);
  if (wishes.record_block) {
    const Status begun = session_.programs.record_block(*wishes.record_block);
    if (!begun) session_.notices.complain(begun.error());
  }
  if (wishes.animate) until_change_ = 0;
  if (wishes.field) field_ = wishes.field;
  if (wishes.pin) session_.following.pin(*wishes.pin);
  if (wishes.menu) menu_thing_.menu = wishes.menu;
}

void Scene::draw_controls(Canvas& canvas, const Input& input) {
  const CanvasMeasure measure(canvas);
  controls_.clear();
  hidden_.clear();
  const auto add = [this](std::vector<Control> more) {
    controls_.insert(controls_.end(), more.begin(), more.end());
  };
  if (layout_.toolbar.h > 0) {
    canvas.fill(layout_.toolbar, theme().panel);
    canvas.fill({0, layout_.toolbar.bottom() - 1, layout_.toolbar.w, 1}, theme().hairline);
    Toolbar toolbar = toolbar_controls(layout_.toolbar, session_, measure);
    add(std::move(toolbar.controls));
    hidden_ = std::move(toolbar.hidden);
    // The sign leads home.
    const Rect bar = layout_.toolbar;
    const float until = controls_.front().rect.x;
    const Rect sign{bar.x + 8, bar.y + 8, std::min(until - bar.x - 14, 144.0F), bar.h - 16};
    enter_part_at(sign.center());
    const bool over = input.pointer.over_control(sign);
    if (over) canvas.fill(sign, theme().raised, 6);
    draw_brand(canvas, bar, until, theme());
    if (over) offer(*commands_.find("home"), sign, input.pointer);
  }
  if (layout_.transport.h > 0) {
    add(transport_controls(layout_.transport, session_));
    Rect below = layout_.transport;
    below.cut_top(player_height);
    std::vector<Control> chips = strip_chips_;
    if (has_follow_row()) {
      chips = follow_controls(below, session_, measure, true);
      // At the left, below the buttons.
      const float shift = chips.empty() ? 0 : chips.front().rect.x - below.x;
      for (Control& chip : chips) chip.rect.x -= shift;
    }
    add(std::move(chips));
  }
  if (layout_.heading.h > 0) {
    add(heading_controls(layout_.heading, session_));
    float left = controls_.front().rect.x;
    std::vector<Control> chips = follow_controls(
        {layout_.heading.x, layout_.heading.y, left - 16 - layout_.heading.x, layout_.heading.h},
        session_, measure);
    if (!chips.empty()) left = chips.front().rect.x;
    draw_heading(canvas, layout_.heading, left, session_, theme());
    add(std::move(chips));
  }
  for (const Control& control : controls_) {
    const Command* command = commands_.find(control.command);
    enter_part_at(control.rect.center());
    const bool hovered = command->enabled() ? input.pointer.over_control(control.rect)
                                            : input.pointer.over(control.rect);
    draw_control(canvas, control, theme(), command->enabled(), hovered);
    if (hovered) offer(*command, control.rect, input.pointer);
  }
  for (const Tab& tab : tabs_) {
    enter_part_at(tab.rect.center());
    if (!input.pointer.over_control(tab.rect)) continue;
    if (const Command* command = commands_.find(tab.command)) {
      offer(*command, tab.rect, input.pointer);
    } else if (input.pointer.pressed && dragged_ == nullptr && !tab.view.empty()) {
      session_.views.bring_forward(tab.view);
    }
  }
}

void Scene::offer(const Command& command, Rect about, const Pointer& pointer) {
  if (dragged_ != nullptr) return;
  tooltip_ = shown_title(command);
  tooltip_about_ = about;
  if (!command.keys.empty()) tooltip_ += "\n" + shown_text(command.keys.front());
  if (const Sentence why_not = command.why_not(); !why_not.empty()) {
    tooltip_ += "\n" + why_not.text();
  }
  if (pointer.pressed) clicked_ = &command;
}

void Scene::drag_handles(const Pointer& pointer) {
  if (!pointer.down && std::exchange(dragged_, nullptr) != nullptr) {
    session_.views.arranged_from(before_drag_);
  }
  pointed_border_ = nullptr;
  Splitters& shares = session_.views.splitters();
  for (const Handle& handle : layout_.handles) {
    const bool over = pointer.inside && handle.rect.contains(pointer.at);
    if (over && pointer.double_clicked) {
      session_.views.arrange([&] { shares.*handle.share = Splitters{}.*handle.share; });
    }
    if (over && pointer.pressed && !pointer.double_clicked) {
      dragged_ = handle.share;
      before_drag_ = session_.views.arrangement();
    }
    if (dragged_ == handle.share || (over && dragged_ == nullptr)) pointed_border_ = &handle;
    if (dragged_ != handle.share) continue;
    const Point middle = handle.rect.center();
    shares.*dragged_ =
        moved_share(handle, handle.vertical ? pointer.at.x - middle.x : pointer.at.y - middle.y);
  }
}

void Scene::draw_border(Canvas& canvas) {
  if (pointed_border_ == nullptr) return;
  const Rect rect = pointed_border_->rect;
  const Point c = rect.center();
  const Rect line = pointed_border_->vertical ? Rect{c.x - 1, rect.y, 2, rect.h}
                                              : Rect{rect.x, c.y - 1, rect.w, 2};
  canvas.fill(line, theme().active.alpha(dragged_ != nullptr ? 1.0F : 0.6F), 1);
  if (dragged_ != nullptr) return;
  tooltip_ = tr("drag to move the border; click twice to put it back");
  tooltip_about_ = rect;
}

const Pane* Scene::pane_here() const {
  if (const auto place = cursor_.place(); place && *place >= 0) {
    const auto number = static_cast<std::size_t>(*place);
    const bool there = number < layout_.panes.size() && layout_.panes[number].framed;
    if (there) return &layout_.panes[number];
  }
  const std::string_view front = last_forward();
  const auto found = std::ranges::find_if(layout_.panes, [&](const Pane& pane) {
    return pane.framed && !pane.slots.empty() && std::ranges::count(views_in(pane), front) > 0;
  });
  return found == layout_.panes.end() ? nullptr : &*found;
}

bool Scene::grow_pane() {
  const int wider = std::exchange(session_.views.wider, 0);
  const int taller = std::exchange(session_.views.taller, 0);
  constexpr float step = 24;
  bool moved = false;
  for (const auto& [by, vertical] : {std::pair{wider, true}, std::pair{taller, false}}) {
    if (by == 0) continue;
    const Pane* pane = pane_here();
    const PaneBorder border = pane == nullptr ? PaneBorder{} : border_of(layout_, *pane, vertical);
    if (border.handle == nullptr) {
      session_.notices.say(say("This pane has no border that could be moved there."));
      continue;
    }
    session_.views.arrange([&, way = static_cast<float>(by)] {
      session_.views.splitters().*border.handle->share =
          moved_share(*border.handle, border.way * step * way);
    });
    moved = true;
  }
  return moved;
}

void Scene::enlarge(const Pane* pane) {
  if (std::exchange(session_.views.enlarged, false)) return;
  if (!layout_.choices.empty()) {
    return session_.notices.say(
        say("The window has room for one pane at a time: Ctrl+Page Down shows the next."));
  }
  if (pane == nullptr || pane->has(Slot::lesson)) {
    return session_.notices.say(say("There is no pane here that could be enlarged."));
  }
  single_ = 0;  // its number among the others, where a lesson's words do not count
  for (const Pane& each : layout_.panes) {
    if (&each == pane) break;
    if (each.framed && !each.has(Slot::lesson)) ++single_;
  }
  seen_front_ = last_forward();
  session_.views.enlarged = true;
  until_change_ = 0;
}

void Scene::change_with_stage(const Pane* pane) {
  if (!session_.views.large.empty()) {
    return session_.views.arrange([this] { session_.views.large.clear(); });
  }
  const bool stands = pane != nullptr && session_.views.layout == LayoutKind::study &&
                      layout_.choices.empty() && !pane->slots.empty();
  if (stands && can_be_large(pane->slots.front())) {
    session_.views.arrange(
        [&] { session_.views.large = session_.views.in_front(views_in(*pane)); });
    until_change_ = 0;
    return;
  }
  session_.notices.say(say(
      "The pane that came forward last changes places with the stage: bring another one forward."));
}

void Scene::enlarge_by_title(const Pane& pane, const Pointer& pointer) {
  const bool asked = pointer.inside && pointer.double_clicked && dragged_ == nullptr &&
                     pane.framed && pane.title().contains(pointer.at);
  if (!asked) return;
  for (const Tab& tab : tabs_) {
    if (tab.rect.contains(pointer.at)) return;  // it does what its word says
  }
  enlarge_asked_ = &pane - layout_.panes.data();
}

}  // namespace warpscope
