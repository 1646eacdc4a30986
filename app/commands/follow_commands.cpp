#include <array>
#include <functional>
#include <string>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {
namespace {

/// The two commands that lead to the next and to the previous one.
struct LandmarkKeys {
  Landmark landmark;
  const char *next, *next_key;
  const char *previous, *previous_key;
};
constexpr std::array landmark_keys{
    LandmarkKeys{Landmark::conflict, tr_noop("Next conflict"), "Alt+J",
                 tr_noop("Previous conflict"), "Alt+Shift+J"},
    LandmarkKeys{Landmark::uncoalesced, tr_noop("Next uncoalesced access"), "Alt+U",
                 tr_noop("Previous uncoalesced access"), "Alt+Shift+U"},
    LandmarkKeys{Landmark::finding, tr_noop("Next finding"), "Alt+D", tr_noop("Previous finding"),
                 "Alt+Shift+D"},
    LandmarkKeys{Landmark::line, tr_noop("Next access of the same line"), "Shift+Down",
                 tr_noop("Previous access of the same line"), "Shift+Up"},
    LandmarkKeys{Landmark::cell, tr_noop("Next access of the same element"), "Alt+V",
                 tr_noop("Previous access of the same element"), "Alt+Shift+V"},
    LandmarkKeys{Landmark::array, tr_noop("Next access of the same array"), "Alt+X",
                 tr_noop("Previous access of the same array"), "Alt+Shift+X"},
};

std::function<Sentence()> needs_pin(Session& s) {
  return needs_both(
      needs_run(s),
      needs([&s] { return is_set(s.following.wanted().pin); },
            say("Nothing is pinned: F12 pins a lane, a warp, a thread, an element or a line.")));
}

}  // namespace

void add_follow_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Follow"));
  const auto ready = needs_run(s);
  group.add(
      "pin", tr_noop("Pin a lane, warp, thread, element or line …"), {"F12"},
      [&s] { s.popup.shown = Popup::pin; }, ready, tr_noop("Pin …, unpin"));
  group.add(
      "unpin", tr_noop("Unpin"), {"Shift+F12"}, [&s] { s.following.unpin(); }, needs_pin(s), "");
  group.add(
      "cell", tr_noop("All accesses of an element …"), {"Shift+H"},
      [&s] { s.following.list_cell({}); }, ready, tr_noop("Accesses of an element"));
  group.add(
      "filter", tr_noop("Filter accesses by array, line, warp, launch or caller …"),
      {"Ctrl+Shift+L"}, [&s] { s.popup.shown = Popup::filter; }, ready, tr_noop("Filter …, off"));
  group.add(
      "filter.clear", tr_noop("See all accesses again"), {"Ctrl+Shift+O"},
      [&s] { s.following.filter({}); },
      needs_both(ready, needs([&s] { return s.following.wanted().filter.on(); },
                              say("No filter is on: all accesses are seen."))),
      "");
}

void add_landmark_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, std::string(landmark_group));
  const auto ready = needs_run(s), pinned = needs_pin(s);
  group.add(
      "landmark", tr_noop("Jump to the next conflict, finding, access of the same line …"), {"J"},
      [&s] { s.popup.shown = Popup::landmark; }, ready, tr_noop("All of these"));
  for (const LandmarkKeys& way : landmark_keys) {
    const LandmarkWords& words = words_of(way.landmark);
    const auto go = [&](std::string_view id, const char* title, const char* key, bool forward,
                        std::string_view sheet) {
      group.add(
          std::string(id), title, {key},
          [&s, landmark = way.landmark, forward] { s.following.go(landmark, forward); }, ready,
          std::string(sheet));
    };
    go(words.next, way.next, way.next_key, true, words.name);
    go(words.previous, way.previous, way.previous_key, false, "");
  }
  group.add(
      "pinned.next", tr_noop("Next access of what is pinned"), {"Shift+J"},
      [&s] { s.following.go(Landmark::pinned, true); }, pinned, tr_noop("Pinned"));
  group.add(
      "pinned.previous", tr_noop("Previous access of what is pinned"), {"Ctrl+Shift+J"},
      [&s] { s.following.go(Landmark::pinned, false); }, pinned, "");
  const auto worst = [&](const char* id, const char* title, const char* key, WorstOf scope,
                         const char* sheet) {
    group.add(
        id, title, {key}, [&s, scope] { s.following.go_to_worst(scope); }, ready, sheet);
  };
  worst("worst.run", tr_noop("To the worst access of the run"), "Ctrl+Home", WorstOf::run,
        tr_noop("Worst access"));
  worst("worst.launch", tr_noop("To the worst access of this launch"), "Ctrl+Shift+Home",
        WorstOf::launch, "");
  worst("worst.line", tr_noop("To the worst access of this line"), "Ctrl+End", WorstOf::line, "");
}

}  // namespace warpscope
