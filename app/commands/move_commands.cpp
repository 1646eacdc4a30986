#include <functional>
#include <utility>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {

void add_move_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Move"));
  const auto ready = needs_run(s);
  const auto step = [&](const char* id, const char* title, std::vector<std::string_view> keys,
                        Granularity by, bool forward) {
    group.add(
        id, title, std::move(keys), [&s, by, forward] { s.playback.step(by, forward); }, ready);
  };
  step("access.next", tr_noop("Next access"), {"Right"}, Granularity::access, true);
  step("access.previous", tr_noop("Previous access"), {"Left"}, Granularity::access, false);
  step("barrier.next", tr_noop("Next step or barrier"), {"Shift+Right", "Down"},
       Granularity::barrier, true);
  step("barrier.previous", tr_noop("Previous step or barrier"), {"Shift+Left", "Up"},
       Granularity::barrier, false);
  step("phase.next", tr_noop("Next phase"), {"Ctrl+Right"}, Granularity::phase, true);
  step("phase.previous", tr_noop("Previous phase"), {"Ctrl+Left"}, Granularity::phase, false);
  const auto launches =
      needs_both(ready, needs([&s] { return has_launches(*s.playback.left().document()->trace); },
                              say("There is only one launch here.")));
  group.add(
      "launch.next", tr_noop("Next launch"), {"Ctrl+Shift+Right"},
      [&s] { s.playback.step(Granularity::launch, true); }, launches);
  group.add(
      "launch.previous", tr_noop("Previous launch"), {"Ctrl+Shift+Left"},
      [&s] { s.playback.step(Granularity::launch, false); }, launches);
  const auto jump = [&](const char* id, const char* title, const char* key,
                        std::function<void()> to) {
    group.add(
        id, title, {key},
        [&s, to = std::move(to)] {
          static_cast<void>(s.places.jump());
          to();
        },
        ready);
  };
  jump("start", tr_noop("To the start"), "Home", [&s] { s.playback.seek(0); });
  jump("telling", tr_noop("To the main access"), "Shift+Home", [&s] { s.opening.seek(); });
  jump("end", tr_noop("To the end"), "End",
       [&s] { s.playback.seek(s.playback.left().count() - 1); });
  // Mouse4 and Mouse5 are the buttons that go back and forward in a browser.
  group.add(
      "back", tr_noop("Back to where you were"), {"Alt+Left", "Mouse4"},
      [&s] { s.places.go_back(); },
      needs([&s] { return s.places.can_go_back(); }, say("There is no place to go back to.")),
      tr_noop("Back, forward"));
  group.add(
      "forward", tr_noop("Forward again"), {"Alt+Right", "Mouse5"}, [&s] { s.places.go_forward(); },
      needs([&s] { return s.places.can_go_forward(); }, say("There is no place to go forward to.")),
      "");
  group.add(
      "jump", tr_noop("Go to access, step or launch …"), {"Ctrl+G"},
      [&s] { s.popup.ask_place(false); }, ready, tr_noop("Go to; a line"));
}

void add_play_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Play"));
  const auto ready = needs_run(s);
  group.add(
      "play", tr_noop("Play or pause"), {"Space"}, [&s] { s.playback.toggle(); }, ready);
  group.add("play.faster", tr_noop("Play faster"), {"+"}, [&s] { s.playback.player.faster(); });
  group.add("play.slower", tr_noop("Play slower"), {"-"}, [&s] { s.playback.player.slower(); });
  group.add("play.speed", tr_noop("Choose the speed …"), {"V"},
            [&s] { s.popup.shown = Popup::speed; });
  group.add("play.by", tr_noop("Play by access, barrier or phase …"), {"G"},
            [&s] { s.popup.shown = Popup::granularity; });
  const auto next = [&s](bool forward) {
    return [&s, forward] { s.playback.step(s.playback.player.granularity, forward); };
  };
  group.add("next", tr_noop("Next, as it is played"), {"."}, next(true), ready);
  group.add("previous", tr_noop("Previous, as it is played"), {","}, next(false), ready);
  group.add("motion", tr_noop("Less motion"), {"Shift+M"}, [&s] {
    s.settings.motion = s.playback.player.reduced_motion ? Motion::full : Motion::less;
    s.playback.follow_motion();
  });
}

}  // namespace warpscope
