#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/lesson/progress.hpp"
#include "app/measure/measuring.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/session/notices.hpp"
#include "app/session/popup.hpp"
#include "app/session/session_comparison.hpp"
#include "app/session/session_editor.hpp"
#include "app/session/session_following.hpp"
#include "app/session/session_history.hpp"
#include "app/session/session_lectures.hpp"
#include "app/session/session_notes.hpp"
#include "app/session/session_opening.hpp"
#include "app/session/session_places.hpp"
#include "app/session/session_playback.hpp"
#include "app/session/session_programs.hpp"
#include "app/session/session_recording.hpp"
#include "app/session/session_views.hpp"
#include "app/session/settings.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// Everything that the window is about, without the window: what is open, where the playhead
/// stands, what was asked for. Used from one thread; recording happens on another. What it does
/// is done in its rooms, each of which has a header of its own; here is what ties them together:
/// the run that is shown, and the one that is wanted.
class Session {
 public:
  explicit Session(Settings settings = {}, Recorder::Make make = make_recording,
                   std::function<void()> wake = {});

  // Its rooms.

  Settings settings;
  Notices notices;                      ///< what the window says
  SessionHistory history{*this};        ///< undo and redo
  SessionPlaces places{*this};          ///< back and forward, and where the user reads
  SessionOpening opening{*this};        ///< where a run opens
  SessionComparison comparison{*this};  ///< what stands beside the run
  SessionPrograms programs;             ///< of the user's own
  SessionNotes notes;                   ///< bookmarks
  SessionViews views{*this};            ///< how the window shows what it shows
  SessionLectures lectures;             ///< lessons in files of the user's own
  LessonGuide lesson{*this};
  SessionEditor editor{*this};      ///< a program's text while it is written in the window
  SessionFollowing following;       ///< what is pinned and filtered, and the ways between accesses
  Progress progress;                ///< what is done of the course
  Measuring measuring;              ///< times of native kernels
  SessionPlayback playback{*this};  ///< where one is in the run
  SessionPopup popup;
  SessionRecording recording;  ///< of the run; last: its thread uses the rest

  // The run that is shown, and the one that is wanted.

  [[nodiscard]] const Options& options() const { return history.present(); }
  [[nodiscard]] const Recording& shown() const { return recording.shown(); }

  /// Checks the options and starts recording them; what is shown stays until they are ready. An
  /// error changes nothing. Can be undone. With `access` it goes there once they are ready.
  Status change(Options next, std::optional<std::uint32_t> access = {});
  /// Keeps a size and block that were asked for, else takes the kernel's own. A comparison of the
  /// present kernel with a change of itself ends if the kernel changes. `size`: of so many elements, in one block where
  /// a block can work on them.
  Status choose_kernel(std::string_view id,
                       const std::map<std::string, std::string>& parameters = {},
                       std::optional<std::int64_t> size = {});
  /// Opens a program's source, a trace file or a lecture. An error changes nothing. Can be undone. A program
  /// that the user may not want to run waits for the answer to programs.question().
  Status open(const std::filesystem::path& file, HowOpened how = HowOpened::found);
  /// Takes over finished work and lets time pass. Returns whether anything changed.
  bool tick(float seconds);
  /// Seconds for which the window may sleep.
  [[nodiscard]] float seconds_until_change() const;

 private:
  bool take_measured();
};

}  // namespace warpscope
