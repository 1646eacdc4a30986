#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/session/run_field.hpp"

namespace warpscope {

/// The popup that lies over the window and waits for an answer.
enum class Popup : std::uint8_t {
  none,
  kernel,
  rival,
  rival_file,
  what_if,
  run,  ///< how the kernel or the program is run; see SessionPopup::run_field
  machine,
  banks,
  granularity,
  speed,
  palette,
  help,
  jump,
  open,
  save,
  picture,
  bookmarks,
  formula,
  measure,
  more,
  glossary,
  keys,      ///< the second leaf of `help`
  starter,   ///< a program to begin with
  question,  ///< whether a program may run
  launch,    ///< which of its launches is shown
  chapter,   ///< the lessons of SessionPopup::chapter
  editor,    ///< the text of SessionEditor::program
  keep,      ///< this moment as a stop of a lecture: its text, and the file
  answer,    ///< to a lesson's question, typed
  find,      ///< the words that are sought in the source, in its pane
  pin,       ///< what is to be pinned, typed
  filter,    ///< which accesses are to be seen
  landmark,  ///< to what next and previous lead
  cell,      ///< all accesses of an element: SessionFollowing::cell_list()
  index,     ///< formulas for the indices of shared arrays
  context,   ///< what can be done with the thing under the mouse
};

/// Which popup is shown, and what it opens at.
struct SessionPopup {
  Popup shown = Popup::none;
  std::string term{};  ///< id of the one that the glossary shows: shown or pointed at last
  RunField run_field = RunField::size;  ///< has the keyboard in Popup::run
  std::size_t chapter = 0;              ///< of the course, whose lessons Popup::chapter lists
  std::string picture_view{};           ///< in Popup::picture; empty: what was exported last
  bool picture_copied = false;          ///< a picture is to go into the clipboard; no popup asks
  std::string answer{};                 ///< what the field of Popup::answer begins with
  bool to_line = false;  ///< in Popup::jump a number is a line of the source, else an access

  void ask_place(bool line) {
    to_line = line;
    shown = Popup::jump;
  }
  void ask_run(RunField field) {
    run_field = field;
    shown = Popup::run;
  }
};

}  // namespace warpscope
