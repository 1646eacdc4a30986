#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "app/panes/view_list.hpp"
#include "app/shell/chrome.hpp"
#include "app/shell/difference_table.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/fitting_stage.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
std::vector<std::string_view> Scene::views_in(const Pane& pane) const {
  std::vector<std::string_view> views;
  const DocumentPtr& document = (pane.rival ? *right_ : *left_).document();
  const bool program = document != nullptr && !document->trace->header.program.empty();
  for (const Slot slot : pane.slots) {
    const auto more = views_of(slot);
    std::ranges::copy_if(more, std::back_inserter(views), [&](std::string_view id) {
      const ViewInfo& info = left_->find(id)->about();
      if (info.of_one_run && shows_both()) return false;
      return program || pane.has(Slot::console) || !info.of_programs;
    });
  }
  return views;
}

PaneTitle Scene::title_of(const Pane& pane, const View& view, const Frame& frame) const {
  PaneTitle title{.title = {}, .tabs = {}, .subtitle = view.subtitle(frame)};
  const Command* copy = commands_.find("copy");
  if (view.about().of_text && copy != nullptr && copy->enabled()) {
    title.link = {.title = tr("Copy"), .command = copy->id};
  } else if (View::Link link = view.link(frame); !link.command.empty()) {
    title.link = {.title = std::move(link.text), .command = std::move(link.command)};
  }
  const ViewSet& set = pane.rival ? *right_ : *left_;
  if (pane.headed) {
    title.title = view.tab(frame);
    return title;
  }
  const auto views = views_in(pane);
  if (views.size() > 1) {
    for (const std::string_view id : views) {
      const View& tab = *set.find(id);
      title.tabs.push_back(
          {tab.tab(frame), tab.about().command(), id == view.id(), std::string(id)});
    }
    return title;
  }
  title.title = view.tab(frame);
  if (!pane.has(Slot::stage)) return title;
  // In a comparison, a stage's title says which side it shows.
  if (shows_both() && frame.document != nullptr) {
    const SideNames names = side_names(session_);
    title.title = pane.rival ? names.right : names.left;
  }
  const std::span<const StageInfo> stages = view_lists().stages;
  const StageInfo& drawn = stages[index_of(stages, frame.stage)];
  for (const StageInfo& info : stages) {
    const bool offered = frame.document == nullptr ||
                         stage_suits(info.id, *frame.document->trace, frame.document->flow) ||
                         &info == &drawn;
    if (!offered) continue;
    title.tabs.push_back({std::string(tr(info.label)), info.command(), &info == &drawn});
  }
  return title;
}

void Scene::draw_title(ExplainingCanvas& canvas, const Pane& pane, PaneTitle title, Point pointer) {
  if (pane.headed) return draw_lecture_title(canvas, pane.title(), title, theme());
  const bool marks = canvas.mark(false);  // tabs have lines of their own
  draw_pane(canvas, pane, title, pointer, theme());
  canvas.mark(marks);
  for (const auto& tab : title.tabs) canvas.keep_free(tab.rect);
  tabs_.insert(tabs_.end(), title.tabs.begin(), title.tabs.end());
  if (title.link.rect.w > 0) tabs_.push_back(std::move(title.link));
}

void Scene::draw_table(Canvas& canvas, Rect area, const Pointer& pointer) {
  if (!session_.shown().comparison) return;
  constexpr Told told = Told::costs | Told::lanes | Told::counts | Told::times;
  if (!session_.lesson.untold().allows(told)) {
    return draw_placeholder(canvas, area, theme(), untold_text());
  }
  const Clip clip(canvas, area);
  const Comparison& comparison = *session_.shown().comparison;
  const SideNames names = side_names(session_);
  const ChangeSides sides =
      change_sides(*session_.shown().left->trace, *session_.shown().right->trace, names);
  const DifferenceTable::Pointed pointed =
      differs_by_line()
          ? difference_.draw_lines(canvas, area, comparison, names, sides, pointer, theme())
          : difference_.draw(canvas, area, comparison, names, pointer, theme());
  if (dragged_ != nullptr) return;
  if (pointed.line != nullptr) {
    tooltip_ =
        compared_line_text(comparison.lines, *pointed.line, sides) + "\n" + tr("click to go there");
    tooltip_about_ = pointed.rect;
    if (pointer.pressed) go_to_line(*pointed.line);
    return;
  }
  const Note* const note = pointed.note;
  if (note == nullptr) return;
  tooltip_ = note->access ? say("{}\nClick to go there.", note->text).text() : note->text.text();
  if (!pointer.pressed || !note->access) return;
  static_cast<void>(session_.places.jump());
  session_.playback.seek(*note->access);
}

bool Scene::differs_by_line() const {
  const DocumentPtr& left = session_.shown().left;
  const bool own = left != nullptr && left->subject->can_be_edited();
  return tells_lines(session_.views.look, own);
}

void Scene::go_to_line(const ComparedLine& line) {
  const bool at_left = line.left && line.left->access;
  const bool at_right = line.right && line.right->access;
  if (!at_left && !at_right) return;
  static_cast<void>(session_.places.jump());
  if (at_left) {
    session_.playback.seek(*line.left->access);
  } else {
    session_.playback.seek_right(*line.right->access);
  }
  session_.views.put_in_front("source");
}

bool Scene::conceals(const Frame& frame, const View& view) {
  const ViewInfo& info = view.about();
  Told tells = info.tells;
  if (info.slot == Slot::stage) {
    const std::span<const StageInfo> stages = view_lists().stages;
    tells = tells | stages[index_of(stages, frame.stage)].tells;
  }
  return !frame.untold.allows(info.tells_all) || !frame.untold.allows(tells, frame.access);
}

void Scene::find_zoomed(const Pointer& pointer) {
  zoomed_.clear();
  if (zoom_asked_ == ZoomAsk{}) return;
  const Pane* first = nullptr;
  for (const Pane& pane : layout_.panes) {
    if (pane.slots.empty()) continue;
    const View* view = (pane.rival ? right_ : left_)->find(session_.views.in_front(views_in(pane)));
    if (!view->about().zooms) continue;
    if (pointer.inside && pane.frame.contains(pointer.at)) {
      zoomed_ = {&pane};
      return;
    }
    if (first == nullptr) first = &pane;
    if (pane.has(Slot::stage)) zoomed_.push_back(&pane);
  }
  if (zoomed_.empty() && first != nullptr) zoomed_.push_back(first);
}

void Scene::draw_view(ExplainingCanvas& canvas, const Pane& pane, const Input& input) {
  const Point pointer = input.pointer.inside ? input.pointer.at : Point{-1, -1};
  if (pane.slots.empty()) {
    const auto& made = session_.shown().comparison;
    const bool grids = made && (made->left_blocks > 1 || made->right_blocks > 1);
    const bool lines = differs_by_line();
    draw_title(canvas, pane,
               {.title = tr("Difference"),
                .tabs = {{tr("Totals"), "changes.totals", !lines},
                         {tr("By line"), "changes.lines", lines}},
                .subtitle = grids ? tr("modelled, whole grids") : tr("modelled")},
               pointer);
    enlarge_by_title(pane, input.pointer);
    draw_table(canvas, pane.content(), input.pointer);
    return;
  }
  View* view = (pane.rival ? right_ : left_)->find(session_.views.in_front(views_in(pane)));
  Frame frame = frame_of(pane.rival, input);
  Rect content = pane.content();
  const Rect opening = cut_opening(pane, content);
  if (!pane.rival && session_.comparison.on()) frame.lent.lend<View>(right_->find(view->id()));
  if (std::ranges::count(zoomed_, &pane) > 0) frame.zoom = zoom_asked_;
  frame.pointer = input.pointer;
  frame.pointer.inside = input.pointer.inside && (moved_.means_it() || cursor_.active()) &&
                         dragged_ == nullptr && content.contains(input.pointer.at);
  const bool concealed = conceals(frame, *view);
  const bool before = frame.before_question && !concealed &&
                      overlap(view->about().tells, Told::costs | Told::lanes) &&
                      !pane.has(Slot::stage) && view->id() != "memory";
  if (pane.framed || pane.headed) {
    PaneTitle title = title_of(pane, *view, frame);
    if (concealed) title.subtitle.clear();
    if (before) {
      // Translators: the view shows the access before the one that is asked about.
      title.subtitle = tr("before the question, {}", title.subtitle);
    }
    draw_title(canvas, pane, std::move(title), pointer);
    enlarge_by_title(pane, input.pointer);
  }
  const bool pointed = input.pointer.inside && pane.frame.contains(input.pointer.at);
  if (view->about().of_text && !pane.rival && (pointed || text_view_ == nullptr)) text_view_ = view;
  if (input.pointer.menu && pointed) {
    menu_thing_.view = view;
    menu_thing_.rival = pane.rival;
  }
  if (opening.h > 0) draw_opening(canvas, opening, input);
  const bool pointed_at =
      frame.ask<FoundMarks>() != nullptr && view->id() == session_.lesson.view();
  if (pointed_at) canvas.keep_free(pane.framed ? pane.frame : content);
  if (pane.framed && pointed_at) canvas.stroke(pane.frame, theme().other, 2, 8);
  Wishes wishes;
  {
    // Up to the pane's edges, so that a marked line may reach them.
    const Rect room =
        pane.framed ? Rect{pane.frame.x + 1, content.y, pane.frame.w - 2, content.h} : content;
    const Clip clip(canvas, room);
    if (concealed) {
      draw_placeholder(canvas, content, theme(), untold_text());
    } else {
      // So that nobody takes the access before the requested one for it.
      PalingCanvas pale(canvas, theme());
      const bool paled = before && pane.framed && view->id() != "lanes";
      view->draw(paled ? static_cast<Canvas&>(pale) : canvas, content, frame, wishes);
    }
  }
  obey(wishes, view->id(), pane.rival);
}

}  // namespace warpscope
