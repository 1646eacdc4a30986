#include "app/session/lesson_guide.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/comparison/resume_place.hpp"
#include "app/comparison/since_save.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

/// The topic of what is shown: a program knows its kernel only once it has run.
std::string topic_of(const Session& session) {
  const SubjectPtr subject = session.options().subject();
  const DocumentPtr& document = session.playback.left().document();
  return document && document->subject == subject ? document->subject->topic() : subject->topic();
}

/// The answer as the trace gives it; empty if there is none.
std::string answer_of(const std::optional<FoundStop>& found) {
  return found && found->answer ? found->answer->answer : std::string();
}

/// Whether nothing is new among `views` since they were `before`: some may be gone.
bool is_left_of(const std::vector<std::string>& views, const std::vector<std::string>& before) {
  auto from = before.begin();
  for (const std::string& view : views) {
    from = std::find(from, before.end(), view);
    if (from == before.end()) return false;
    ++from;
  }
  return true;
}

}  // namespace

LessonGuide::LessonGuide(Session& session)
    : session_(session), library_(std::make_shared<LessonLibrary>()) {}

void LessonGuide::use(std::shared_ptr<LessonLibrary> library) {
  leave();
  library_ = std::move(library);
  read_beside();
  const std::vector<Mistake>& mistakes = library_->mistakes();
  if (mistakes.empty()) return;
  const std::string first = mistakes.front().text();
  const auto count = static_cast<std::int64_t>(mistakes.size());
  // Translators: {1} is the first mistake in files of lessons, in a sentence.
  session_.notices.complain(usage_error(
      count == 1 ? Sentence(first)
                 : say_n("{1} There is {0} such mistake in the lessons.",
                         "{1} There are {0} such mistakes in the lessons.", count, first)));
}

const Lesson* LessonGuide::lesson_of(std::string_view topic) const {
  const Lesson* const whole = library_->find(topic);  // names of files may have colons
  return whole != nullptr ? whole : library_->find(course_place(topic).lesson);
}

bool LessonGuide::available() const {
  return session_.options().subject()->runs() && lesson_of(topic_of(session_)) != nullptr;
}

void LessonGuide::start() {
  if (!available()) return;
  const auto jump = session_.places.jump();
  const Lesson& lesson = *lesson_of(topic_of(session_));
  if (!left_ || left_->lesson != lesson.id || left_->stop >= lesson.stops.size()) {
    return begin(lesson, 0);
  }
  open(lesson);
  answered_ = left_->answered;
  go(left_->stop);
}

void LessonGuide::note_left() {
  left_.reset();
  if (!on() || at_end() || !lesson_->program.empty()) return;
  left_ = Left{.lesson = lesson_->id, .stop = stop_, .answered = answered_};
}

void LessonGuide::begin(std::string_view id, bool from_start) {
  session_.views.leave_home();
  const Lesson* const lesson = lesson_of(id);
  if (lesson == nullptr) return;
  const CoursePlace place = course_place(id);
  const bool named = place.stop > 0 && place.stop <= lesson->stops.size() && !from_start;
  if (lesson == lesson_ && named && stop_ + 1 != place.stop) {
    const auto jump = session_.places.jump();
    return go(place.stop - 1);
  }
  if (lesson == lesson_ && !from_start) return away() ? back() : void();
  const auto jump = session_.places.jump();
  const LessonProgress* const known = session_.progress.find(place.lesson);
  const bool goes_on = known != nullptr && !known->done && !from_start;
  open(*lesson);
  if (goes_on) take_answers(known->questions);
  go(named ? place.stop - 1 : goes_on ? stop_to_go_on(*known) : 0);
}

std::size_t LessonGuide::stop_to_go_on(const LessonProgress& known) const {
  const auto furthest = static_cast<std::size_t>(known.furthest);
  // The end was reached: what is left are questions.
  if (known.score.asked == 0) return furthest;
  return first_open().value_or(furthest);
}

std::optional<std::size_t> LessonGuide::first_open() const {
  for (std::size_t stop = 0; stop < lesson_->stops.size(); ++stop) {
    if (counts(stop) && is_open(stop)) return stop;
  }
  return std::nullopt;
}

bool LessonGuide::counts(std::size_t stop) const {
  const Stop& asked = lesson_->stops[stop];
  return asked.question && !(asked.optional && is_open(stop));
}

bool LessonGuide::is_open(std::size_t stop) const {
  if (!lesson_->stops[stop].question) return false;
  const auto found = answered_.find(static_cast<int>(stop));
  return found == answered_.end() || found->second.open();
}

Status LessonGuide::begin_file(const std::filesystem::path& file) {
  std::vector<Mistake> mistakes;
  // The lesson that is on may be that of this file.
  const bool again = on() && lesson_->id == file.string();
  if (again) end();
  const auto added = library_->add_file(file, mistakes);
  if (!added) return added.error();
  const auto jump = session_.places.jump();
  begin(*added.value(), 0);
  if (!mistakes.empty()) session_.notices.complain({ErrorKind::usage, mistakes.front().text()});
  return Done{};
}

std::filesystem::path LessonGuide::own_file() const {
  const bool own = on() && lesson_->program.empty() && lesson_->id == lesson_->file;
  return own ? std::filesystem::path(lesson_->file) : std::filesystem::path();
}

void LessonGuide::read_again() {
  const auto renewed = library_->renew_file(own_file());
  if (!renewed) return session_.notices.complain(renewed.error());
  drop_why();
  lesson_ = renewed.value();  // the old one is gone
  found_.reset();
  answered_.clear();
  passed_.clear();
  go(stop_);
  session_.notices.say(say("The lesson was saved: this is how it goes now."));
}

void LessonGuide::begin(const Lesson& lesson, std::size_t stop) {
  open(lesson);
  go(stop);
}

void LessonGuide::open(const Lesson& lesson) {
  if (!on()) {
    before_ = Before{.options = session_.options(),
                     .position = session_.playback.left().position(),
                     .stage = session_.views.stage_id(topic_of(session_)),
                     .lecture_view = session_.views.lecture.view,
                     .large = session_.views.large,
                     .forward = session_.views.forward(),
                     .look = session_.views.look};
  }
  // Its stops call forward what they are about: nothing of the user's, or of another lesson, stands there.
  session_.views.set_forward({});
  if (before_) session_.views.look = before_->look;
  forward_.clear();
  lesson_ = &lesson;
  answered_.clear();
  passed_.clear();
  why_.reset();
}

void LessonGuide::take_answers(const AnsweredStops& questions) {
  for (const auto& [stop, answered] : questions) {
    const auto at = static_cast<std::size_t>(stop);
    if (at >= lesson_->stops.size() || !lesson_->stops[at].question) continue;
    if (lesson_->stops[at].question->ask == answered.ask) answered_[stop] = answered;
  }
}

bool LessonGuide::counts_as_learned() const {
  return lesson_->program.empty() && session_.views.layout != LayoutKind::lecture;
}

void LessonGuide::remember() {
  if (!counts_as_learned() || revisits_) return;
  // A question that was passed over may be answered once the end is known.
  const LessonProgress* const known = session_.progress.find(lesson_->id);
  const bool ended = at_end() || (known != nullptr && known->score.asked > 0);
  const Status kept =
      session_.progress.reach(lesson_->id, static_cast<int>(stop_),
                              static_cast<int>(lesson_->stops.size()), ended, score());
  if (!kept) session_.notices.complain(kept.error());
}

bool LessonGuide::revisit(std::string_view id, std::size_t stop) {
  const Lesson* lesson = lesson_of(id);
  if (lesson == nullptr || !lesson->program.empty()) return false;
  if (lesson_ != lesson) open(*lesson);
  show(stop, true);
  return true;
}

void LessonGuide::leave() {
  if (!on()) return;
  const auto jump = session_.places.jump();
  note_left();
  lesson_ = nullptr;
  found_.reset();
  why_.reset();
  lost_ = waiting_ = false;
  if (!before_) return note_place();
  give_views_back();
  returning_ = std::exchange(before_, std::nullopt);
  if (session_.shown().options == returning_->options) return follow();
  if (const Status changed = session_.change(returning_->options); !changed) {
    session_.notices.complain(changed.error());
    returning_.reset();
  }
}

void LessonGuide::note_place() {
  if (!session_.playback.left().ready()) return;
  left_in_ = session_.playback.left().document()->trace;
  left_at_ = session_.playback.left().position();
}

bool LessonGuide::just_left() const {
  if (on() || !session_.playback.left().ready()) return false;
  return left_in_.lock() == session_.playback.left().document()->trace &&
         left_at_ == session_.playback.left().position();
}

void LessonGuide::give_views_back() {
  session_.views.lecture.view = before_->lecture_view;
  session_.views.large = before_->large;
  session_.views.set_forward(before_->forward);
  session_.views.look = before_->look;
}

bool LessonGuide::asks() const {
  return on() && stop().question && found_ && found_->answer && answered().open();
}

Untold LessonGuide::untold() const {
  if (!asks()) return {};
  return {told_by(*stop().question), found_->before, found_->access};
}

bool LessonGuide::shows_before() const {
  return asks() && found_->before != found_->access && shows_stop() &&
         session_.playback.left().position() == found_->before;
}

const Answered& LessonGuide::answered() const {
  static const Answered nothing;
  const Answered* const found = answered(stop_);
  return found == nullptr ? nothing : *found;
}

const Answered* LessonGuide::answered(std::size_t stop) const {
  const auto found = answered_.find(static_cast<int>(stop));
  return found == answered_.end() ? nullptr : &found->second;
}

const Answered* LessonGuide::known(std::size_t stop) const {
  const auto number = static_cast<int>(stop);
  if (const Answered* const now = answered(stop)) return now;
  const LessonProgress* const before = session_.progress.find(lesson_->id);
  if (before == nullptr || !lesson_->stops[stop].question) return nullptr;
  const auto found = before->questions.find(number);
  const bool same =
      found != before->questions.end() && found->second.ask == lesson_->stops[stop].question->ask;
  return same ? &found->second : nullptr;
}

std::optional<std::size_t> LessonGuide::taken() const {
  const Answered& now = answered();
  if (now.open() || now.tries.empty()) return std::nullopt;
  const std::vector<std::string>& choices = stop().question->choices;
  const auto found = std::ranges::find(choices, now.tries.back());
  if (found == choices.end()) return std::nullopt;
  return static_cast<std::size_t>(found - choices.begin());
}

std::uint32_t LessonGuide::home() const {
  if (why_) return found_->why[why_->page].access;
  return asks() ? found_->before : found_->access;
}

bool LessonGuide::was_saved() const {
  return !lesson_->program.empty() && session_.playback.left().ready() &&
         session_.playback.left().document()->trace != found_in_;
}

bool LessonGuide::shows_stop() const {
  return found_ && session_.shown().options == wanted_ && session_.playback.left().ready() &&
         !was_saved();
}

bool LessonGuide::away() const {
  return on() && !waiting_ && !lost_ &&
         (!shows_stop() || session_.playback.left().position() != home());
}

const FoundMarks* LessonGuide::marks() const {
  if (!on() || waiting_ || !shows_stop() || away()) return nullptr;
  return why_ ? &found_->why[why_->page].marks : &marks_;
}

std::string_view LessonGuide::view() const {
  if (!on()) return {};
  return why_ && !why_page().view.empty() ? why_page().view : stop().view;
}

void LessonGuide::show_views_of_stop() {
  session_.views.choose_stage(why_->stage);
  session_.views.lecture.view = why_->lecture_view;
  session_.views.large = why_->large;
  session_.views.set_forward(why_->forward);
  session_.views.look = why_->look;
}

void LessonGuide::open_why(std::size_t page) {
  if (!why_ && !offers_why()) return;
  if (!shows_stop()) return go(stop_);  // the run is another one: there is no such place in it
  page = std::min(page, stop().why.size() - 1);
  session_.playback.player.play(false);
  if (why_) {
    show_views_of_stop();  // a page builds on the stop, and not on the page before
  } else {
    why_ = OpenWhy{.stage = session_.views.stage_id(topic_of(session_)),
                   .lecture_view = session_.views.lecture.view,
                   .large = session_.views.large,
                   .forward = session_.views.forward(),
                   .look = session_.views.look};
  }
  why_->page = page;
  show_why();
}

void LessonGuide::show_why() {
  session_.playback.seek(home());
  session_.playback.player.animate();
  const WhyPage& open = why_page();
  if (!open.stage.empty()) session_.views.choose_stage(open.stage);
  apply(open.look, session_.views.look);
  if (!open.view.empty()) {
    session_.views.lecture.view = open.view;  // before it comes forward: a lecture stays one
    session_.views.large = open.large ? open.view : "";
    session_.views.bring_forward(open.view);
  }
  forward_ = session_.views.forward();
}

void LessonGuide::drop_why() {
  if (!why_) return;
  show_views_of_stop();
  forward_ = session_.views.forward();
  why_.reset();
}

void LessonGuide::close_why() {
  if (!why_) return;
  drop_why();
  if (!shows_stop()) return go(stop_);
  session_.playback.player.play(false);
  session_.playback.seek(home());
}

LessonScore LessonGuide::score() const {
  LessonScore score;
  for (std::size_t stop = 0; stop < lesson_->stops.size(); ++stop) {
    if (!counts(stop)) continue;
    ++score.asked;
    if (is_open(stop)) ++score.passed;
  }
  for (const auto& [stop, answered] : answered_) {
    if (answered.right) ++(answered.right_at_once() ? score.right : score.second);
  }
  return score;
}

const Lesson* LessonGuide::following() const {
  return at_end() && lesson_->program.empty() ? library_->after(lesson_->id) : nullptr;
}

std::optional<std::size_t> LessonGuide::stop_of_other_kernel(bool after) const {
  if (!on()) return std::nullopt;
  std::vector<std::string_view> kernels;
  for (const Stop& each : lesson_->stops) {
    const std::string_view before =
        kernels.empty() ? std::string_view(lesson_->kernel) : kernels.back();
    kernels.push_back(each.run.kernel ? std::string_view(*each.run.kernel) : before);
  }
  if (after) {
    const auto from = kernels.begin() + static_cast<std::ptrdiff_t>(stop_);
    const auto other = std::find_if(from, kernels.end(), [&](auto id) { return id != *from; });
    if (other == kernels.end()) return std::nullopt;
    return static_cast<std::size_t>(other - kernels.begin());
  }
  std::size_t first = stop_;
  while (first > 0 && kernels[first - 1] == kernels[stop_]) --first;
  if (first == 0) return std::nullopt;
  std::size_t other = first - 1;
  while (other > 0 && kernels[other - 1] == kernels[first - 1]) --other;
  return other;
}

void LessonGuide::next() {
  if (why_) return why_->page + 1 < stop().why.size() ? open_why(why_->page + 1) : close_why();
  if (asks() && passed_.insert(stop_).second) {
    session_.notices.say(has_next()
                             ? say("The question is passed over: [ leads back to it.")
                             : say("The question is passed over: it can still be answered."));
    if (!has_next()) return remember();
  }
  if (!has_next() && !closing_) {
    closing_ = at_end();
    return;
  }
  const Lesson* const lesson = following();
  if (!has_next() && lesson == nullptr) return;
  const auto jump = session_.places.jump();
  if (has_next()) return go(stop_ + 1);
  begin(*lesson, 0);
}

void LessonGuide::previous() {
  if (why_) return why_->page > 0 ? open_why(why_->page - 1) : close_why();
  if (std::exchange(closing_, false) || !has_previous()) return;
  const auto jump = session_.places.jump();
  go(stop_ - 1);
}

void LessonGuide::back() {
  if (!on()) return;
  const auto jump = session_.places.jump();
  if (why_) return open_why(why_->page);
  go(stop_);
}

bool LessonGuide::offers(std::size_t choice) const {
  if (!asks() || choice >= stop().question->choices.size()) return false;
  if (stop().question->form == AnswerForm::order) return std::ranges::count(order_, choice) == 0;
  return std::ranges::count(answered().tries, stop().question->choices[choice]) == 0;
}

void LessonGuide::answer(std::size_t choice) {
  if (!offers(choice)) return;
  const std::vector<std::string>& choices = stop().question->choices;
  if (stop().question->form == AnswerForm::choice) return take(choices[choice], choices.size());
  order_.push_back(choice);
  if (order_.size() + 1 < choices.size()) return;
  std::string order;
  for (const std::size_t taken : std::exchange(order_, {})) {
    order += std::to_string(taken + 1) + " ";
  }
  for (std::size_t last = 1; last <= choices.size(); ++last) {
    if (order.find(std::to_string(last)) == std::string::npos) order += std::to_string(last);
  }
  // Of two lines there are two orders.
  take(std::move(order), choices.size());
}

Status LessonGuide::give(std::string_view text) {
  if (!asks()) return Done{};
  Result<std::string> answer = read_answer(*stop().question, *found_->answer, text);
  if (!answer) return answer.error();
  const bool again = std::ranges::count(answered().tries, answer.value()) > 0;
  if (again) return usage_error(say("That was your first answer; give another one."));
  take(std::move(answer).value(), most_choices);
  return Done{};
}

std::optional<AnswerForm> LessonGuide::answer_form() const {
  return asks() && shows_stop() ? std::optional(stop().question->form) : std::nullopt;
}

void LessonGuide::take(std::string answer, std::size_t choices) {
  settle_question([&](Answered& now) {
    now.right = is_right(*found_->answer, answer);
    now.tries.push_back(std::move(answer));
    // Of two choices only the right one is left.
    now.told = !now.right && (now.tries.size() >= most_tries || choices <= most_tries);
  });
}

void LessonGuide::tell() {
  if (asks()) settle_question([](Answered& now) { now.told = true; });
}

void LessonGuide::settle_question(const std::function<void(Answered&)>& change) {
  Answered& now = answered_[static_cast<int>(stop_)];
  now.ask = stop().question->ask;
  change(now);
  now.when = time_now();
  revisits_ = closing_ = false;
  if (counts_as_learned()) {
    const Status kept = session_.progress.answer(lesson_->id, static_cast<int>(stop_), now);
    if (!kept) session_.notices.complain(kept.error());
  }
  if (!now.open()) place();
}

void LessonGuide::go(std::size_t stop) { show(stop, false); }

void LessonGuide::show(std::size_t stop, bool revisits) {
  drop_why();
  revisits_ = revisits;
  stop_ = std::min(stop, lesson_->stops.size() - 1);
  order_.clear();
  found_.reset();
  lost_ = waiting_ = closing_ = false;
  returning_.reset();
  session_.playback.player.play(false);
  session_.views.look.set(ZoomPlaces{});  // a stop shows the whole picture, whatever was looked at
  Result<Options> options =
      options_of(*lesson_, stop_, before_ ? before_->options : session_.options());
  if (!options) {
    return session_.notices.complain(
        {ErrorKind::usage,
         Mistake{lesson_->file, this->stop().run_line, options.error().message}.text()});
  }
  wanted_ = std::move(options).value();
  if (session_.shown().options == wanted_ && session_.playback.left().ready()) {
    if (session_.options() != wanted_) (void)session_.change(wanted_);
    return place();
  }
  waiting_ = true;
  if (const Status changed = session_.change(wanted_); !changed) {
    waiting_ = false;
    session_.notices.complain(changed.error());
  }
}

bool LessonGuide::find() {
  std::vector<Mistake> mistakes;
  const Document& document = *session_.playback.left().document();
  found_in_ = document.trace;
  found_ = find_stop(*lesson_, stop_, document, mistakes);
  const bool of_program = !lesson_->program.empty();
  lost_ = of_program && !found_;
  // A user may edit a program as they like: the lesson says so in its own place.
  if (!mistakes.empty() && !of_program) {
    session_.notices.complain({ErrorKind::usage, mistakes.front().text()});
  }
  if (!found_) return false;
  marks_ = found_->marks;
  if (asks()) marks_.lanes = marks_.banks = 0;  // they belong to the access asked about
  return true;
}

void LessonGuide::follow_program() {
  const SubjectPtr now = session_.shown().options.opened;
  if (!now || !session_.playback.left().ready() || !same_program(*now, *wanted_.opened))
    return end();
  if (!was_saved()) return;
  drop_why();
  wanted_.opened = now;
  if (before_) before_->options.opened = now;  // never to an older version
  // Where the playhead would be now if it was at the stop.
  const Trace& trace = *session_.playback.left().document()->trace;
  const auto home_now = found_ ? resume_place(*found_in_, home(), trace) : std::nullopt;
  const bool was_home = !home_now || *home_now == session_.playback.left().position();
  const std::string before = answer_of(found_);
  const bool is_there = find();
  // What was taken was about the program as it was.
  const auto settled = answered_.find(static_cast<int>(stop_));
  if (settled != answered_.end() && answer_of(found_) != before) {
    settled->second = {.ask = settled->second.ask, .tries = {}, .told = true, .when = {}};
  }
  if (is_there && was_home) session_.playback.seek(home());
}

void LessonGuide::end() {
  note_left();
  lesson_ = nullptr;
  found_.reset();
  found_in_.reset();
  why_.reset();
  lost_ = false;
  // What was called forward since the last stop belongs to what is shown now.
  if (before_ && is_left_of(session_.views.forward(), forward_)) give_views_back();
  if (before_) {
    session_.views.lecture.view = before_->lecture_view;
    session_.views.large = before_->large;
  }
  before_.reset();
  read_beside();
}

void LessonGuide::place() {
  if (!find()) return;
  session_.playback.seek(home());
  remember();
  session_.playback.player.animate();
  session_.views.choose_stage(stage_of(*lesson_, stop_));
  apply(stop().look, session_.views.look);
  session_.views.lecture.view = stop().view;  // before it comes forward: a lecture stays one
  session_.views.large = stop().large ? stop().view : "";
  if (!stop().view.empty()) session_.views.bring_forward(stop().view);
  forward_ = session_.views.forward();
}

void LessonGuide::read_beside() {
  const DocumentPtr& document = session_.playback.left().document();
  if (!document || !document->subject->can_be_edited()) return;
  const std::vector<Mistake> mistakes = library_->read_beside(document->subject->file());
  const std::string complaint = mistakes.empty() ? "" : mistakes.front().text();
  // Once, and not with every save of the program.
  if (complaint != complaint_ && !complaint.empty()) {
    session_.notices.complain({ErrorKind::usage, complaint});
  }
  complaint_ = complaint;
}

void LessonGuide::follow() {
  const Options& shown = session_.shown().options;
  if (!on()) {
    read_beside();
    if (!returning_ || shown != returning_->options) return;
    session_.playback.seek(returning_->position);
    session_.views.choose_stage(returning_->stage);
    returning_.reset();
    return note_place();
  }
  if (waiting_ && shown == wanted_) {
    waiting_ = false;
    return place();
  }
  if (waiting_ && session_.recording.on()) return;
  waiting_ = false;
  if (!lesson_->program.empty()) return follow_program();
  // The user chose something else: its lesson is another one, and nothing is brought back.
  if (shown.subject() != wanted_.subject()) end();
}

}  // namespace warpscope
