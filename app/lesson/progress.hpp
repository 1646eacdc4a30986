#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/kept_file.hpp"
#include "app/lesson/course.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Questions of a lesson, those that were answered right at once, those at the second try, and those
/// that were passed over: neither answered nor told.
struct LessonScore {
  std::int64_t asked = 0, right = 0, second = 0, passed = 0;
  friend bool operator==(const LessonScore&, const LessonScore&) = default;
};

inline constexpr std::size_t most_tries = 2;

/// What somebody has answered to a question.
struct Answered {
  std::string
      ask;  ///< the question's kind, "degree": another one has taken its place if that differs
  std::vector<std::string>
      tries;           ///< in order, as Question::choices writes them; most_tries at most
  bool right = false;  ///< the last of them is
  bool told = false;   ///< the answer was shown
  std::string when;    ///< of the last: "2026-11-27T05:30:57Z"
  [[nodiscard]] bool open() const { return !right && !told; }
  [[nodiscard]] bool right_at_once() const { return right && tries.size() == 1; }
  friend bool operator==(const Answered&, const Answered&) = default;
};
/// By stop, from 0.
using AnsweredStops = std::map<int, Answered>;

/// How far somebody has come in a lesson.
struct LessonProgress {
  int furthest = 0;   ///< the stop, from 0
  int stops = 0;      ///< of the lesson, when it was last taken
  bool done = false;  ///< its end was reached, and no question was passed over
  LessonScore score;  ///< the best with which the end was reached
  AnsweredStops questions;
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
  /// `score` counts once the end was reached; the lesson is done then, unless a question was passed over.
  Status reach(std::string_view lesson, int stop, int stops, bool ended, LessonScore score = {});

  /// Somebody has answered the question of a stop, or was told its answer. Fails likewise.
  Status answer(std::string_view lesson, int stop, const Answered& answered);

  /// nullptr if the lesson was never begun.
  [[nodiscard]] const LessonProgress* find(std::string_view lesson) const;
  [[nodiscard]] bool done(std::string_view lesson) const;
  using Lessons = std::map<std::string, LessonProgress, std::less<>>;
  [[nodiscard]] const Lessons& lessons() const { return lessons_; }
  [[nodiscard]] bool empty() const { return lessons_.empty(); }
  /// Lessons of a chapter that are done.
  [[nodiscard]] int done_in(const Chapter& chapter) const;
  /// Of all of them together whose end was reached.
  [[nodiscard]] LessonScore score_in(const Chapter& chapter) const;
  /// The lesson to go on with: the one taken last, or, if it is done, the next one of the course that is not. Empty if
  /// all are done.
  [[nodiscard]] std::string next(const Course& course) const;
  /// The lesson of a chapter to go on with: the first that is not done, or, if all are, the first.
  [[nodiscard]] const std::string& next_in(const Chapter& chapter) const;

 private:
  struct Kept {
    Lessons lessons;
    std::string last;
  };
  [[nodiscard]] static KeptFile file(const std::filesystem::path& path);
  /// Throws what the JSON library throws; nullopt if it is of another version.
  [[nodiscard]] static std::optional<Kept> kept_in(const nlohmann::json& json);
  [[nodiscard]] Status write();
  [[nodiscard]] Status write_to(const std::filesystem::path& path);
  /// Takes over whatever is further in another list.
  void merge(const Lessons& others);

  std::filesystem::path path_;  // empty: nothing is written
  Lessons lessons_;
  std::string last_;  // the lesson taken last
};

/// "3 of 4 right", "3 of 4 right, 1 at the second try", "1 of 2 right · 2 passed over": of those that
/// were answered.
[[nodiscard]] std::string score_text(const LessonScore& score);
/// The present moment, as Answered::when has it.
[[nodiscard]] std::string time_now();

/// $XDG_DATA_HOME/warpscope/progress.json, else under ~/.local/share; empty if neither is known.
[[nodiscard]] std::filesystem::path progress_path();

}  // namespace warpscope
