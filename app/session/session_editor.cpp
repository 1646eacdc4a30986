#include "app/session/session_editor.hpp"

#include <system_error>

#include "app/programs/starters.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

/// As the editor names files: a program is there under one name, from wherever it was opened.
std::filesystem::path file_to_edit(const Subject& subject) {
  std::error_code unknown;
  return std::filesystem::absolute(subject.sources().front(), unknown).lexically_normal();
}

}  // namespace

void SessionEditor::write(std::string_view offered) {
  program.begin(offered);
  session_.popup.shown = Popup::editor;
}

Status SessionEditor::edit() {
  const SubjectPtr shown = session_.options().subject();
  if (!shown->can_be_edited()) {
    return usage_error(say("Nothing is edited here: what is shown is no program of your own."));
  }
  if (Status opened = program.open(file_to_edit(*shown)); !opened) return opened;
  session_.popup.shown = Popup::editor;
  return Done{};
}

Status SessionEditor::run(bool over) {
  if (program.file().empty()) {
    const auto made = warpscope::paste_program(default_program_folder(), program.text());
    if (!made) return made.error();
    std::error_code unknown;
    const auto file = std::filesystem::absolute(made.value(), unknown).lexically_normal();
    if (Status there = program.becomes(file); !there) return there;
    return session_.open(file, HowOpened::made);
  }
  const bool changed = program.changed() || program.changed_elsewhere();
  // A file that is written anew would be seen as a save, and run a second time.
  if (changed) {
    if (Status saved = program.save(over); !saved) return saved;
  }
  const SubjectPtr shown = session_.options().subject();
  // It was allowed to run when it was opened; if it has become another one since, that is asked again.
  if (!shown->can_be_edited() || file_to_edit(*shown) != program.file())
    return session_.open(program.file());
  if (changed) return Done{};  // the save is seen, like any other
  return session_.programs.run_again();
}

}  // namespace warpscope
