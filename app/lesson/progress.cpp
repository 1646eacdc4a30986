#include "app/lesson/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using ProgressJson = nlohmann::json;

constexpr int progress_version = 1;
constexpr std::size_t most_known_lessons = 10'000;
constexpr int most_known_stops = 1000;

constexpr std::size_t longest_try = 500, longest_ask = 40, longest_when = 20;

LessonScore better(const LessonScore& a, const LessonScore& b) {
  const auto worth = [](const LessonScore& score) {
    return std::tuple(score.right, score.second, -score.passed);
  };
  return worth(b) > worth(a) || a.asked == 0 ? b : a;
}

Answered read_answered(const ProgressJson& entry) {
  Answered answered;
  answered.ask = quotable(entry.value("ask", ""), longest_ask);
  answered.right = entry.value("right", false);
  answered.told = entry.value("told", false) && !answered.right;
  answered.when = quotable(entry.value("when", ""), longest_when);
  const ProgressJson tries = entry.value("tries", ProgressJson::array());
  for (const ProgressJson& one : tries) {
    if (answered.tries.size() == most_tries) break;
    answered.tries.push_back(quotable(one.get<std::string>(), longest_try));
  }
  if (answered.tries.empty()) answered.right = false;
  return answered;
}

AnsweredStops read_questions(const ProgressJson& entry) {
  AnsweredStops questions;
  const ProgressJson kept = entry.value("questions", ProgressJson::object());
  for (const auto& [stop, answered] : kept.items()) {
    int number = 0;
    const auto [end, error] = std::from_chars(stop.data(), stop.data() + stop.size(), number);
    const bool whole = error == std::errc() && end == stop.data() + stop.size();
    if (!whole || number < 1 || number > most_known_stops) continue;
    questions[number - 1] = read_answered(answered);
  }
  return questions;
}

ProgressJson json_of(const AnsweredStops& questions) {
  ProgressJson all = ProgressJson::object();
  for (const auto& [stop, answered] : questions) {
    all[std::to_string(stop + 1)] = {{"ask", answered.ask},
                                     {"tries", answered.tries},
                                     {"right", answered.right},
                                     {"told", answered.told},
                                     {"when", answered.when}};
  }
  return all;
}

}  // namespace

float LessonProgress::share() const {
  if (done) return 1;
  return stops > 0 ? static_cast<float>(std::clamp(furthest, 0, stops)) / static_cast<float>(stops)
                   : 0;
}

Status Progress::keep(const fs::path& path) {
  path_ = path;
  if (path.empty()) return Done{};
  return read_kept(file(path), [this](const ProgressJson& json) {
    std::optional<Kept> kept = kept_in(json);
    if (!kept) return false;
    merge(kept->lessons);
    if (last_.empty()) last_ = std::move(kept->last);
    return true;
  });
}

Status Progress::reach(std::string_view lesson, int stop, int stops, bool ended,
                       LessonScore score) {
  LessonProgress& known = lessons_[std::string(lesson)];
  LessonProgress now = known;
  now.furthest = std::max(known.furthest, stop);
  now.stops = stops;
  now.done = known.done || (ended && score.passed == 0);
  if (ended) now.score = better(now.score, score);
  const bool same = std::exchange(known, now) == now && last_ == lesson;
  last_ = lesson;
  return same ? Status(Done{}) : write();
}

Status Progress::answer(std::string_view lesson, int stop, const Answered& answered) {
  Answered& known = lessons_[std::string(lesson)].questions[stop];
  return std::exchange(known, answered) == answered ? Status(Done{}) : write();
}

const LessonProgress* Progress::find(std::string_view lesson) const {
  const auto found = lessons_.find(lesson);
  return found == lessons_.end() ? nullptr : &found->second;
}

bool Progress::done(std::string_view lesson) const {
  const LessonProgress* const known = find(lesson);
  return known != nullptr && known->done;
}

int Progress::done_in(const Chapter& chapter) const {
  return static_cast<int>(
      std::ranges::count_if(chapter.lessons, [this](const std::string& id) { return done(id); }));
}

LessonScore Progress::score_in(const Chapter& chapter) const {
  LessonScore sum;
  for (const std::string& id : chapter.lessons) {
    const LessonProgress* const known = find(id);
    if (known == nullptr) continue;
    sum.asked += known->score.asked;
    sum.right += known->score.right;
    sum.second += known->score.second;
    sum.passed += known->score.passed;
  }
  return sum;
}

std::string Progress::next(const Course& course) const {
  const bool known = course.chapter_of(last_).has_value();
  if (known && !done(last_)) return last_;
  for (std::string id = known ? course.after(last_) : course.first(); !id.empty();
       id = course.after(id)) {
    if (!done(id)) return id;
  }
  for (const Chapter& chapter : course.chapters) {
    if (const std::string& id = next_in(chapter); !done(id)) return id;
  }
  return {};
}

const std::string& Progress::next_in(const Chapter& chapter) const {
  const auto found =
      std::ranges::find_if(chapter.lessons, [this](const std::string& id) { return !done(id); });
  return found == chapter.lessons.end() ? chapter.lessons.front() : *found;
}

void Progress::merge(const Lessons& others) {
  for (const auto& [id, other] : others) {
    LessonProgress& known = lessons_[id];
    known.furthest = std::max(known.furthest, other.furthest);
    known.done = known.done || other.done;
    known.score = better(known.score, other.score);
    if (known.stops == 0) known.stops = other.stops;
    for (const auto& [stop, answered] : other.questions) {
      Answered& mine = known.questions[stop];
      if (mine.when < answered.when) mine = answered;
    }
  }
}

KeptFile Progress::file(const fs::path& path) {
  return {.path = path,
          .unreadable =
              [](const Sentence& why) {
                return say(
                    "What was done of the course is not known. {} The file is "
                    "kept as .bak when a lesson begins.",
                    why);
              },
          .damaged =
              [path] {
                return say(
                    "What was done of the course is not known: {} is damaged, or of a newer "
                    "Warpscope, and was "
                    "not read; the file is kept as .bak when a lesson begins.",
                    path.string());
              }};
}

std::optional<Progress::Kept> Progress::kept_in(const nlohmann::json& json) {
  if (warpscope::whole_number<int>(json.at("version")) != progress_version) return {};
  Kept kept;
  kept.last = quotable(json.value("last", ""));
  for (const auto& [id, entry] : json.at("lessons").items()) {
    if (kept.lessons.size() == most_known_lessons) break;
    LessonProgress& lesson = kept.lessons[quotable(id)];
    lesson.furthest = std::clamp(whole_number_or(entry, "furthest", 0), 0, most_known_stops);
    lesson.stops = std::clamp(whole_number_or(entry, "stops", 0), 0, most_known_stops);
    lesson.done = entry.value("done", false);
    lesson.score.asked = std::clamp(whole_number_or(entry, "asked", 0), 0, most_known_stops);
    lesson.score.right =
        std::clamp<std::int64_t>(whole_number_or(entry, "right", 0), 0, lesson.score.asked);
    lesson.score.second = std::clamp<std::int64_t>(whole_number_or(entry, "second", 0), 0,
                                                   lesson.score.asked - lesson.score.right);
    lesson.score.passed =
        std::clamp<std::int64_t>(whole_number_or(entry, "passed", 0), 0,
                                 lesson.score.asked - lesson.score.right - lesson.score.second);
    lesson.questions = read_questions(entry);
  }
  return kept;
}

Status Progress::write() {
  if (path_.empty()) return Done{};
  Status written = write_to(path_);
  if (!written) path_.clear();  // said once: the next stop would fail likewise
  return written;
}

Status Progress::write_to(const fs::path& path) {
  std::error_code error;
  if (!path.parent_path().empty()) fs::create_directories(path.parent_path(), error);
  if (error) {
    return Error{ErrorKind::failed,
                 say("What was done of the course could not be saved: the folder "
                     "{0} cannot be made: {1}.",
                     path.parent_path().string(), error.message())};
  }
  // Another window may have come further meanwhile.
  const auto merge_others = [this](const ProgressJson& json) {
    const std::optional<Kept> others = kept_in(json);
    if (others) merge(others->lessons);
    return others.has_value();
  };
  return rewrite_kept(file(path), merge_others, [this] {
    ProgressJson lessons = ProgressJson::object();
    for (const auto& [id, lesson] : lessons_) {
      lessons[id] = {{"furthest", lesson.furthest},   {"stops", lesson.stops},
                     {"done", lesson.done},           {"asked", lesson.score.asked},
                     {"right", lesson.score.right},   {"second", lesson.score.second},
                     {"passed", lesson.score.passed}, {"questions", json_of(lesson.questions)}};
    }
    return ProgressJson{
        {"version", progress_version}, {"last", last_}, {"lessons", std::move(lessons)}};
  });
}

std::string score_text(const LessonScore& score) {
  const std::int64_t answered = score.asked - score.passed;
  if (score.passed > 0 && answered == 0) {
    return tr_n("{} question passed over", "{} questions passed over", score.passed);
  }
  // Translators: {0} and {1}: of the questions of a lesson that were answered; the last field are questions, too.
  if (score.passed > 0) {
    return tr("{0} of {1} right · {2} passed over", score.right + score.second, answered,
              score.passed);
  }
  if (score.second == 0) return tr("{0} of {1} right", score.right, score.asked);
  // Translators: of the questions of a lesson; the last field are those that were right at the second try.
  return tr("{0} of {1} right, {2} at the second try", score.right, score.asked, score.second);
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

fs::path progress_path() {
  const fs::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "progress.json";
}

}  // namespace warpscope
