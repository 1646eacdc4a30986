#include "app/session/lesson_guide.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/comparison/resume_place.hpp"
#include "app/comparison/since_save.hpp"
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

/// The right choice; most_choices if there is none.
std::size_t right_of(const std::optional<FoundStop>& found) {
  return found && found->answer ? found->answer->right : most_choices;
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

const Lesson* LessonGuide::lesson_of(std::string_view topic) const { return library_->find(topic); }

bool LessonGuide::available() const {
  return session_.options().subject()->runs() && lesson_of(topic_of(session_)) != nullptr;
}

void LessonGuide::start() {
  if (!available()) return;
  const auto jump = session_.places.jump();
  begin(*lesson_of(topic_of(session_)), 0);
}

void LessonGuide::begin(std::string_view id, bool from_start) {
  session_.views.leave_home();
  const Lesson* const lesson = lesson_of(id);
  if (lesson == nullptr) return;
  if (lesson == lesson_ && !from_start) return away() ? back() : void();
  const auto jump = session_.places.jump();
  const LessonProgress* const known = session_.progress.find(id);
  const bool goes_on = known != nullptr && !known->done && !from_start;
  begin(*lesson, goes_on ? static_cast<std::size_t>(known->furthest) : 0);
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
                     .forward = session_.views.forward(),
                     .look = session_.views.look};
  }
  // Its stops call forward what they are about: nothing of the user's, or of another lesson, stands there.
  session_.views.set_forward({});
  if (before_) session_.views.look = before_->look;
  forward_.clear();
  lesson_ = &lesson;
  settled_.clear();
  right_.clear();
  why_.reset();
}

void LessonGuide::remember() {
  if (!lesson_->program.empty() || revisits_) return;
  const Status kept =
      session_.progress.reach(lesson_->id, static_cast<int>(stop_),
                              static_cast<int>(lesson_->stops.size()), at_end(), score());
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
  lesson_ = nullptr;
  found_.reset();
  why_.reset();
  lost_ = waiting_ = false;
  if (!before_) return;
  give_views_back();
  returning_ = std::exchange(before_, std::nullopt);
  if (session_.shown().options == returning_->options) return follow();
  if (const Status changed = session_.change(returning_->options); !changed) {
    session_.notices.complain(changed.error());
    returning_.reset();
  }
}

void LessonGuide::give_views_back() {
  session_.views.lecture.view = before_->lecture_view;
  session_.views.set_forward(before_->forward);
  session_.views.look = before_->look;
}

bool LessonGuide::asks() const {
  return on() && stop().question && found_ && found_->answer && !settled_.contains(stop_);
}

bool LessonGuide::conceals() const {
  return asks() && shows_stop() && session_.playback.left().position() == found_->access;
}

bool LessonGuide::shows_before() const {
  return asks() && !conceals() && shows_stop() &&
         session_.playback.left().position() == found_->before;
}

std::optional<std::size_t> LessonGuide::taken() const {
  const auto settled = settled_.find(stop_);
  return settled == settled_.end() ? std::nullopt : settled->second;
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
  const auto asked = std::ranges::count_if(
      lesson_->stops, [](const Stop& stop) { return stop.question.has_value(); });
  return {asked, static_cast<std::int64_t>(right_.size())};
}

const Lesson* LessonGuide::following() const {
  return at_end() && lesson_->program.empty() ? library_->after(lesson_->id) : nullptr;
}

void LessonGuide::next() {
  if (why_) return why_->page + 1 < stop().why.size() ? open_why(why_->page + 1) : close_why();
  if (asks()) return settle_question(std::nullopt);
  const Lesson* const lesson = following();
  if (!has_next() && lesson == nullptr) return;
  const auto jump = session_.places.jump();
  if (has_next()) return go(stop_ + 1);
  begin(*lesson, 0);
}

void LessonGuide::previous() {
  if (why_) return why_->page > 0 ? open_why(why_->page - 1) : close_why();
  if (!has_previous()) return;
  const auto jump = session_.places.jump();
  go(stop_ - 1);
}

void LessonGuide::back() {
  if (!on()) return;
  const auto jump = session_.places.jump();
  if (why_) return open_why(why_->page);
  go(stop_);
}

void LessonGuide::answer(std::size_t choice) {
  if (asks() && choice < stop().question->choices.size()) settle_question(choice);
}

void LessonGuide::settle_question(std::optional<std::size_t> choice) {
  settled_[stop_] = choice;
  revisits_ = false;
  if (choice == right_of(found_)) right_.insert(stop_);
  place();
}

void LessonGuide::go(std::size_t stop) { show(stop, false); }

void LessonGuide::show(std::size_t stop, bool revisits) {
  drop_why();
  revisits_ = revisits;
  stop_ = std::min(stop, lesson_->stops.size() - 1);
  found_.reset();
  lost_ = waiting_ = false;
  returning_.reset();
  session_.playback.player.play(false);
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
  const std::size_t before = right_of(found_);
  const bool is_there = find();
  // What was taken was about the program as it was.
  const auto settled = settled_.find(stop_);
  if (settled != settled_.end() && right_of(found_) != before) {
    settled->second.reset();
    right_.erase(stop_);
  }
  if (is_there && was_home) session_.playback.seek(home());
}

void LessonGuide::end() {
  lesson_ = nullptr;
  found_.reset();
  found_in_.reset();
  why_.reset();
  lost_ = false;
  // What was called forward since the last stop belongs to what is shown now.
  if (before_ && is_left_of(session_.views.forward(), forward_)) give_views_back();
  if (before_) session_.views.lecture.view = before_->lecture_view;
  before_.reset();
  read_beside();
}

void LessonGuide::place() {
  if (!find()) return;
  session_.playback.seek(home());
  remember();
  session_.playback.player.animate();
  if (const std::string stage = stage_of(*lesson_, stop_); !stage.empty()) {
    session_.views.choose_stage(stage);
  }
  apply(stop().look, session_.views.look);
  session_.views.lecture.view = stop().view;  // before it comes forward: a lecture stays one
  if (!stop().view.empty()) session_.views.bring_forward(stop().view);
  forward_ = session_.views.forward();
}

void LessonGuide::read_beside() {
  const DocumentPtr& document = session_.playback.left().document();
  if (!document || document->subject->program() == nullptr) return;
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
    return;
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
