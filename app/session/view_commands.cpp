#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/session/command_group.hpp"
#include "app/session/session_commands.hpp"

namespace warpscope {

void add_stage_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Stage");
  const auto ready = [&s] { return s.left().ready(); };
  const auto turn = [&s](int step) {
    return [&s, step] {
      const auto count = static_cast<int>(stage_kinds.size());
      const int now = static_cast<int>(s.stage_kind(s.left().document()->trace->header.kernel));
      s.choose_stage(static_cast<StageKind>((now + step + count) % count));
    };
  };
  group.add("stage.next", "Draw the stage in another way", {"D"}, turn(1), ready);
  group.add("stage.previous", "Draw it as before", {"Shift+D"}, turn(-1), ready);
  for (const Choice<StageKind>& kind : stage_kinds) {
    group.add(
        std::string(kind.command), "Stage: " + std::string(kind.label), {kind.key},
        [&s, value = kind.value] { s.choose_stage(value); }, ready,
        kind.value == StageKind{} ? "Tree, network, grid, bins …" : "");
  }
}

namespace {

/// For the next choice, and for each where it has a key; one row of the key sheet speaks for these.
void add_look_option(CommandGroup& group, Session& s, const LookOption& option) {
  const auto choose = [&s, &option](std::size_t choice) {
    option.choose(s.look, choice);
    if (option.calls_view) s.bring_forward(option.view);
  };
  if (!option.next_command.empty()) {
    group.add(
        std::string(option.next_command), std::string(option.next_title), {option.next_key},
        [&s, &option, choose] { choose((option.chosen(s.look) + 1) % option.choices.size()); });
  }
  bool first = true;
  for (std::size_t i = 0; i < option.choices.size(); ++i) {
    const LookChoice& choice = option.choices[i];
    if (choice.command.empty()) continue;
    group.add(
        std::string(choice.command), fmt::format("{} {}", option.title, choice.label), {choice.key},
        [choose, i] { choose(i); }, [&s] { return s.left().ready(); },
        std::string(std::exchange(first, false) ? option.sheet : ""));
  }
}

}  // namespace

/// Calls views forward that share their place with others.
void add_view_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, "Views");
  const auto ready = [&s] { return s.left().ready(); };
  // Alt and a letter calls a view; the others are older and still known to hands.
  const auto call = [&](const std::string& id, const char* title,
                        std::vector<std::string_view> keys) {
    group.add(
        "view." + id, title, std::move(keys), [&s, id] { s.bring_forward(id); }, ready);
  };
  call("source", "Source", {"Alt+S", "Ctrl+U"});
  call("lines", "What each line costs", {"Alt+C"});
  call("lanes", "Lanes", {"Alt+L", "Ctrl+L"});
  call("memory", "Shared memory", {"Alt+M", "Ctrl+M"});
  call("heat", "Heat map", {"Alt+H"});
  call("timing", "Timing", {"Alt+I"});
  call("banks", "Banks", {"Alt+B", "Ctrl+J"});
  call("formula", "Formula", {"Alt+F"});
  call("totals", "Totals", {"Alt+T", "U"});
  group.add(
      "formula", "Try a formula for the banks …", {"Y"},
      [&s] {
        s.bring_forward("formula");
        s.popup = Popup::formula;
      },
      ready);
  group.add(
      "stage.down", "Stage: further rows", {"Alt+Down"}, [&s] { s.scrolled.stage += 3; },
      [] { return true; }, "");
  group.add(
      "stage.up", "Stage: the rows above", {"Alt+Up"}, [&s] { s.scrolled.stage -= 3; },
      [] { return true; }, "");
  const auto scroll = [&s](int rows) {
    return [&s, rows] {
      s.scrolled.cells += rows;
      s.bring_forward("memory");
    };
  };
  const auto always = [] { return true; };
  group.add("cells.down", "Memory: further rows", {"Ctrl+Down"}, scroll(4), always,
            "Memory; Alt: stage");
  group.add("cells.up", "Memory: the rows above", {"Ctrl+Up"}, scroll(-4), always, "");
  for (const LookOption& option : look_options) add_look_option(group, s, option);
}

namespace {

void zoom(Session& s, float scale) { s.settings.scale = std::clamp(scale, min_scale, max_scale); }

}  // namespace

void add_look_commands(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "Look");
  const auto toggle = [&s](LayoutKind kind) {
    return [&s, kind] { s.layout = s.layout == kind ? LayoutKind::study : kind; };
  };
  group.add("layout.study", "Study layout", {"F2"}, [&s] { s.layout = LayoutKind::study; });
  group.add("layout.lecture", "Lecture layout", {"L", "F3"}, toggle(LayoutKind::lecture));
  group.add("layout.inspect", "Inspect layout", {"F4"}, toggle(LayoutKind::inspect));
  group.add("layout.reset", "Reset the pane sizes", {"Shift+F2"}, [&s] { s.splitters = {}; });
  group.add("theme", "Dark, light or projector theme", {"T"},
            [&s] { s.settings.theme = next_theme(s.settings.theme); });
  group.add("scale.up", "Larger", {"Ctrl++"}, [&s] { zoom(s, s.settings.scale * 1.125F); });
  group.add("scale.down", "Smaller", {"Ctrl+-"}, [&s] { zoom(s, s.settings.scale / 1.125F); });
  group.add("scale.reset", "Original size", {"Ctrl+0"}, [&s] { zoom(s, 1); });
  group.add("full_screen", "Full screen", {"F11"}, window.toggle_full_screen,
            [on = bool(window.toggle_full_screen)] { return on; });
}

}  // namespace warpscope
