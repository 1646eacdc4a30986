#include <utility>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {

namespace {

/// Where the user reads: at the playhead, unless a line elsewhere was asked for.
FilePlace place_to_edit(const Session& s) {
  if (s.places.read_place() != nullptr) return *s.places.read_place();
  FilePlace place{s.options().subject()->sources().front(), 0};
  if (const ConsolePage* page = s.programs.console();
      page != nullptr && page->outdates_document()) {
    for (const Diagnostic& error : page->diagnostics) {
      if (!error.file.empty()) return {error.file, static_cast<std::uint32_t>(error.line)};
    }
  }
  if (!s.playback.left().ready()) return place;
  const Trace& trace = *s.playback.left().document()->trace;
  const Access& access = trace.accesses[s.playback.left().position()];
  return {trace.source_of(access).name, trace.line_of(access)};
}

}  // namespace

void add_program_commands(Commands& commands, Session& s, const WindowActions& window) {
  CommandGroup group(commands, tr_noop("Run"));
  const auto open = needs([&s] { return s.options().subject()->can_be_edited(); },
                          say("No program of your own is open: Ctrl+O opens one, Ctrl+N begins "
                              "one."));
  const auto tell = [&s](const Status& done) {
    if (!done) s.notices.complain(done.error());
  };
  group.add(
      "program.run", tr_noop("Build and run it again"), {"Ctrl+R"},
      [&s, tell] { tell(s.programs.run_again()); }, open);
  group.add(
      "program.options", tr_noop("Arguments, macros …"), {"Ctrl+P"},
      [&s] { s.popup.ask_run(RunField::arguments); }, open);
  group.add(
      "program.compiled", tr_noop("As compiled for a GPU, or as written"), {"Ctrl+Shift+C"},
      [&s, tell] {
        ProgramChoice choice = *s.options().subject()->program();
        bool& compiled = choice.request.build.as_compiled;
        compiled = !compiled;
        tell(s.programs.change(std::move(choice)));
      },
      needs([&s] { return s.options().subject()->program() != nullptr; },
            say("Only a program of your own is compiled: Ctrl+O opens one.")),
      tr_noop("As compiled, as written"));
  group.add(
      "program.setup", tr_noop("A bare kernel's launch …"), {"Ctrl+Shift+P"},
      [&s] { s.popup.ask_run(RunField::launch); },
      needs(
          [&s] {
            return s.programs.console() != nullptr && !s.programs.console()->bare_launches.empty();
          },
          say("Only a kernel without main() gets its launch from here, and none is open.")));
  group.add(
      "launch", tr_noop("Choose the launch …"), {"Ctrl+T"}, [&s] { s.popup.shown = Popup::launch; },
      needs_both(open, needs_run(s)));
  group.add(
      "program.edit", tr_noop("Open the line in your editor"), {"Ctrl+Enter"},
      [&s] { s.programs.edit(place_to_edit(s)); }, open);
  group.add("program.new", tr_noop("New program …"), {"Ctrl+N"},
            [&s] { s.popup.shown = Popup::starter; });
  group.add(
      "program.paste", tr_noop("Paste as a new program"), {"Ctrl+Shift+V"},
      [&s, tell, window] { tell(s.programs.paste(window.clipboard())); },
      needs([there = bool(window.clipboard)] { return there; },
            say("There is no clipboard here.")));
  group.add(
      "program.write", tr_noop("Write or paste a kernel here …"), {"Ctrl+Shift+E"},
      [&s, window] { s.editor.write(window.clipboard ? window.clipboard() : std::string()); }, {},
      tr_noop("Write code here"));
  group.add(
      "program.edit_here", tr_noop("Edit the program here"), {"Ctrl+Shift+Enter"},
      [&s, tell] { tell(s.editor.edit()); }, open, "");
  const auto told = needs(
      [&s] {
        return s.programs.console() != nullptr ||
               (s.playback.left().ready() &&
                !s.playback.left().document()->trace->header.program.empty());
      },
      say("There is no text of a program here to be copied."));
  group.add(
      "copy", tr_noop("Copy output, findings or launches"), {"Ctrl+C"},
      [&s] { s.views.copy_asked = true; }, told, tr_noop("Copy the output"));
  group.add(
      "compare.before", tr_noop("Compare with before the change or the save"), {"Ctrl+H"},
      [&s, tell] { tell(s.comparison.with_before()); },
      needs([&s] { return s.comparison.has_before(); },
            say("There is nothing to compare with yet: change the block, the size or a parameter "
                "of a kernel, or save a changed program.")),
      tr_noop("Compare with before"));
}

}  // namespace warpscope
