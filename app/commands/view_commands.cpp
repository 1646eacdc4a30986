#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_group.hpp"
#include "app/commands/palette.hpp"
#include "app/commands/session_commands.hpp"
#include "app/formula/formula_patterns.hpp"
#include "app/look/source_words.hpp"
#include "app/subject/cuda_twin.hpp"
#include "app/subject/fitting_stage.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

namespace {

/// "Network" within a list: "network".
std::string listed_label(const StageInfo& info) {
  std::string name(tr(info.label));
  name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return name;
}

/// The row of the key sheet that speaks for all: "Tree, network, grid …".
std::string names_of_stages(std::span<const StageInfo> stages) {
  constexpr std::size_t most = 3;
  std::string names(tr(stages.front().label));
  for (const StageInfo& info : stages.first(std::min(stages.size(), most)).subspan(1)) {
    names = tr("{0}, {1}", names, listed_label(info));
  }
  // Translators: a list that goes on.
  return stages.size() > most ? tr("{} …", names) : names;
}

}  // namespace

void add_stage_commands(Commands& commands, Session& s, std::span<const StageInfo> stages) {
  CommandGroup group(commands, tr_noop("Stage"));
  const auto ready = needs_run(s);
  const auto turn = [&s, stages](std::size_t steps) {
    return [&s, stages, steps] {
      const Document& document = *s.playback.left().document();
      std::size_t at = index_of(stages, s.views.stage_id(document));
      do {
        at = (at + steps) % stages.size();
      } while (!stage_suits(stages[at].id, *document.trace, document.flow));
      s.views.choose_stage(stages[at].id);
    };
  };
  group.add("stage.next", tr_noop("Draw the stage in another way"), {"D"}, turn(1), ready);
  group.add("stage.previous", tr_noop("Draw it as before"), {"Shift+D"}, turn(stages.size() - 1),
            ready);
  for (const StageInfo& info : stages) {
    const bool first = &info == &stages.front();
    group.add_said(
        info.command(), [&info] { return tr("Stage: {}", tr(info.label)); }, {info.key},
        [&s, id = info.id] { s.views.choose_stage(id); }, ready,
        [stages, first] { return first ? names_of_stages(stages) : std::string(); });
  }
}

namespace {

/// Adds a command for each view with keys that brings it forward: Alt and a letter, or older keys
/// that users still know.
void add_calls(CommandGroup& group, Session& s, std::span<const ViewInfo> views) {
  std::vector<ViewInfo> listed(views.begin(), views.end());
  std::ranges::stable_sort(listed, {}, &ViewInfo::listed_at);
  for (const ViewInfo& view : listed) {
    std::vector<std::string_view> keys(view.keys.begin(), view.keys.end());
    std::erase(keys, std::string_view());
    if (keys.empty()) continue;
    const auto offered = needs_both(
        needs_run(s), needs(
                          [&s, of_programs = view.of_programs] {
                            return !of_programs ||
                                   !s.playback.left().document()->trace->header.program.empty();
                          },
                          say("This view is about programs, and a kernel of the catalogue is "
                              "shown: Ctrl+O opens a program, Ctrl+N begins one.")));
    group.add(
        view.command(), std::string(view.call), std::move(keys),
        [&s, id = view.id] { s.views.bring_forward(id); }, offered,
        view.sheet ? std::optional<std::string>(*view.sheet) : std::nullopt);
  }
}

/// Adds the commands of an option: to the next choice, and to each choice that has a command. One
/// row of the key sheet covers the latter.
void add_look_option(CommandGroup& group, Session& s, const ViewInfo& view,
                     const LookOption& option) {
  const auto choose = [&s, &view, &option](std::size_t choice) {
    if (option.open != nullptr) option.open(s.views.look);
    s.views.choose(option, choice);
    if (option.calls_view) s.views.bring_forward(view.id);
  };
  if (!option.next_command.empty()) {
    group.add(
        std::string(option.next_command), std::string(option.next_title), {option.next_key},
        [&s, &option, choose] {
          choose((option.chosen(s.views.look) + 1) % option.choices.size());
        },
        {}, option.next_sheet ? std::optional<std::string>(*option.next_sheet) : std::nullopt);
  }
  bool first = true;
  for (std::size_t i = 0; i < option.choices.size(); ++i) {
    const LookChoice& choice = option.choices[i];
    if (choice.command.empty()) continue;
    const std::string_view sheet = std::exchange(first, false) ? option.sheet : "";
    group.add_said(
        std::string(choice.command),
        // Translators: what is chosen, with a colon, and the choice: "Heat map: words".
        [&option, &choice] { return tr("{0} {1}", tr(option.title), tr(choice.label)); },
        {choice.key}, [choose, i] { choose(i); }, needs_run(s),
        [sheet] { return std::string(tr(sheet)); });
  }
}

/// Shows the twin of the kernel's source, or says why there is none.
void toggle_twin(Session& s) {
  const Trace& trace = *s.playback.left().document()->trace;
  if (!trace.header.program.empty()) {
    return s.notices.say(say("Your program is in CUDA already: there is no twin to show."));
  }
  if (cuda_twin(trace.header.kernel).empty()) {
    return s.notices.say(
        say("This kernel is none of the catalogue's: there is no twin in plain CUDA to show."));
  }
  s.settings.cuda_twin = !wants_cuda(s.views.look, s.settings.cuda_twin);
  s.views.look.set(SourceWords::as_set);  // whatever a lesson has chosen
  s.views.bring_forward("source");
}

}  // namespace

namespace {

/// What keys ask of the picture at the mouse or the keys' cursor, else of the stage.
void add_zoom_commands(CommandGroup& group, Session& s) {
  const auto ready = needs_run(s);
  const auto ask = [&s](ZoomAsk asked) { return [&s, asked] { s.views.zoom_asked = asked; }; };
  // The key sheet has them in the row of the memory's.
  group.add("zoom.left", tr_noop("Picture: what lies left"), {"Alt+Shift+Left"},
            ask({.across = -1}), ready, "");
  group.add("zoom.right", tr_noop("Picture: what lies right"), {"Alt+Shift+Right"},
            ask({.across = 1}), ready, "");
  group.add("zoom.down", tr_noop("Picture: what lies below"), {"Alt+Down"}, ask({.down = 1}), ready,
            "");
  group.add("zoom.up", tr_noop("Picture: what lies above"), {"Alt+Up"}, ask({.down = -1}), ready,
            "");
  group.add("zoom.in", tr_noop("Picture: closer"), {"Z"}, ask({.factor = 2}), ready,
            tr_noop("Zoom; Shift: out, Alt: whole"));
  group.add("zoom.out", tr_noop("Picture: further away"), {"Shift+Z"}, ask({.factor = 0.5}), ready,
            "");
  group.add("zoom.whole", tr_noop("Whole picture"), {"Alt+Z"}, ask({.whole = true}), ready, "");
}

}  // namespace

void add_view_commands(Commands& commands, Session& s, std::span<const ViewInfo> views) {
  CommandGroup group(commands, tr_noop("Views"));
  const auto ready = needs_run(s);
  add_calls(group, s, views);
  group.add(
      "formula", tr_noop("Try a formula for the banks …"), {"Y"},
      [&s] {
        s.views.bring_forward("formula");
        s.popup.shown = Popup::formula;
        // What is on show is what the user goes on from.
        const auto pattern = s.views.look.get<FormulaPattern>();
        if (pattern != FormulaPattern::own) s.settings.formula = pattern_question(pattern);
        s.views.look.set(FormulaPattern::own);
      },
      ready, tr_noop("Formula; Shift: a pattern"));
  group.add(
      "source.cuda", tr_noop("Source in plain CUDA, or as it is traced"), {"Shift+S"},
      [&s] { toggle_twin(s); }, ready, tr_noop("Source in plain CUDA"));
  const auto scroll = [&s](int rows) {
    return [&s, rows] {
      s.views.scrolled.cells += rows;
      s.views.bring_forward("memory");
    };
  };
  group.add("cells.down", tr_noop("Memory: further rows"), {"Ctrl+Down"}, scroll(4), {},
            tr_noop("Memory; Alt: picture"));
  group.add("cells.up", tr_noop("Memory: the rows above"), {"Ctrl+Up"}, scroll(-4), {}, "");
  add_zoom_commands(group, s);
  for (const auto& [view, option] : look_options(views)) add_look_option(group, s, *view, *option);
}

namespace {

constexpr std::array scales{0.75F, 0.9F, 1.0F,  1.1F, 1.25F, 1.5F,
                            1.75F, 2.0F, 2.25F, 2.5F, 2.75F, 3.0F};
static_assert(scales.front() == min_scale && scales.back() == max_scale);

/// Says the scale: at the last one, nothing else would tell that the key was heard.
void zoom(Session& s, float scale) {
  s.settings.scale = scale;
  s.notices.say(say("Everything at {} %.", std::lround(100 * scale)));
}

float larger(float scale) {
  const auto next = std::ranges::find_if(scales, [&](float s) { return s > scale + 0.01F; });
  return next == scales.end() ? max_scale : *next;
}

float smaller(float scale) {
  float before = min_scale;
  for (const float each : scales) before = each < scale - 0.01F ? each : before;
  return before;
}

}  // namespace

void add_look_commands(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, tr_noop("Look"));
  const auto toggle = [&s](LayoutKind kind) {
    return [&s, kind] { s.views.layout = s.views.layout == kind ? LayoutKind::study : kind; };
  };
  group.add("layout.study", tr_noop("Study layout"), {"F2"}, [&s] {
    s.views.layout = LayoutKind::study;
    s.views.enlarged = false;
  });
  group.add("layout.lecture", tr_noop("Lecture layout"), {"L", "F3"}, toggle(LayoutKind::lecture));
  group.add("layout.inspect", tr_noop("Inspect layout"), {"F4"}, toggle(LayoutKind::inspect));
  group.add("layout.reset", tr_noop("Reset the pane sizes"), {"Shift+F2"},
            [&s] { s.views.arrange([&s] { s.views.splitters() = {}; }); });
  group.add(
      "pane.enlarge", tr_noop("Enlarge this pane, or show all again"), {"Alt+Enter"},
      [&s] {
        s.views.leave_home();
        s.views.enlarge_asked = true;
      },
      {}, tr_noop("Enlarge the pane"));
  group.add(
      "pane.large", tr_noop("Let this pane and the stage change places, or put them back"),
      {"Alt+Shift+Enter"},
      [&s] {
        s.views.leave_home();
        s.views.large_asked = true;
      },
      {}, tr_noop("In the stage's place"));
  const auto grow = [&s](int SessionViews::*way, int by) {
    return [&s, way, by] { s.views.*way += by; };
  };
  group.add("pane.wider", tr_noop("This pane wider"), {"Ctrl+Alt+Right"},
            grow(&SessionViews::wider, 1), {}, tr_noop("Its borders"));
  group.add("pane.narrower", tr_noop("This pane narrower"), {"Ctrl+Alt+Left"},
            grow(&SessionViews::wider, -1), {}, "");
  group.add("pane.taller", tr_noop("This pane taller"), {"Ctrl+Alt+Down"},
            grow(&SessionViews::taller, 1), {}, "");
  group.add("pane.lower", tr_noop("This pane lower"), {"Ctrl+Alt+Up"},
            grow(&SessionViews::taller, -1), {}, "");
  group.add("theme", tr_noop("Dark, light or projector theme"), {"T"}, [&s] {
    s.settings.theme = next_theme(s.settings.theme);
    s.notices.say(say("Theme: {}", theme_label(s.settings.theme)));
  });
  group.add(
      "scale.up", tr_noop("Larger"), {"Ctrl++"}, [&s] { zoom(s, larger(s.settings.scale)); }, {},
      tr_noop("Larger; −: smaller"));
  group.add(
      "scale.down", tr_noop("Smaller"), {"Ctrl+-"}, [&s] { zoom(s, smaller(s.settings.scale)); },
      {}, "");
  group.add("scale.reset", tr_noop("Original size"), {"Ctrl+0"}, [&s] { zoom(s, 1); });
  group.add(
      "pane.next", tr_noop("Next tab, or pane"), {"Ctrl+PageDown"}, [&s] { ++s.views.pane_turns; },
      {}, tr_noop("Tabs"));
  group.add(
      "pane.previous", tr_noop("Previous tab, or pane"), {"Ctrl+PageUp"},
      [&s] { --s.views.pane_turns; }, {}, "");
  group.add("focus.next", tr_noop("Next control"), {"Tab"}, [&s] { ++s.views.focus_steps; });
  group.add(
      "focus.previous", tr_noop("Previous control"), {"Shift+Tab"}, [&s] { --s.views.focus_steps; },
      {}, "");
  group.add(
      "focus.pane", tr_noop("Into the next pane: arrow keys go from cell to cell"), {"Ctrl+Tab"},
      [&s] { ++s.views.focus_panes; }, {}, tr_noop("Panes"));
  group.add(
      "focus.pane.previous", tr_noop("Into the previous pane"), {"Ctrl+Shift+Tab"},
      [&s] { --s.views.focus_panes; }, {}, "");
  group.add("full_screen", tr_noop("Full screen"), {"F11"}, window.toggle_full_screen,
            needs_window(bool(window.toggle_full_screen)));
}

}  // namespace warpscope
