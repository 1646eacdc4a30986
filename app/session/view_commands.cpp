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
      const auto count = static_cast<int>(all_stage_kinds.size());
      const int now = static_cast<int>(s.stage_kind(s.left().document()->trace->header.kernel));
      s.choose_stage(static_cast<StageKind>((now + step + count) % count));
    };
  };
  group.add("stage.next", "Draw the stage in another way", {"D"}, turn(1), ready);
  group.add("stage.previous", "Draw it as before", {"Shift+D"}, turn(-1), ready);
  for (const StageKindRow& row : stage_kind_rows) {
    group.add(
        std::string(row.command), "Stage: " + std::string(row.label), {row.key},
        [&s, kind = row.value] { s.choose_stage(kind); }, ready,
        row.value == stage_kind_rows.front().value ? "Tree, network, grid, bins …" : "");
  }
}

namespace {

/// One row of the key sheet speaks for all of them.
void add_line_sorts(CommandGroup& group, Session& s) {
  for (const LineColumnInfo& column : line_columns) {
    const auto number = static_cast<std::size_t>(column.column) + 1;
    const std::string key = "Ctrl+Shift+" + std::to_string(number);
    group.add(
        "lines." + std::string(column.id), "Lines: sort by " + std::string(column.heading), {key},
        [&s, by = column.column] {
          s.lines.choose(by);
          s.bring_forward("lines");
        },
        [&s] { return s.left().ready(); }, number == 1 ? "Lines: sort by column" : "");
  }
}

/// The same.
void add_timing_pictures(CommandGroup& group, Session& s) {
  for (const TimingPictureRow& row : timing_picture_rows) {
    group.add(
        std::string(row.command), "Timing: " + std::string(row.label), {row.key},
        [&s, picture = row.value] {
          s.timing.picture = picture;
          s.bring_forward("timing");
        },
        [&s] { return s.left().ready(); },
        row.value == timing_picture_rows.front().value ? "Timing: the pictures" : "");
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
  group.add("cells.next", "Memory by value, writer or age", {"A"},
            [&s] { s.cells = next_shade(s.cells); });
  group.add(
      "stage.down", "Stage: further rows", {"Alt+Down"}, [&s] { s.stage_down += 3; },
      [] { return true; }, "");
  group.add(
      "stage.up", "Stage: the rows above", {"Alt+Up"}, [&s] { s.stage_down -= 3; },
      [] { return true; }, "");
  const auto scroll = [&s](int rows) {
    return [&s, rows] {
      s.cells_down += rows;
      s.bring_forward("memory");
    };
  };
  const auto always = [] { return true; };
  group.add("cells.down", "Memory: further rows", {"Ctrl+Down"}, scroll(4), always,
            "Memory; Alt: stage");
  group.add("cells.up", "Memory: the rows above", {"Ctrl+Up"}, scroll(-4), always, "");
  group.add("heat.next", "Heat map: banks, or words", {"Shift+A"}, [&s] {
    s.heat = next_rows(s.heat);
    s.bring_forward("heat");
  });
  group.add("lines.next", "Lines: sort by the next column", {"Shift+U"}, [&s] {
    s.lines.choose_next();
    s.bring_forward("lines");
  });
  add_timing_pictures(group, s);
  add_line_sorts(group, s);
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
