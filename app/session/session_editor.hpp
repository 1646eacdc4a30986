#pragma once

#include <string_view>

#include "app/programs/program_editor.hpp"

namespace warpscope {

class Session;

/// A program of the user's own that is written in the window: opens the editor, and runs what it holds.
class SessionEditor {
 public:
  explicit SessionEditor(Session& session) : session_(session) {}

  ProgramEditor program;  ///< its text

  /// Opens the editor on a new program, see ProgramEditor::begin.
  void write(std::string_view offered);
  /// The same on the file of the program that is shown.
  Status edit();
  /// Saves what the editor holds and runs it; a new program gets a file. `over`: whatever became of its file.
  Status run(bool over = false);

 private:
  Session& session_;
};

}  // namespace warpscope
