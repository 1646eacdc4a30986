#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "app/lesson/course.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Questions of a lesson, and those that were answered right.
struct LessonScore {
  std::int64_t asked = 0, right = 0;
  friend bool operator==(const LessonScore&, const LessonScore&) = default;
};

/// How far somebody has come in a lesson.
struct LessonProgress {
  int furthest = 0;   ///< the stop, from 0
  int stops = 0;      ///< of the lesson, when it was last taken
  bool done = false;  ///< its end was reached, and nothing was asked there any more
  LessonScore score;  ///< the best with which the end was reached
  /// The share of the way, 0..1.
  [[nodiscard]] float share() const;
  friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// What somebody has done of the course, over all starts of the program.
class Progress {
 public:
  /// Reads what is there, and writes every change there from now on. A damaged file is an error, and one begins anew;
  /// it is kept as .bak with the first change.
  Status keep(const std::filesystem::path& path);

  /// Somebody stands at this stop. Fails with a sentence if it cannot be written; it is remembered until the end.
  /// `score` counts at the end.
  Status reach(std::string_view lesson, int stop, int stops, bool done, LessonScore score = {});

  /// nullptr if the lesson was never begun.
  [[nodiscard]] const LessonProgress* find(std::string_view lesson) const;
  [[nodiscard]] bool done(std::string_view lesson) const;
  [[nodiscard]] bool empty() const { return lessons_.empty(); }
  /// Lessons of a chapter that are done.
  [[nodiscard]] int done_in(const Chapter& chapter) const;
  /// Of all of them together.
  [[nodiscard]] LessonScore score_in(const Chapter& chapter) const;
  /// The lesson to go on with: the one taken last, or, if it is done, the next one of the course that is not. Empty if
  /// all are done.
  [[nodiscard]] std::string next(const Course& course) const;
  /// The lesson of a chapter to go on with: the first that is not done, or, if all are, the first.
  [[nodiscard]] const std::string& next_in(const Chapter& chapter) const;

 private:
  using Lessons = std::map<std::string, LessonProgress, std::less<>>;
  struct Kept {
    Lessons lessons;
    std::string last;
  };
  [[nodiscard]] static Result<Kept> load(const std::filesystem::path& path);
  [[nodiscard]] Status write();
  [[nodiscard]] Status write_to(const std::filesystem::path& path);
  /// Takes over whatever is further in another list.
  void merge(const Lessons& others);

  std::filesystem::path path_;  // empty: nothing is written
  Lessons lessons_;
  std::string last_;  // the lesson taken last
};

/// $XDG_DATA_HOME/warpscope/progress.json, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path progress_path();

}  // namespace warpscope
