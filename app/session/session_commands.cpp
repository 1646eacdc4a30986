#include "app/session/session_commands.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "app/session/command_group.hpp"
#include "instrumentation/run/cases.hpp"

namespace warpscope {
namespace {

void add_moves(Commands& commands, Session& s) {
  CommandGroup group(commands, "Move");
  const auto ready = [&s] { return s.left().ready(); };
  const auto step = [&](const char* id, const char* title, std::vector<std::string_view> keys,
                        Granularity by, bool forward) {
    group.add(
        id, title, std::move(keys), [&s, by, forward] { s.step(by, forward); }, ready);
  };
  step("access.next", "Next access", {"Right"}, Granularity::access, true);
  step("access.previous", "Previous access", {"Left"}, Granularity::access, false);
  step("barrier.next", "Next barrier", {"Shift+Right", "Down"}, Granularity::step, true);
  step("barrier.previous", "Previous barrier", {"Shift+Left", "Up"}, Granularity::step, false);
  step("phase.next", "Next phase", {"Ctrl+Right"}, Granularity::phase, true);
  step("phase.previous", "Previous phase", {"Ctrl+Left"}, Granularity::phase, false);
  const auto launches = [&s] {
    return s.left().ready() && has_launches(*s.left().document()->trace);
  };
  group.add(
      "launch.next", "Next launch", {"Ctrl+Shift+Right"},
      [&s] { s.step(Granularity::launch, true); }, launches);
  group.add(
      "launch.previous", "Previous launch", {"Ctrl+Shift+Left"},
      [&s] { s.step(Granularity::launch, false); }, launches);
  group.add(
      "start", "To the start", {"Home"}, [&s] { s.seek(0); }, ready);
  group.add(
      "end", "To the end", {"End"}, [&s] { s.seek(s.left().count() - 1); }, ready);
  group.add(
      "jump", "Go to access, step or launch …", {"Ctrl+G"}, [&s] { s.popup = Popup::jump; }, ready);
}

void add_playing(Commands& commands, Session& s) {
  CommandGroup group(commands, "Play");
  const auto ready = [&s] { return s.left().ready(); };
  group.add(
      "play", "Play or pause", {"Space"}, [&s] { s.toggle_play(); }, ready);
  group.add("play.faster", "Play faster", {"+"}, [&s] { s.player.faster(); });
  group.add("play.slower", "Play slower", {"-"}, [&s] { s.player.slower(); });
  group.add("play.speed", "Choose the speed …", {"V"}, [&s] { s.popup = Popup::speed; });
  group.add("play.by", "Play by access, barrier or phase …", {"G"},
            [&s] { s.popup = Popup::granularity; });
  const auto next = [&s](bool forward) {
    return [&s, forward] { s.step(s.player.granularity, forward); };
  };
  group.add("next", "Next, as it is played", {"."}, next(true), ready);
  group.add("previous", "Previous, as it is played", {","}, next(false), ready);
  group.add("motion", "Less motion", {}, [&s] {
    s.settings.reduced_motion = s.player.reduced_motion = !s.settings.reduced_motion;
    s.player.settle();
  });
}

const KernelInfo* kernel_of(const Session& s) {
  const auto kernel = find_kernel(s.options().request.kernel);
  return kernel ? kernel.value() : nullptr;
}

bool has_parameter(const KernelInfo* kernel, std::string_view name) {
  return kernel != nullptr && std::ranges::count(kernel->parameters, name, &Parameter::name) > 0;
}

/// The next of the values that the kernel offers, numbers by size; behind the last the first.
void next_parameter(Session& s, const std::string& name, int step) {
  const KernelInfo* kernel = kernel_of(s);
  if (!has_parameter(kernel, name)) return s.say("This kernel leaves no choice there.");
  Options next = s.options();
  std::vector<std::string> values = legal_parameters(*kernel).at(name);
  const auto parameter = std::ranges::find(kernel->parameters, name, &Parameter::name);
  if (parameter->numeric())
    std::ranges::sort(values, {},
                      [](const std::string& text) { return std::strtod(text.c_str(), nullptr); });
  std::string& value = next.request.parameters.try_emplace(name, values.front()).first->second;
  const auto count = std::ssize(values);
  const auto found = std::ranges::find(values, value) - values.begin();
  value = values[static_cast<std::size_t>((found % count + step + count) % count)];
  if (const Status changed = s.change(std::move(next)); !changed) s.complain(changed.error());
}

void add_parameters(CommandGroup& group, Session& s) {
  const auto runs = [&s](std::string_view name) {
    return [&s, name] { return !s.options().file && has_parameter(kernel_of(s), name); };
  };
  group.add(
      "operator.next", "Next operator", {"O"}, [&s] { next_parameter(s, "op", 1); }, runs("op"));
  group.add(
      "type.next", "Next element type", {"E"}, [&s] { next_parameter(s, "type", 1); },
      runs("type"));
  const auto lead = [&s]() -> const Parameter* {
    const KernelInfo* kernel = s.options().file ? nullptr : kernel_of(s);
    return kernel == nullptr ? nullptr : lead_parameter(*kernel);
  };
  const auto leads = [lead] { return lead() != nullptr; };
  const auto move = [&s, lead](int step) {
    return [&s, lead, step] { next_parameter(s, std::string(lead()->name), step); };
  };
  group.add("parameter.next", "Next value of the parameter", {"P"}, move(1), leads);
  group.add("parameter.previous", "Previous value of it", {"Shift+P"}, move(-1), leads);
}

void add_run(Commands& commands, Session& s) {
  CommandGroup group(commands, "Run");
  const auto runs = [&s] { return !s.options().file; };
  const auto ask = [&](const char* id, const char* title, const char* key, Popup popup) {
    group.add(id, title, {key}, [&s, popup] { s.popup = popup; });
  };
  ask("kernel", "Choose the kernel …", "K", Popup::kernel);
  ask("size", "Size, block, parameters …", "N", Popup::size);
  ask("input", "Input and seed …", "I", Popup::input);
  ask("machine", "Choose the machine …", "M", Popup::machine);
  ask("banks", "Choose the bank model …", "Shift+B", Popup::banks);
  group.add("banks.next", "Next bank model", {"B"}, [&s] {
    Options next = s.options();
    next.model =
        static_cast<BankModel>((static_cast<std::size_t>(next.model) + 1) % all_bank_models.size());
    if (const Status changed = s.change(std::move(next)); !changed) s.complain(changed.error());
  });
  group.add(
      "seed.next", "Next seed", {"S"},
      [&s] {
        Options next = s.options();
        ++next.request.input.seed;
        if (const Status changed = s.change(std::move(next)); !changed) s.complain(changed.error());
      },
      runs);
  add_parameters(group, s);
  group.add(
      "undo", "Undo", {"Ctrl+Z"}, [&s] { s.undo(); }, [&s] { return s.can_undo(); });
  group.add(
      "redo", "Redo", {"Ctrl+Shift+Z", "Ctrl+Y"}, [&s] { s.redo(); },
      [&s] { return s.can_redo(); });
  group.add(
      "cancel", "Cancel recording", {}, [&s] { s.cancel_recording(); },
      [&s] { return s.recording(); });
}

void add_files(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "File");
  const auto ready = [&s] { return s.left().ready(); };
  group.add("open", "Open a trace …", {"Ctrl+O"}, [&s] { s.popup = Popup::open; });
  group.add(
      "save", "Save the trace …", {"Ctrl+S"}, [&s] { s.popup = Popup::save; }, ready);
  group.add(
      "picture", "Export picture, film, table …", {"Ctrl+E"}, [&s] { s.popup = Popup::picture; },
      ready);
  group.add("quit", "Quit", {"Ctrl+Q"}, window.quit, [on = bool(window.quit)] { return on; });
}

void add_stage(Commands& commands, Session& s) {
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
  constexpr std::array keys{"F6", "F7", "F8", "F9", "F10"};
  for (const StageKind kind : all_stage_kinds) {
    const auto place = static_cast<std::size_t>(kind);
    group.add(
        std::string(names_of(kind).command), "Stage: " + std::string(names_of(kind).label),
        {keys[place]}, [&s, kind] { s.choose_stage(kind); }, ready);
  }
}

/// Calls views forward that share their place with others.
void add_views(Commands& commands, Session& s) {
  CommandGroup group(commands, "Views");
  const auto call = [&](const std::string& id, const char* title, const char* key) {
    group.add(
        "view." + id, title,
        key != nullptr ? std::vector<std::string_view>{key} : std::vector<std::string_view>{},
        [&s, id] { s.bring_forward(id); }, [&s] { return s.left().ready(); });
  };
  call("source", "Source", "Ctrl+U");
  call("lanes", "Lanes", "Ctrl+L");
  call("memory", "Shared memory", "Ctrl+M");
  call("banks", "Banks", "Ctrl+J");
  call("totals", "Totals", "U");
  group.add(
      "view.formula", "Formula", {}, [&s] { s.bring_forward("formula"); },
      [&s] { return s.left().ready(); });
  group.add(
      "formula", "Try a formula for the banks …", {"Y"},
      [&s] {
        s.bring_forward("formula");
        s.popup = Popup::formula;
      },
      [&s] { return s.left().ready(); });
  group.add(
      "view.heat", "Heat map", {}, [&s] { s.bring_forward("heat"); },
      [&s] { return s.left().ready(); });
  call("lines", "What each line costs", nullptr);
}

void zoom(Session& s, float scale) { s.settings.scale = std::clamp(scale, min_scale, max_scale); }

void add_looks(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "Look");
  const auto toggle = [&s](LayoutKind kind) {
    return [&s, kind] { s.layout = s.layout == kind ? LayoutKind::study : kind; };
  };
  group.add("layout.study", "Study layout", {"F2"}, [&s] { s.layout = LayoutKind::study; });
  group.add("layout.lecture", "Lecture layout", {"L", "F3"}, toggle(LayoutKind::lecture));
  group.add("layout.inspect", "Inspect layout", {"F4"}, toggle(LayoutKind::inspect));
  group.add("cells.next", "Shared memory: colour by value, writer or age", {"A"},
            [&s] { s.cells = next_shade(s.cells); });
  group.add("lines.next", "Lines: sort by the next column", {"Shift+U"}, [&s] {
    s.lines.choose_next();
    s.bring_forward("lines");
  });
  for (const LineColumnInfo& column : line_columns) {
    group.add("lines." + std::string(column.id), "Lines: sort by " + std::string(column.id), {},
              [&s, by = column.column] { s.lines.choose(by); });
  }
  group.add("layout.reset", "Reset the pane sizes", {}, [&s] { s.splitters = {}; });
  group.add("theme", "Dark, light or projector theme", {"T"},
            [&s] { s.settings.theme = next_theme(s.settings.theme); });
  group.add("scale.up", "Larger", {"Ctrl++"}, [&s] { zoom(s, s.settings.scale * 1.125F); });
  group.add("scale.down", "Smaller", {"Ctrl+-"}, [&s] { zoom(s, s.settings.scale / 1.125F); });
  group.add("scale.reset", "Original size", {"Ctrl+0"}, [&s] { zoom(s, 1); });
  group.add("full_screen", "Full screen", {"F11"}, window.toggle_full_screen,
            [on = bool(window.toggle_full_screen)] { return on; });
}

/// Back to the study layout, and out of the full screen that a lecture took.
void leave_lecture(Session& s, const WindowActions& window) {
  s.layout = LayoutKind::study;
  const bool taken = std::exchange(s.presenting, false);
  if (taken && window.is_full_screen && window.is_full_screen()) window.toggle_full_screen();
}

void add_help(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, "Help");
  group.add("palette", "Find a command …", {"Ctrl+K"}, [&s] { s.popup = Popup::palette; });
  group.add("help", "Keys", {"?", "F1"}, [&s] { s.popup = Popup::help; });
  // Escape leaves what is uppermost.
  group.add("escape", "Close, or leave the layout", {"Escape"}, [&s, window] {
    if (s.popup != Popup::none) {
      s.popup = Popup::none;
    } else if (s.pointing != Pointing::none) {
      s.pointing = Pointing::none;
    } else if (s.toast()) {
      s.dismiss();
    } else if (s.recording() && s.left().ready()) {
      s.cancel_recording();
    } else {
      leave_lecture(s, window);
    }
  });
}

}  // namespace

Commands make_commands(Session& session, const WindowActions& window) {
  Commands commands;
  add_moves(commands, session);
  add_playing(commands, session);
  add_run(commands, session);
  add_comparison_commands(commands, session);
  add_files(commands, session, window);
  add_stage(commands, session);
  add_views(commands, session);
  add_looks(commands, session, window);
  add_lesson_commands(commands, session);
  add_lecture_commands(commands, session, window);
  add_bookmark_commands(commands, session);
  add_help(commands, session, window);
  return commands;
}

}  // namespace warpscope
