// A program of the user's own that is written in the window.

#include <system_error>

#include "app/programs/starters.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

/// As the editor names files: a program is there under one name, from wherever it was opened.
std::filesystem::path file_to_edit(const ProgramChoice& program) {
  std::error_code unknown;
  return std::filesystem::absolute(program.request.build.files.front(), unknown).lexically_normal();
}

}  // namespace

void Session::write_here(std::string_view offered) {
  editor.begin(offered);
  popup.shown = Popup::editor;
}

Status Session::edit_here() {
  const ProgramChoice* program = options().subject()->program();
  if (program == nullptr) {
    return usage_error(say("Nothing is edited here: what is shown is no program of your own."));
  }
  if (Status opened = editor.open(file_to_edit(*program)); !opened) return opened;
  popup.shown = Popup::editor;
  return Done{};
}

Status Session::run_edited(bool over) {
  if (editor.file().empty()) {
    const auto made = warpscope::paste_program(default_program_folder(), editor.text());
    if (!made) return made.error();
    std::error_code unknown;
    const auto file = std::filesystem::absolute(made.value(), unknown).lexically_normal();
    if (Status there = editor.becomes(file); !there) return there;
    return open(file, HowOpened::made);
  }
  const bool changed = editor.changed() || editor.changed_elsewhere();
  if (Status saved = editor.save(over); !saved) return saved;
  const ProgramChoice* shown = options().subject()->program();
  // It was allowed to run when it was opened; if it has become another one since, that is asked again.
  if (shown == nullptr || file_to_edit(*shown) != editor.file()) return open(editor.file());
  if (changed) return Done{};  // the save is seen, like any other
  return programs.run_again();
}

}  // namespace warpscope
