// Where the window has no room for all panes at the user's scale: one at a time.
#include <algorithm>

#include "app/panes/lesson/lesson_words.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/subject/fitting_stage.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float apart = 20;
constexpr float end_width = 32;  // of the arrows, where the names have no room

TextStyle name_style(bool shown, const Theme& theme) {
  return {shown ? Face::sans_bold : Face::sans, 14, shown ? theme.text : theme.muted};
}

void draw_arrow(Canvas& canvas, Point c, float direction, Color color) {
  canvas.triangle({c.x - 4 * direction, c.y - 6}, {c.x + 5 * direction, c.y},
                  {c.x - 4 * direction, c.y + 6}, color);
}

}  // namespace

std::string_view Scene::last_forward() const {
  std::vector<std::string_view> all = views_of(Slot::stage);
  all.insert(all.end(), view_ids().begin(), view_ids().end());
  return session_.views.in_front(all);
}

void Scene::lay_out(const Input& input) {
  LayoutRequest request{input.width,
                        input.height,
                        session_.views.layout,
                        shows_both(),
                        session_.comparison.right_first(),
                        session_.views.splitters(),
                        lecture_slot(),
                        large_slot(),
                        session_.lesson.on(),
                        lecture_words_height(session_.lesson, input.width, shows_both()),
                        session_.programs.console() != nullptr,
                        single_,
                        session_.views.enlarged};
  pointed_border_ = nullptr;
  layout_ = window_layout(request);
  if (std::exchange(session_.views.enlarge_asked, false)) {
    enlarge(pane_here());
    request.enlarged = session_.views.enlarged;
    request.single = single_;
    layout_ = window_layout(request);
  }
  if (std::exchange(session_.views.large_asked, false)) {
    change_with_stage(pane_here());
    request.large_slot = large_slot();
    layout_ = window_layout(request);
  }
  if (grow_pane()) {
    request.splitters = session_.views.splitters();
    layout_ = window_layout(request);
  }
  const int turns = std::exchange(session_.views.pane_turns, 0);
  const std::vector<Pane>& choices = layout_.choices;
  if (choices.empty()) {
    if (turns != 0) turn_tabs(turns);
    return;
  }
  const auto count = static_cast<int>(choices.size());
  int shown = std::min(static_cast<int>(single_), count - 1);
  const std::string_view front = last_forward();
  if (front != seen_front_) {
    seen_front_ = front;
    const auto with = std::ranges::find_if(choices, [&](const Pane& pane) {
      return !pane.slots.empty() && std::ranges::count(views_in(pane), front) > 0;
    });
    if (with != choices.end()) shown = static_cast<int>(with - choices.begin());
  }
  if (turns != 0) {
    shown = ((shown + turns) % count + count) % count;
    const Pane& turned = choices[static_cast<std::size_t>(shown)];
    if (!turned.slots.empty()) {
      session_.views.bring_forward(session_.views.in_front(views_in(turned)));
      seen_front_ = last_forward();
    }
  }
  single_ = request.single = static_cast<std::size_t>(shown);
  layout_ = window_layout(request);
}

void Scene::turn_tabs(int turns) {
  const auto turned = [&turns](std::size_t from, std::size_t count) {
    const auto n = static_cast<int>(count);
    return static_cast<std::size_t>(((static_cast<int>(from) + turns) % n + n) % n);
  };
  std::vector<std::string_view> tabs, all;
  for (std::size_t i = 0; i < layout_.panes.size(); ++i) {
    const Pane& pane = layout_.panes[i];
    if (pane.slots.empty() || pane.rival || pane.headed) continue;
    const bool here = cursor_.place() == static_cast<int>(i);
    if (here && pane.has(Slot::stage) && session_.playback.left().ready()) {
      const std::span<const StageInfo> stages = view_lists().stages;
      const Document& document = *session_.playback.left().document();
      std::size_t at = turned(index_of(stages, session_.views.stage_id(document)), stages.size());
      turns = turns < 0 ? -1 : 1;
      while (!stage_suits(stages[at].id, *document.trace, document.flow))
        at = turned(at, stages.size());
      return session_.views.choose_stage(stages[at].id);
    }
    const std::vector<std::string_view> views = views_in(pane);
    if (views.size() < 2) continue;
    all.insert(all.end(), views.begin(), views.end());
    if (here) tabs = views;
  }
  if (all.empty()) return;
  const std::string_view last = session_.views.in_front(tabs.empty() ? all : tabs);
  for (const Pane& pane : layout_.panes) {
    if (!tabs.empty() || pane.slots.empty() || pane.rival || pane.headed) continue;
    const std::vector<std::string_view> views = views_in(pane);
    if (views.size() > 1 && std::ranges::count(views, last) > 0) tabs = views;
  }
  const auto at = static_cast<std::size_t>(std::ranges::find(tabs, last) - tabs.begin());
  session_.views.bring_forward(tabs[turned(at, tabs.size())]);
}

std::string Scene::strip_name(const Pane& pane) const {
  if (pane.slots.empty()) return std::string(tr("Difference"));
  const ViewSet& set = pane.rival ? *right_ : *left_;
  std::string name =
      set.find(session_.views.in_front(views_in(pane)))->tab(frame_of(pane.rival, {}));
  if (!shows_both()) return name;
  // Translators: a pane of a comparison; the field is its name.
  const bool at_right = pane.rival != session_.comparison.right_first();
  return at_right ? tr("{}, right", name) : tr("{}, left", name);
}

/// At the right of the strip, which shrinks: gives all panes their room again.
void Scene::draw_show_all(Canvas& canvas, Rect& row, const Pointer& pointer) {
  const TextStyle style{Face::sans_bold, 14, theme().active};
  const std::string_view words = tr("all panes");
  const float width = canvas.width(words, style) + apart;
  if (width > row.w / 2) return;
  const Rect place = row.cut_right(width);
  enter_part_at(place.center());
  canvas.text(place.center(), words, style, Align::center);
  if (!pointer.over_control(place)) return;
  canvas.fill({place.x + apart / 2, place.center().y + 9, place.w - apart, 1}, theme().active);
  offer(*commands_.find("pane.enlarge"), place, pointer);
}

void Scene::draw_strip(Canvas& canvas, const Pointer& pointer) {
  if (layout_.choices.empty()) return;
  std::vector<std::string> names;
  float all = 0;
  for (const Pane& pane : layout_.choices) {
    names.push_back(strip_name(pane));
    all += canvas.width(names.back(), name_style(true, theme())) + apart;
  }
  Rect row = layout_.strip;
  const float y = row.center().y;
  if (session_.views.enlarged) draw_show_all(canvas, row, pointer);
  if (!has_follow_row()) cut_chips(canvas, row);
  std::size_t first = 0;
  const auto turn = [&](Rect target, int by) {
    enter_part_at(target.center());
    const bool over = pointer.over_control(target);
    if (over && pointer.pressed && dragged_ == nullptr) session_.views.pane_turns = by;
    return over;
  };
  if (all > row.w) {
    // As many names as there is room for, from the first that leaves room for the one shown.
    const Rect before = row.cut_left(end_width), after = row.cut_right(end_width);
    draw_arrow(canvas, before.center(), -1, turn(before, -1) ? theme().text : theme().muted);
    draw_arrow(canvas, after.center(), 1, turn(after, 1) ? theme().text : theme().muted);
    float needed = 0;
    for (std::size_t i = single_ + 1; i-- > 0;) {
      needed += canvas.width(names[i], name_style(true, theme())) + apart;
      if (needed > row.w && i < single_) break;
      first = i;
    }
  }
  for (std::size_t i = first; i < names.size(); ++i) {
    const bool shown = i == single_;
    const float width = canvas.width(names[i], name_style(true, theme()));
    if (width + apart > row.w && i > first) break;
    const Rect tab = row.cut_left(width + apart);
    TextStyle style = name_style(shown, theme());
    if (turn(tab, static_cast<int>(i) - static_cast<int>(single_))) style.color = theme().text;
    canvas.text_fit({tab.x + apart / 2, y}, names[i], style, tab.w - apart / 2);
    if (shown) canvas.fill({tab.x + apart / 2, y + 13, width, 2}, theme().active, 1);
  }
}

}  // namespace warpscope
