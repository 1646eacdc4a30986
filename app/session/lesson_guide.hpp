#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_tour.hpp"

namespace warpscope {

class Session;

/// Leads through a lesson: sets what its stops say, asks their questions, and brings back what was
/// shown before when it ends.
class LessonGuide {
 public:
  explicit LessonGuide(Session& session);

  /// Takes these lessons from now on; complains of the first mistake in them.
  void use(std::shared_ptr<LessonLibrary> library);
  /// The lesson of a topic; nullptr where there is none.
  [[nodiscard]] const Lesson* lesson_of(std::string_view topic) const;

  [[nodiscard]] bool on() const { return lesson_ != nullptr; }
  /// Whether what is shown has a lesson that can be run.
  [[nodiscard]] bool available() const;
  void start();
  void leave();

  /// What was shown before it began; nullptr while none is on.
  [[nodiscard]] const Options* before() const {
    return on() && before_ ? &before_->options : nullptr;
  }

  // While it is on.
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] std::size_t number() const { return stop_; }  ///< of the stop, from 0
  [[nodiscard]] const Stop& stop() const { return lesson_->stops[stop_]; }
  /// The stop as its run has it; nullopt while that is being recorded, or where it failed.
  [[nodiscard]] const std::optional<FoundStop>& found() const { return found_; }
  /// A question waits for its answer.
  [[nodiscard]] bool asks() const;
  /// The access that an open question is about: nothing may tell what it does, or costs.
  [[nodiscard]] std::optional<std::uint32_t> asked_access() const {
    return asks() ? std::optional(found_->access) : std::nullopt;
  }
  /// What happens now is what is asked for, so it is not to be shown.
  [[nodiscard]] bool conceals() const;
  /// What happens now is what comes before the access that is asked for.
  [[nodiscard]] bool shows_before() const;
  /// What was taken at this stop; nullopt while it asks, and where the answer was only shown.
  [[nodiscard]] std::optional<std::size_t> taken() const;
  /// The user has gone elsewhere: another access, or other options.
  [[nodiscard]] bool away() const;
  /// What views are to mark; nullptr while away.
  [[nodiscard]] const FoundMarks* marks() const;
  /// The view that the stop is about; empty: none.
  [[nodiscard]] std::string_view view() const;

  [[nodiscard]] bool has_next() const { return on() && stop_ + 1 < lesson_->stops.size(); }
  [[nodiscard]] bool has_previous() const { return on() && stop_ > 0; }
  /// To the next stop; where a question is open, its answer is shown first.
  void next();
  void previous();
  void back();  ///< to where the stop is
  void answer(std::size_t choice);
  void go(std::size_t stop);

  /// To be told after every change of what is shown.
  void follow();

 private:
  struct Before {
    Options options;
    std::uint32_t position = 0;
    std::string stage;
  };
  void place();
  void settle_question(std::optional<std::size_t> choice);
  [[nodiscard]] std::uint32_t home() const;
  [[nodiscard]] bool shows_stop() const;

  Session& session_;
  std::shared_ptr<LessonLibrary> library_;
  const Lesson* lesson_ = nullptr;
  std::size_t stop_ = 0;
  Options wanted_;        // of the stop
  bool waiting_ = false;  // for a recording of them
  std::optional<FoundStop> found_;
  FoundMarks marks_;  // those of them that give no answer away
  std::map<std::size_t, std::optional<std::size_t>> settled_;  // question by stop: what was taken
  std::optional<Before> before_;                               // the lesson
  std::optional<Before> returning_;                            // to it: being recorded
};

}  // namespace warpscope
