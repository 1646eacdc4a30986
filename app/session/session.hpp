#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lesson/progress.hpp"
#include "app/measure/measuring.hpp"
#include "app/programs/program_editor.hpp"
#include "app/session/history.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/session/notices.hpp"
#include "app/session/player.hpp"
#include "app/session/playhead.hpp"
#include "app/session/recorder.hpp"
#include "app/session/run_field.hpp"
#include "app/session/session_comparison.hpp"
#include "app/session/session_lecture.hpp"
#include "app/session/session_notes.hpp"
#include "app/session/session_places.hpp"
#include "app/session/session_programs.hpp"
#include "app/session/session_views.hpp"
#include "app/session/settings.hpp"
#include "app/session/work_place.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

struct Starter;

/// The popup that lies over the window and waits for an answer.
enum class Popup : std::uint8_t {
  none,
  kernel,
  rival,
  rival_file,
  what_if,
  run,  ///< how the kernel or the program is run; see Session::run_field
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
  chapter,   ///< the lessons of Session::chapter
  editor,    ///< the text of Session::editor
  context,   ///< what can be done with the thing under the mouse
};

/// Everything that the window is about, without the window: what is open, where the playhead
/// stands, what was asked for. Used from one thread; recording happens on another.
class Session {
 public:
  explicit Session(Settings settings = {}, Recorder::Make make = make_recording,
                   std::function<void()> wake = {});

  // The run that is shown.
  [[nodiscard]] const Options& options() const { return history_.present(); }
  [[nodiscard]] const Recording& shown() const { return shown_; }
  [[nodiscard]] const Playhead& left() const { return left_; }
  [[nodiscard]] const Playhead& right() const { return right_; }

  /// Shows finished documents at once, without recording.
  void show(Recording recording);
  /// Checks the options and starts recording them; what is shown stays until they are ready. An
  /// error changes nothing. Can be undone. With `access` it goes there once they are ready.
  Status change(Options next, std::optional<std::uint32_t> access = {});
  /// Keeps a size and block that were asked for, else takes the kernel's own. A comparison of the
  /// present kernel with a change of itself ends if the kernel changes.
  Status choose_kernel(std::string_view id,
                       const std::map<std::string, std::string>& parameters = {});
  SessionComparison comparison{*this};
  SessionPrograms programs;

  /// Opens a program's source, a trace file or a lecture. An error changes nothing. Can be undone. A program
  /// that the user may not want to run waits for the answer to programs.question().
  Status open(const std::filesystem::path& file, HowOpened how = HowOpened::found);
  /// Before anything is shown: the banks and the change of a run that were typed.
  void begin_with(BankModel model, const WhatIf& what_if);
  /// The program is there in a later version: from now on wherever the earlier one stood; none: it is
  /// as it was. `right` stands beside it, unless unset. Records again, without a way back.
  void renew(const SubjectPtr& program, std::optional<Variant> right);
  /// Opens the editor on a new program, see ProgramEditor::begin, or on the file of the program that is shown.
  void write_here(std::string_view offered);
  Status edit_here();
  /// Saves what the editor holds and runs it; a new program gets a file. `over`: whatever became of its file.
  Status run_edited(bool over = false);

  // Lectures: lessons in files of the user's own.

  /// Remembers there which were opened; reads what is there already.
  void remember_lectures(const std::filesystem::path& path);
  /// Those that were opened, the last one first.
  [[nodiscard]] const RecentPrograms& lectures() const { return lectures_; }
  /// Begins one; of a lesson that stands beside a program, opens the program.
  Status open_lecture(const std::filesystem::path& file);
  void note_lecture(const std::filesystem::path& file);    ///< that it was opened
  void forget_lecture(const std::filesystem::path& file);  ///< takes it off the list

  [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
  /// Also goes back to the access at which that run was left, or puts sliders back. What was opened from
  /// a file that is gone is stepped over, and a notice says so.
  void undo();
  void redo();
  /// Moves a slider: `next` holds its value, and it is the chosen one. What follows with `goes_on` is
  /// one step of undo with it. Undo and redo show it at its place.
  void move_slider(SliderSettings next, const SliderPlace& place, bool goes_on);
  [[nodiscard]] bool recording() const { return recorder_.busy(); }
  /// True while an older recording is still being stopped; a new one waits for that.
  [[nodiscard]] bool stopping() const { return recorder_.stopping(); }
  /// How long it has been recording, or stopping.
  [[nodiscard]] double recording_seconds() const { return recorder_.seconds(); }
  void cancel_recording();

  // Place and playing.
  void seek(std::uint32_t access);  ///< without animation: scrubbing
  void seek_within(
      std::uint32_t access);              ///< likewise, of a trace that may have fewer accesses now
  void seek_right(std::uint32_t access);  ///< likewise, to what stands beside it
  void seek_telling();                    ///< to the access at which a run opens
  SessionPlaces places{*this};
  /// True if the run has opened there, and nobody has gone elsewhere since.
  [[nodiscard]] bool opening() const;
  /// The text that the window asks there, see telling_text().
  [[nodiscard]] std::string opening_text() const;
  bool newcomer = false;  ///< nothing was remembered: the opening says where to start
  void step(Granularity by, bool forward);  ///< with animation; stops playing
  void toggle_play();                       ///< from the end it starts over
  Player player;
  /// Lets the player move as Settings::motion says; call it when that, or the desktop's wish for less, has changed.
  void follow_motion(std::optional<bool> desktop_asks = std::nullopt);
  LessonGuide lesson{*this};
  Measuring measuring;      ///< times of native kernels
  Progress progress;        ///< what is done of the course
  ProgramEditor editor;     ///< a program's text while it is written in the window
  std::size_t chapter = 0;  ///< of the course, whose lessons Popup::chapter lists
  /// Where one is; nullopt before anything is shown.
  [[nodiscard]] std::optional<WorkPlace> work_place() const;
  /// Goes to a place of an earlier window. A program that may not run waits for the answer to question().
  Status resume_work(const WorkPlace& place);
  std::optional<WorkPlace> left_place;  ///< of a window that died at once: not gone to by itself
  /// Takes over finished work and lets time pass. Returns whether anything changed.
  bool tick(float seconds);
  /// Seconds for which the window may sleep.
  [[nodiscard]] float seconds_until_change() const;

  // Around it.
  Settings settings;
  SessionViews views{*this};
  SessionLecture lecture;
  Popup popup = Popup::none;
  std::string term;  ///< id of the one that the glossary opens at: shown or pointed at last
  RunField run_field = RunField::size;  ///< has the keyboard when Popup::run opens
  void ask_run(RunField field) {
    run_field = field;
    popup = Popup::run;
  }
  std::string picture_view;  ///< what Popup::picture opens with; empty: what was exported last
  /// Takes over theme, layout, views in front and everything else about how things are shown.
  void look_like(const Session& other);
  Notices notices;  ///< what the window says
  /// Writes the trace at the left, off the frame thread; a toast tells how it went. Fails if it
  /// cannot begin, for example while another trace is being written.
  Status save_trace(const std::filesystem::path& path);

  SessionNotes notes;

 private:
  void record();
  /// After undo or redo: records, and goes to where that run was left.
  void return_to(const History::Step& step);
  void walk_history(History::Step (History::*direction)(std::uint32_t, const SliderSettings&));
  bool take_recording();
  bool take_cancelled();
  bool take_saved();
  bool take_measured();
  void fail_recording(const Error& error);
  /// Goes to where the program stood before it was saved, or the kernel before its input was changed; false if
  /// there is no such place.
  bool resume(const DocumentPtr& before, std::uint32_t access);
  /// Brings back the formula that was typed for the kernel that is shown now; if there is none, the
  /// formula makes room for the banks.
  void change_formula(const std::string& from, const std::string& to);
  void leave_opening();
  void align();
  void complete_comparison();
  void animate();  ///< the present access

  std::map<std::string, Playground, std::less<>> formulas_;  // by topic: of what is not shown
  History history_{Options{}};
  // As it was when `shown_` came: cancelled or failed, a change, undo or redo goes back to it.
  History shown_history_{Options{}};
  Recording shown_;
  Playhead left_, right_;
  std::optional<std::uint32_t> wanted_access_;  // where to go once the recording is there
  bool cancelled_ = false;                      // and it is not yet said that it has ended
  bool opening_ = false;
  std::future<Status> saving_;
  std::filesystem::path saving_to_;
  std::function<void()> wake_;
  RecentPrograms lectures_;
  std::filesystem::path lectures_path_;
  bool desktop_asks_ = false;  // for less motion
  Recorder recorder_;          // last: its thread uses the rest
};

}  // namespace warpscope
