// The menu of a right click: what can be done with the thing at the mouse, then with its pane; on
// nothing, what the window itself offers.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "app/lesson/glossary.hpp"
#include "app/shell/scene.hpp"
#include "app/views/parts/context_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr float title_from = 20;  // of a pane's corner, where a key opens its menu

/// The first number that no bookmark has.
std::optional<int> free_bookmark(const Session& session) {
  for (int number = 1; number <= most_bookmarks; ++number) {
    if (session.notes.notebook.find(number) == nullptr) return number;
  }
  return std::nullopt;
}

/// The area of the pane that shows a place; 0: none does.
float area_of(const WindowLayout& layout, Slot slot) {
  const auto pane =
      std::ranges::find_if(layout.panes, [slot](const Pane& each) { return each.has(slot); });
  return pane == layout.panes.end() ? 0 : pane->frame.w * pane->frame.h;
}

}  // namespace

/// Collects the entries of a menu; no command and no term comes twice.
class Scene::MenuMaker {
 public:
  MenuMaker(Scene& scene, MenuShown& menu) : scene_(scene), menu_(menu) {}

  /// A line stands above what follows, if anything does on both sides.
  void part() { apart_ = !menu_.entries.empty(); }

  void command(std::string_view id) {
    const Command* command = scene_.commands_.find(id);
    if (command == nullptr || !known_.insert(std::string(id)).second) return;
    add(shown_title(*command), command->enabled(), [command] { command->run(); });
    if (!command->keys.empty()) menu_.entries.back().keys = text(command->keys.front());
  }
  void term(std::string_view id) {
    const Term* term = find_term(id);
    if (term == nullptr || !known_.insert("term " + std::string(id)).second) return;
    // Translators: an entry of a menu; the field is a term, "shared memory".
    add(tr("Glossary: {}", term->name()), true, [&session = scene_.session_, id = term->id] {
      session.popup.term = id;
      session.popup.shown = Popup::glossary;
    });
  }
  /// Not while a lesson asks: it would be the answer.
  void lesson(const std::string& id) {
    Session& session = scene_.session_;
    const bool here =
        session.lesson.on() && &session.lesson.lesson() == session.lesson.lesson_of(id);
    const std::string title = session.lesson.title_of(id).now();
    if (here || session.lesson.asks() || title.empty()) return;
    if (!known_.insert("lesson " + id).second) return;
    add(learn_why(title), true, [&session, id] { session.lesson.begin(id); });
  }
  void action(const ContextAction& action, bool rival) {
    if (!action.command.empty()) return command(action.command);
    if (!action.term.empty()) return term(action.term);
    if (!action.lesson.empty()) return lesson(action.lesson);
    if (action.bookmark) return bookmark(action, rival);
    // What is listed is of the left side.
    const bool listed = !action.cell || !rival;
    add(action.title, action.enabled && listed, scene_.doing(action, rival));
  }
  void add(std::string title, bool enabled, std::function<void()> run) {
    menu_.entries.push_back(
        {std::move(title), "", enabled, std::exchange(apart_, false), std::move(run)});
  }

 private:
  void bookmark(const ContextAction& action, bool rival) {
    const auto number = free_bookmark(scene_.session_);
    add(action.title, number.has_value() && !rival,
        [&session = scene_.session_, number, access = *action.bookmark] {
          if (number) session.notes.set(*number, access);
        });
  }

  Scene& scene_;
  MenuShown& menu_;
  bool apart_ = false;
  std::set<std::string, std::less<>> known_;
};

std::function<void()> Scene::doing(const ContextAction& action, bool rival) {
  if (action.seek) {
    return [this, rival, access = *action.seek] {
      static_cast<void>(session_.places.jump());
      rival ? session_.playback.seek_right(access) : session_.playback.seek(access);
    };
  }
  if (action.read) return [this, place = *action.read] { session_.places.read(place); };
  if (action.edit) return [this, place = *action.edit] { session_.programs.edit(place); };
  if (action.pin) return [this, pin = *action.pin] { session_.following.pin(pin); };
  if (action.filter) {
    return [this, filter = *action.filter] { session_.following.add_filter(filter); };
  }
  if (action.cell) return [this, cell = *action.cell] { session_.following.list_cell(cell); };
  if (action.run) return action.run;
  return [this, text = action.copy] {
    copied_ = text;
    session_.notices.say(say("Copied."));
  };
}

void Scene::ask_menu(Input& input) {
  menu_thing_ = {};
  if (!std::exchange(session_.views.menu_asked, false)) return;
  Pointer& pointer = input.pointer;
  pointer.menu = menu_.by_key = true;
  if (session_.views.layout == LayoutKind::home) {
    if (const auto keyed = home_.keyed()) pointer.at = keyed->center();
    pointer.inside = true;
    return;
  }
  if (cursor_.active() || (pointer.inside && layout_.window.contains(pointer.at))) return;
  // Nobody points: the pane that was brought forward last, at its title.
  const std::string_view front = last_forward();
  const auto pane = std::ranges::find_if(layout_.panes, [&](const Pane& each) {
    return !each.slots.empty() && std::ranges::count(views_in(each), front) > 0;
  });
  const Rect place = pane == layout_.panes.end() ? Rect{} : pane->frame;
  pointer.at = {place.x + title_from, place.y + title_from};
  pointer.inside = true;
}

void Scene::offer_pane(MenuMaker& menu, const View& view) {
  const ViewInfo& about = view.about();
  if (about.slot == Slot::stage) menu.command("stage.next");
  for (const LookOption& option : about.options) {
    if (!option.next_command.empty()) menu.command(option.next_command);
  }
  if (about.of_text) menu.command("copy");
  menu.command(view.link(frame_of(menu_thing_.rival, {})).command);
  menu.add(session_.views.enlarged ? tr("Show all panes") : tr("Enlarge this pane"),
           layout_.choices.empty() || session_.views.enlarged, [this, id = about.id] {
             session_.views.put_in_front(id);
             cursor_.leave();
             session_.views.enlarge_asked = true;
           });
  const bool large = !session_.views.large.empty();
  if (large || can_be_large(about.slot)) {
    menu.add(large ? tr("Put the stage back in its place") : tr("Change places with the stage"),
             large || (layout_.choices.empty() && session_.views.layout == LayoutKind::study),
             [this, id = about.id] {
               session_.views.put_in_front(id);
               cursor_.leave();
               session_.views.large_asked = true;
             });
  }
  const Command* picture = commands_.find("picture");
  menu.add(tr("Export this pane …"), picture != nullptr && picture->enabled(),
           [this, id = about.id] {
             session_.popup.picture_view = id;
             session_.popup.shown = Popup::picture;
           });
  // Where another layout gives it more room.
  LayoutRequest request{
      .width = layout_.window.w, .height = layout_.window.h, .compare = shows_both()};
  for (const auto& [kind, command] :
       {std::pair{LayoutKind::inspect, "layout.inspect"},
        std::pair{LayoutKind::lecture, about.id == "banks" ? "lecture.banks" : "layout.lecture"}}) {
    request.kind = kind;
    request.lecture_slot.reset();
    if (about.id == "banks") request.lecture_slot = about.slot;
    const bool larger =
        area_of(window_layout(request), about.slot) > 1.2F * area_of(layout_, about.slot);
    if (kind != session_.views.layout && larger) menu.command(command);
  }
  for (const TermPlace& place : terms_in(view.title())) menu.term(place.term->id);
  menu.command("help");
}

void Scene::open_menu(Point at) {
  const SessionPlayback& playback = session_.playback;
  MenuShown shown{.number = menu_.number + 1,
                  .at = {at.x - scroll_.offset().x, at.y - scroll_.offset().y},
                  .by_key = std::exchange(menu_.by_key, false),
                  .documents = {playback.left().document(), playback.right().document()}};
  MenuMaker maker(*this, shown);
  if (session_.views.layout == LayoutKind::home) menu_thing_.menu = home_.menu_at(at);
  if (const auto& thing = menu_thing_.menu) {
    shown.title = thing->title;
    for (const ContextAction& action : thing->actions) maker.action(action, menu_thing_.rival);
  }
  if (explained_) maker.term(explained_->term->id);
  for (const Tab& tab : tabs_) {
    if (tab.view.empty() || !tab.rect.contains(at)) continue;
    menu_thing_.view = (menu_thing_.rival ? right_ : left_)->find(tab.view);
  }
  if (menu_thing_.view != nullptr) {
    if (shown.title.empty()) shown.title = menu_thing_.view->title();
    maker.part();
    offer_pane(maker, *menu_thing_.view);
  }
  if (shown.title.empty() && explained_) shown.title = explained_->term->name();
  if (shown.entries.empty()) {
    for (const char* command : {"home", "palette", "help"}) maker.command(command);
  }
  menu_ = std::move(shown);
  tooltip_.clear();
  session_.popup.shown = Popup::context;
}

bool Scene::menu_is_current() const {
  return menu_.documents[0].lock() == session_.playback.left().document() &&
         menu_.documents[1].lock() == session_.playback.right().document();
}

}  // namespace warpscope
