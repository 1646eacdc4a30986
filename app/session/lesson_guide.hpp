#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/course.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/lesson/progress.hpp"

namespace warpscope {

class Session;

/// Leads through a lesson: sets what its stops say, asks their questions, and, when it ends, brings
/// back what was shown before.
class LessonGuide {
 public:
  explicit LessonGuide(Session& session);

  /// Uses these lessons from now on; complains of the first mistake in them.
  void use(std::shared_ptr<LessonLibrary> library);
  /// The lesson of a topic, or of a place for course_place(); nullptr if there is none.
  [[nodiscard]] const Lesson* lesson_of(std::string_view topic) const;

  /// The title of the lesson of an id, or of a place for course_place(); empty if there is none.
  [[nodiscard]] Words title_of(std::string_view id) const {
    return library_->title(course_place(id).lesson);
  }
  /// See LessonLibrary::ids.
  [[nodiscard]] std::vector<std::string> ids() const { return library_->ids(); }

  [[nodiscard]] bool on() const { return lesson_ != nullptr; }
  /// True if what is shown has a lesson that can be run.
  [[nodiscard]] bool available() const;
  /// Begins the lesson of what is shown, or goes on with it where it was left in this session, unless that was its end.
  void start();
  /// Begins a lesson of the course, whatever is shown, at the stop that was reached before, or from the start. Goes back
  /// to it if it is on. A place for course_place() that names a stop leads there.
  void begin(std::string_view id, bool from_start = false);
  /// Begins the lecture in a file, from its start; fails with a sentence. Mistakes in it are complained of.
  Status begin_file(const std::filesystem::path& file);
  /// The file of the lesson that is on, as begin_file() was given it; empty: it is none of those.
  [[nodiscard]] std::filesystem::path own_file() const;
  /// Takes the lesson as it stands in its file now, at the same stop. If there is a mistake in it, says so, and goes on
  /// with the one from before.
  void read_again();
  [[nodiscard]] const LessonLibrary& library() const { return *library_; }
  void leave();

  /// The options shown before the lesson began; nullptr if none is on.
  [[nodiscard]] const Options* before() const {
    return on() && before_ ? &before_->options : nullptr;
  }

  // While it is on.
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] std::size_t number() const { return stop_; }  ///< of the stop, from 0
  [[nodiscard]] const Stop& stop() const { return lesson_->stops[stop_]; }
  /// The stop as its run has it; nullopt while that is being recorded, or if it failed.
  [[nodiscard]] const std::optional<FoundStop>& found() const { return found_; }
  /// True if the user's own program was edited so that the stop's place is no more.
  [[nodiscard]] bool lost() const { return lost_; }
  /// True if a question waits for its answer.
  [[nodiscard]] bool asks() const;
  /// What nobody may tell while a question is open.
  [[nodiscard]] Untold untold() const;
  /// True if the present access is the one to show before the access asked about.
  [[nodiscard]] bool shows_before() const;
  /// What was answered to the question of this stop, since the lesson was begun; empty if nothing was.
  [[nodiscard]] const Answered& answered() const;
  /// What was answered to the question of any stop since the lesson was begun; nullptr: nothing.
  [[nodiscard]] const Answered* answered(std::size_t stop) const;
  /// What is known of the question of any stop: of this time, else of an earlier one. nullptr: nothing.
  [[nodiscard]] const Answered* known(std::size_t stop) const;
  /// The choice taken last at this stop; nullopt while it asks, or if the answer was only shown.
  [[nodiscard]] std::optional<std::size_t> taken() const;
  /// True if the user has gone elsewhere: another access, or other options.
  [[nodiscard]] bool away() const;
  /// The marks that views draw; nullptr while away.
  [[nodiscard]] const FoundMarks* marks() const;
  /// The view that the stop is about; empty: none.
  [[nodiscard]] std::string_view view() const;

  // The second layer of a stop: the pages that say why. Opening one changes no run; closing them leads back to the stop,
  // with the views as they were when the first was opened.
  /// True if the stop has pages that are not open, and no question that is.
  [[nodiscard]] bool offers_why() const {
    return on() && !why_ && !closing_ && has_why() && shows_stop() && !asks();
  }
  void open_why(std::size_t page = 0);  ///< offers_why(), or one is open
  void close_why();
  /// The page that is open, from 0; nullopt: none.
  [[nodiscard]] std::optional<std::size_t> why() const {
    return why_ ? std::optional(why_->page) : std::nullopt;
  }
  [[nodiscard]] const WhyPage& why_page() const { return stop().why[why_->page]; }

  [[nodiscard]] bool has_next() const { return on() && stop_ + 1 < lesson_->stops.size(); }
  [[nodiscard]] bool has_previous() const { return on() && (stop_ > 0 || closing_); }
  /// At the last stop, once nothing is asked there, or what is asked has been passed over.
  [[nodiscard]] bool at_end() const {
    return on() && !has_next() && found_ && (!asks() || passed_.contains(stop_));
  }
  /// True while the closing page is open, which stands behind the last stop: what was learned, how it went, what comes
  /// next. It changes nothing of what is shown.
  [[nodiscard]] bool closing() const { return on() && closing_; }
  /// Of the lesson since it was begun; what is still open counts as passed over.
  [[nodiscard]] LessonScore score() const;
  /// The lesson that comes after this one: at_end(). nullptr elsewhere, and if none follows.
  [[nodiscard]] const Lesson* following() const;
  /// The nearest stop after this one, or before it, at which another kernel runs: of several that follow each other the
  /// first.
  [[nodiscard]] std::optional<std::size_t> stop_of_other_kernel(bool after) const;
  /// Goes to the next stop; a question that is open is passed over, which is said. From the last stop, opens the closing
  /// page, and from there begins the lesson that follows. While a page of Why is open: to the next one, and from the last
  /// one back to the stop.
  void next();
  /// Shows the answer to an open question.
  void tell();
  void previous();  ///< likewise; from the closing page, to the last stop
  void back();      ///< to where the stop is, or the open page of Why
  /// Whoever is wrong for the first time may try again, if there are more than two choices.
  void answer(std::size_t choice);
  /// Whether a choice may still be taken.
  [[nodiscard]] bool offers(std::size_t choice) const;
  /// The choices of an order that were taken so far; the last one follows by itself.
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  /// The same as answer() for what is typed or clicked: "lane 3". Fails with a sentence that says what is wanted.
  Status give(std::string_view text);
  /// How the open question wants to be answered; nullopt: none is open where the user is.
  [[nodiscard]] std::optional<AnswerForm> answer_form() const;
  void go(std::size_t stop);
  /// Back to a stop of the lesson of that id, which begins or goes on; returns whether there is one. Nothing counts as
  /// learned by it. Only for lessons of the catalogue's kernels.
  bool revisit(std::string_view id, std::size_t stop);
  void end();  ///< without bringing anything back
  /// True while the playhead stands where leaving a lesson has put it.
  [[nodiscard]] bool just_left() const;

  /// Call it after every change of what is shown.
  void follow();

 private:
  struct Before {
    Options options;
    std::uint32_t position = 0;
    std::string stage;
    std::string lecture_view;
    std::string large;                 ///< view
    std::vector<std::string> forward;  ///< views
    Look look;
  };
  /// Where a lesson was left before its end, with what was answered.
  struct Left {
    std::string lesson;
    std::size_t stop = 0;
    AnsweredStops answered;
  };
  void note_left();
  /// What was shown at the stop when a page of Why was opened.
  struct OpenWhy {
    std::size_t page = 0;
    std::string stage;
    std::string lecture_view;
    std::string large;                 ///< view
    std::vector<std::string> forward;  ///< views
    Look look;
  };
  [[nodiscard]] bool has_why() const { return !stop().why.empty(); }
  void show_why();
  /// Ends the second layer, with the views as they were at the stop.
  void drop_why();
  void show_views_of_stop();
  void begin(const Lesson& lesson, std::size_t stop);
  /// If no lesson is on, remembers what is shown.
  void open(const Lesson& lesson);
  void show(std::size_t stop, bool revisits);
  void place();
  /// The user's own views in front, as they were before the lesson.
  void give_views_back();
  /// Goes on with what was answered before, as far as the questions are still those.
  void take_answers(const AnsweredStops& questions);
  /// Where a lesson goes on whose answers of before have been taken over.
  [[nodiscard]] std::size_t stop_to_go_on(const LessonProgress& known) const;
  /// The first stop whose question is neither answered nor told.
  [[nodiscard]] std::optional<std::size_t> first_open() const;
  [[nodiscard]] bool is_open(std::size_t stop) const;
  /// Whether its question counts: one of an optional stop does once it is answered.
  [[nodiscard]] bool counts(std::size_t stop) const;
  /// Whether what is done here is the user's progress in the course: who presents a lesson has not learned it.
  [[nodiscard]] bool counts_as_learned() const;
  /// Remembers that the user has come to this stop.
  void remember();
  /// Finds the stop in what is shown. Returns whether it is there.
  bool find();
  /// Finds the stop again if the program was saved meanwhile.
  void follow_program();
  void read_beside();
  void note_place();  ///< where leaving a lesson has put the playhead
  void settle_question(const std::function<void(Answered&)>& change);
  void take(std::string answer, std::size_t choices);
  [[nodiscard]] std::uint32_t home() const;
  [[nodiscard]] bool shows_stop() const;
  /// True if a program was saved and has run again since the stop was found in it.
  [[nodiscard]] bool was_saved() const;

  Session& session_;
  std::shared_ptr<LessonLibrary> library_;
  const Lesson* lesson_ = nullptr;
  std::size_t stop_ = 0;
  Options wanted_;         // of the stop
  bool waiting_ = false;   // for a recording of them
  bool revisits_ = false;  // the stop was come back to, and nothing has been done there
  std::optional<FoundStop> found_;
  std::shared_ptr<const Trace> found_in_;
  bool lost_ = false;
  bool closing_ = false;   // the closing page is open
  std::string complaint_;  // the last one about a program's lesson
  FoundMarks marks_;       // those of them that give no answer away
  AnsweredStops answered_;
  std::vector<std::size_t> order_;    // choices
  std::set<std::size_t> passed_;      // stops whose question was left open
  std::vector<std::string> forward_;  // views, as the stop called them
  std::optional<OpenWhy> why_;
  std::optional<Left> left_;
  std::optional<Before> before_;        // the lesson
  std::optional<Before> returning_;     // to it: being recorded
  std::weak_ptr<const Trace> left_in_;  // where leaving the last lesson put the playhead
  std::uint32_t left_at_ = 0;
};

}  // namespace warpscope
