#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/picture_source.hpp"
#include "app/follow/pin.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/look/look.hpp"
#include "app/session/recorder.hpp"
#include "app/subject/program_subject.hpp"

namespace warpscope {

/// The subject and the settings that the window opens with.
struct WindowOptions {
  SubjectPtr subject{};  ///< none: the window's own choice
  RunRequest request{};  ///< of the subject
  BankModel model = BankModel::cc5;
  std::filesystem::path lecture{};              ///< a lesson's file to begin with; empty: none
  std::shared_ptr<LessonLibrary> lessons = {};  ///< none: the program's own
  ProgramRunner programs{};                     ///< compiles and runs a user's own program
  std::string language = {};  ///< an id of languages(); empty: that of the settings
};

/// A stop of a lesson.
struct StopPicture {
  std::string lesson;  ///< its id
  std::size_t stop = 0;
  bool answered = false;  ///< its question is
  std::optional<std::size_t> why =
      {};  ///< a page of its Why, which an open question does not allow
  std::shared_ptr<LessonLibrary> lessons = {};
  bool of_program = false;  ///< the lesson beside a program
};

/// One picture of one moment of a document.
struct PictureRequest {
  DocumentPtr document;
  std::string view;                      ///< a view's id, or "window" for all of it
  std::uint32_t access = 0;              ///< the playhead
  std::string format;                    ///< "png" or "svg"
  int width = 0, height = 0;             ///< pixels
  std::string theme;                     ///< "dark", "light" or "projector"
  std::string language = {};             ///< of lesson and caption: "ru", else English
  std::string layout = {};               ///< of the window: the id of a LayoutKind; empty: study
  bool lecture_banks = false;            ///< in the lecture layout, the banks beside the stage
  std::vector<std::string> fronts = {};  ///< ids of views that come forward in the window
  float scale = 0;                       ///< of the window; 0: one that suits its size
  float zoom = 1;  ///< of the view, or the window's stage, at what happens now
  std::optional<StopPicture> stop = {};  ///< of the window: instead of `access`
  std::string stage = {};                ///< how the stage draws; empty: as it would by itself
  Look look{};                           ///< how views show it
  Pin pin{};                             ///< what is followed through the panes
  /// A comparison, of the window; its left side is the document. None: the document alone.
  std::shared_ptr<const Recording> comparison = {};
  float seconds = 0;  ///< from picture to picture of a film
};

/// A lesson on paper: a page for each stop.
struct HandoutRequest {
  DocumentPtr document;  ///< of the kernel or the program that the lesson is about
  std::shared_ptr<LessonLibrary> lessons;
  std::string lesson;         ///< its id
  bool of_program = false;    ///< it is the one beside a program
  bool answers = false;       ///< with the answers of its questions
  bool notes = false;         ///< for who gives it: with the words for the speaker and the time
  std::string theme;          ///< "dark", "light" or "projector"
  std::string language = {};  ///< "ru", else English
};

/// Functions that the command line needs from the layers above it. main() joins the two; tests put
/// in their own.
struct Frontend {
  std::function<int(const WindowOptions&)> open_window;  ///< until it closes; gives the exit code
  std::function<Result<std::vector<std::byte>>(const PictureRequest&)> render_picture;
  /// For a film; ignores access and format of the request.
  std::function<Result<std::unique_ptr<PictureSource>>(const PictureRequest&)> open_pictures;
  /// Its frames' accesses are the numbers of stops, from 0.
  std::function<Result<std::unique_ptr<PictureSource>>(const HandoutRequest&)> open_handout;
  std::function<std::string()> offscreen_problem;  ///< why no picture can be drawn; empty: it can
  ProgramRunner programs{};                        ///< compiles and runs a user's own program
};

}  // namespace warpscope
