#include "app/panes/lesson/lesson_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "app/lesson/lesson_answer.hpp"
#include "app/panes/lesson/lesson_chips.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

class LessonWriter {
 public:
  LessonWriter(const Frame& frame, const LessonGuide& guide)
      : frame_(frame), theme_(*frame.theme), guide_(guide) {}
  LessonWords write() && {
    collect();
    return std::move(written_);
  }

 private:
  void add(std::string text, Face face, Color color) {
    if (!text.empty()) written_.blocks.push_back({std::move(text), face, color});
  }
  void collect();
  void collect_stop();
  void collect_closing();
  void collect_why();
  void collect_caption();
  void collect_hint();
  void collect_answer(const FoundAnswer& answer);

  const Frame& frame_;
  const Theme& theme_;
  const LessonGuide& guide_;
  LessonWords written_;
};

/// The place of an answer among the choices; as many as there are: it is none of them.
std::size_t place_among(const std::vector<std::string>& choices, std::string_view answer) {
  return static_cast<std::size_t>(std::ranges::find(choices, answer) - choices.begin());
}

void LessonWriter::collect() {
  // An audience sees no other caption, and the stop's words are not about what it sees.
  if (frame_.lecture && guide_.away() && frame_.document != nullptr) return collect_caption();
  if (guide_.why()) return collect_why();
  if (guide_.closing()) return collect_closing();
  collect_stop();
}

/// What was learned, and how it went. What comes next, a button says.
void LessonWriter::collect_closing() {
  add(tr("The end of “{}”", guide_.lesson().title.now()), Face::sans_bold, theme_.text);
  if (const std::string& learned = guide_.lesson().learned.now(); !learned.empty()) {
    // Translators: at the end of a lesson; the field are its sentences on what it comes to.
    add(tr("What you learned: {}", learned), Face::sans, theme_.text);
  }
  const LessonScore score = guide_.score();
  if (score.asked > score.passed) {
    // Translators: at the end of a lesson; the field is "2 of 3 right, 1 at the second try".
    add(tr("How it went: {}.", score_text(score)), Face::sans_bold,
        score.passed > 0 ? theme_.now : theme_.free);
  }
  if (score.passed > 0) {
    add(tr_n("{} question was passed over. The lesson is done once it is answered: [ leads back.",
             "{} questions were passed over. The lesson is done once they are answered: [ leads "
             "back.",
             score.passed),
        Face::sans, theme_.now);
  }
}

void LessonWriter::collect_stop() {
  const Stop& stop = guide_.stop();
  const bool settled = stop.question && !guide_.asks() && guide_.found();
  const bool tried = guide_.asks() && !guide_.answered().tries.empty();
  written_.has_context = (settled || tried) && !stop.text.en.empty();
  if (guide_.number() == 0 && !settled) {
    add(guide_.lesson().title.now(), Face::sans_bold, theme_.text);
  }
  add(stop.text.now(), Face::sans, theme_.text);
  if (!guide_.found()) {
    return add(guide_.lost()
                   ? tr("The program has changed, and this place is not in it any more. Go "
                        "on, or undo the edit.")
                   : tr("Recording this stop …"),
               Face::sans, theme_.muted);
  }
  if (!stop.question || !guide_.found()->answer) {
    return add(stop.note.now(), Face::sans, theme_.muted);
  }
  add(question_of(guide_).text.now(), Face::sans_bold, theme_.text);
  written_.blocks.emplace_back();  // the choices
  if (!guide_.asks()) return collect_answer(*guide_.found()->answer);
  if (tried) collect_hint();
}

void LessonWriter::collect_hint() {
  const std::string& tried = guide_.answered().tries.back();
  const std::size_t place = place_among(question_of(guide_).choices, tried);
  const bool ordered = question_of(guide_).form == AnswerForm::order;
  const std::string name = place < question_of(guide_).choices.size() ? choice_text(guide_, place)
                                                                      : told_text(guide_, tried);
  // Translators: after a first wrong answer, which the field is.
  add(ordered ? tr("Not in this order. Try once more.") : tr("Not {}. Try once more.", name),
      Face::sans_bold, theme_.costly);
  const std::vector<Sentence>& replies = guide_.found()->answer->replies;
  if (place < replies.size()) add(replies[place].text(), Face::sans, theme_.text);
  add(hint_of(question_of(guide_)), Face::sans, theme_.text);
}

void LessonWriter::collect_why() {
  const auto paragraphs = guide_.why_page().paragraphs(language_id(current_language()));
  for (const std::string& each : paragraphs) add(each, Face::sans, theme_.text);
  if (*guide_.why() + 1 < guide_.stop().why.size()) return;
  const std::size_t stop = guide_.number() + 1;
  // Translators: on the last page of a stop's Why.
  add(guide_.has_next()
          ? tr("] leads back to stop {0}; stop {1} of {2} comes after it.", stop, stop + 1,
               guide_.lesson().stops.size())
          : tr("] leads back to stop {}; the end of the lesson comes after it.", stop),
      Face::sans, theme_.muted);
}

void LessonWriter::collect_caption() {
  const Caption now = caption_of(frame_);
  add(now.step + ".", Face::sans_bold, theme_.text);
  add(now.sentence, Face::sans, theme_.text);
  add(tr("This is not the stop of the lesson: its words wait there."), Face::sans, theme_.muted);
}

void LessonWriter::collect_answer(const FoundAnswer& answer) {
  const Answered& given = guide_.answered();
  const bool right = given.right, taken = !given.tries.empty();
  const bool by_choice = question_of(guide_).form == AnswerForm::choice;
  const std::string answered =
      by_choice ? choice_text(guide_, answer.right) : told_text(guide_, answer.answer);
  // Translators: the field is the answer: a number, a line of the program, an array.
  std::string verdict = given.right_at_once() ? tr("Right: {}.", answered)
                        : right               ? tr("Right at the second try: {}.", answered)
                        : taken               ? tr("Not quite. The trace says {}.", answered)
                                              : tr("Not answered: the answer is {}.", answered);
  const Color color = right ? theme_.free : (taken ? theme_.costly : theme_.now);
  const std::size_t before = written_.blocks.size();
  add(std::move(verdict), Face::sans_bold, color);
  for (std::size_t i = 0; i < answer.replies.size(); ++i) {
    // A record says of all of them how long they took.
    if (question_of(guide_).ask == "faster") {
      add(choice_text(guide_, i) + ": " + answer.replies[i].text(), Face::sans, theme_.text);
    } else if (i == answer.right) {
      add(answer.replies[i].text(), Face::sans, theme_.text);
    }
  }
  add(question_of(guide_).after.now(), Face::sans, theme_.text);
  add(guide_.stop().note.now(), Face::sans, theme_.muted);
  written_.verdict = written_.blocks.size() - before;
}

}  // namespace

/// How an earlier answer to a question came out.
std::string outcome_text(const Answered& answered) {
  const std::string day = answered.when.substr(0, answered.when.find('T'));
  if (answered.right_at_once()) return tr("Answered right at once, {}.", day);
  if (answered.right) return tr("Answered right at the second try, {}.", day);
  return answered.told ? tr("The answer was shown, {}.", day) : tr("Answered wrong once, {}.", day);
}

LessonWords lesson_words(const Frame& frame, const LessonGuide& guide) {
  return LessonWriter(frame, guide).write();
}

float lecture_words_height(const LessonGuide& guide, float width, bool pair) {
  if (!guide.on() || guide.stop().question || guide.why() || guide.at_end()) return 0;
  constexpr float size = lecture_sizes.front();
  constexpr float letter = 0.56F;  // of the sans face, in ems: rather too wide
  constexpr float margins = 0.062F, way = 300, least = 120;
  const float room = std::max(size, width * (1 - margins) - way);
  const Stop& stop = guide.stop();
  std::vector<std::string> texts{stop.text.now(), stop.note.now()};
  if (guide.number() == 0) texts.push_back(guide.lesson().title.now());
  float height = 0;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    const auto letters = static_cast<float>(count_characters(text));
    height += std::ceil(letters * letter * size / room) * size * lesson_leading + size * 0.45F;
  }
  return std::max(least, height) + (pair ? 40.0F : 0.0F);
}

}  // namespace warpscope
