#include "app/panes/lesson/lesson_view.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array desk_sizes{20.0F, 16.0F, 14.0F, 12.0F};
constexpr std::array lecture_sizes{28.0F, 26.0F, 20.0F};
constexpr float leading = 1.4F;  // from line to line, in ems
constexpr int most_lines = 40;

/// Something that stands below the last block: a paragraph, or the row of choices if it has no
/// text.
struct Block {
  std::string text = {};
  Face face = Face::sans;
  Color color = {};
};

/// How an earlier answer to a question came out.
std::string outcome_text(const Answered& answered) {
  const std::string day = answered.when.substr(0, answered.when.find('T'));
  if (answered.right_at_once()) return tr("Answered right at once, {}.", day);
  if (answered.right) return tr("Answered right at the second try, {}.", day);
  return answered.told ? tr("The answer was shown, {}.", day) : tr("Answered wrong once, {}.", day);
}

/// A button in the row of choices, or what it has become.
struct Chip {
  enum class Look : std::uint8_t { open, taken, wrong, right, told, idle };
  std::string text;
  Look look = Look::idle;
  std::size_t number = 0;  ///< of the command that takes it
};

/// What the button reads that an answer is typed behind.
std::string typing_text(AnswerForm form) {
  switch (form) {
    case AnswerForm::lane: return tr("Click a lane, or type");
    case AnswerForm::cell: return tr("Click a cell, or type");
    case AnswerForm::line: return tr("Click a line, or type");
    default: return tr("Type a number");
  }
}

class LessonPage {
 public:
  LessonPage(Canvas& canvas, const Frame& frame, Wishes& wishes)
      : canvas_(canvas),
        frame_(frame),
        wishes_(wishes),
        theme_(*frame.theme),
        guide_(*frame.ask<LessonGuide>()),
        following_(guide_.following()) {
    collect();
  }

  /// Draws the way to other stops, and returns the place of the words.
  Rect draw_frame(Rect area, bool names_next) {
    const float bar = bar_height();
    names_next_ = names_next;
    if (frame_.lecture) {
      const float back = canvas_.width(tr("Back to the stop"), back_style()) + 2 * bar + 16 + 24;
      const bool leads_back = guide_.away() || guide_.why();
      const float why = guide_.offers_why() ? why_width() + 8 : 0;
      const float way = (leads_back ? std::max(232.0F, back) : 232.0F) + why;
      draw_way(area.cut_right(way).cut_top(bar));
      area.cut_right(32);
    } else {
      draw_way(area.cut_bottom(bar));
      area.cut_bottom(8);
      if (names_next) {
        draw_following(area.cut_bottom(bar), true);
        area.cut_bottom(8);
      }
    }
    return area;
  }
  /// At the end: whether the next lesson has room for a row of its own, so that the words are all there nevertheless.
  [[nodiscard]] bool has_room_for_next(Rect area) const {
    if (frame_.lecture || guide_.why() || guide_.away() || following_ == nullptr) return false;
    LessonPage page = *this;
    area.cut_bottom(2 * (bar_height() + 8));
    page.lay_out(area);
    return page.most_scroll(area) == 0;
  }
  /// Chooses the size of the words, and which of them stay.
  void lay_out(Rect area) {
    const std::span<const float> sizes =
        frame_.lecture ? std::span<const float>(lecture_sizes) : std::span<const float>(desk_sizes);
    // What has been read makes room for the explanation: the text before an answered question, then
    // the choices that were wrong and nobody took.
    if (!fits(area, sizes.first(sizes.size() - 1)) && has_context_) blocks_.erase(blocks_.begin());
    if (!fits(area, sizes) && !guide_.asks()) {
      few_choices_ = true;
      (void)fits(area, sizes);
    }
  }
  /// How far the words can be scrolled, and are at first: an answer is read from its verdict on, and
  /// a question's choices are in sight.
  [[nodiscard]] float most_scroll(Rect area) const {
    return std::max(0.0F, height(blocks_.size(), area.w) - area.h);
  }
  [[nodiscard]] float first_scroll(Rect area) const {
    const float most = most_scroll(area);
    if (guide_.asks() || verdict_ == 0) return guide_.asks() ? most : 0;
    return std::min(most, height(blocks_.size() - verdict_, area.w) + gap());
  }
  /// Whether all of a row is in sight: half of a line tells nothing.
  [[nodiscard]] bool seen(Rect row) const {
    return row.y >= seen_.y - 0.5F && row.bottom() <= seen_.bottom() + 0.5F;
  }
  [[nodiscard]] float line() const { return size_ * leading; }
  void draw_words(Rect area, float scroll) {
    const Clip clip(canvas_, {area.x - 2, area.y, area.w + 4, area.h});
    seen_ = area;
    area.y -= scroll;
    for (const Block& block : blocks_) draw_block(area, block);
  }
  void draw_mark(Rect area, float scroll) {
    draw_scroll_mark(canvas_, area, scroll, area.h, area.h + most_scroll(area), theme_);
  }

 private:
  [[nodiscard]] TextStyle style(const Block& block) const {
    return {block.face, size_, block.color};
  }
  [[nodiscard]] TextStyle back_style() const {
    return {Face::sans, frame_.lecture ? 16.0F : 14.0F, theme_.text};
  }
  [[nodiscard]] float bar_height() const { return frame_.lecture ? 44 : 28; }
  [[nodiscard]] float why_width() const { return canvas_.width(tr("Why?"), back_style()) + 20; }
  [[nodiscard]] float gap() const { return size_ * 0.45F; }
  [[nodiscard]] float chip_height() const { return std::max(26.0F, size_ * 1.7F); }
  [[nodiscard]] const Question& question() const { return *guide_.stop().question; }
  [[nodiscard]] std::string choice(std::size_t number) const {
    return answer_text(question(), question().choices[number]);
  }
  /// An answer as it is told: an order by its lines.
  [[nodiscard]] std::string told(std::string_view answer) const;

  void add(std::string text, Face face, Color color) {
    if (!text.empty()) blocks_.push_back({std::move(text), face, color});
  }
  void collect();
  void collect_stop();
  void collect_why();
  void collect_caption();
  void collect_hint();
  void collect_answer(const FoundAnswer& answer);
  [[nodiscard]] std::vector<std::string_view> lines(const Block& block, float room) const;
  /// What stands in the row of choices.
  [[nodiscard]] std::vector<Chip> chips() const;
  [[nodiscard]] Chip choice_chip(std::size_t number) const;
  [[nodiscard]] Chip order_chip(std::size_t number) const;
  /// Of the first blocks.
  [[nodiscard]] float height(std::size_t blocks, float room) const;
  /// Takes the largest of the sizes at which everything fits, else the smallest.
  bool fits(Rect area, std::span<const float> sizes);
  void draw_block(Rect& area, const Block& block);
  [[nodiscard]] std::vector<Rect> places_of(const std::vector<Chip>& chips, Rect area) const;
  void draw_chip(Rect rect, const Chip& chip);
  [[nodiscard]] float chip_size(const Chip& chip, float room) const;
  void draw_way(Rect area);
  void draw_dots(Rect area);
  void draw_dot_words(Rect rect, std::size_t stop);
  [[nodiscard]] std::string following_text() const;
  [[nodiscard]] std::string following_words(const TextStyle& style, float room) const;
  [[nodiscard]] std::string page_text(bool forward) const;
  void draw_why(Rect rect);
  void draw_following(Rect area, bool row);
  void draw_home(Rect rect);
  void draw_course(Rect area);
  void draw_arrow(Rect rect, bool forward);
  /// Whether the mouse is over it; asks for the command when it is clicked.
  bool offer(Rect rect, std::string command);

  Canvas& canvas_;
  const Frame& frame_;
  Wishes& wishes_;
  const Theme& theme_;
  const LessonGuide& guide_;
  const Lesson* following_;  // the lesson to go on to from here; nullptr: none
  std::vector<Block> blocks_;
  bool has_context_ = false;  // the first block may go
  std::size_t verdict_ = 0;   // blocks at the end that tell the answer
  bool few_choices_ = false;
  bool names_next_ = false;  // the next lesson has a row of its own
  float size_ = 14;
  Rect seen_;  // the place of the words
};

void LessonPage::collect() {
  // An audience sees no other caption, and the stop's words are not about what it sees.
  if (frame_.lecture && guide_.away() && frame_.document != nullptr) return collect_caption();
  if (guide_.why()) return collect_why();
  collect_stop();
  if (!guide_.at_end()) return;
  const std::size_t before = blocks_.size();
  if (const std::int64_t passed = guide_.score().passed; passed > 0) {
    add(tr_n("{} question was passed over. The lesson is done once it is answered: [ leads back.",
             "{} questions were passed over. The lesson is done once they are answered: [ leads "
             "back.",
             passed),
        Face::sans, theme_.now);
  }
  if (const std::string& learned = guide_.lesson().learned.now(); !learned.empty()) {
    // Translators: at the end of a lesson; the field are its sentences on what it comes to.
    add(tr("What you learned: {}", learned), Face::sans_bold, theme_.text);
  }
  if (verdict_ > 0) verdict_ += blocks_.size() - before;
}

void LessonPage::collect_stop() {
  const Stop& stop = guide_.stop();
  const bool settled = stop.question && !guide_.asks() && guide_.found();
  const bool tried = guide_.asks() && !guide_.answered().tries.empty();
  has_context_ = (settled || tried) && !stop.text.en.empty();
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
  add(question().text.now(), Face::sans_bold, theme_.text);
  blocks_.emplace_back();  // the choices
  if (!guide_.asks()) return collect_answer(*guide_.found()->answer);
  if (tried) return collect_hint();
  if (const Answered* known = guide_.known(guide_.number())) {
    add(outcome_text(*known), Face::sans, theme_.muted);
  }
}

std::string LessonPage::told(std::string_view answer) const {
  if (question().form != AnswerForm::order) return answer_text(question(), answer);
  std::string lines;
  for (const char c : answer) {
    const auto number = static_cast<std::size_t>(c - '1');
    if (number >= question().choices.size()) continue;
    lines += (lines.empty() ? "" : "  →  ") + choice(number);
  }
  return lines;
}

/// The place of an answer among the choices; as many as there are: it is none of them.
std::size_t place_among(const std::vector<std::string>& choices, std::string_view answer) {
  return static_cast<std::size_t>(std::ranges::find(choices, answer) - choices.begin());
}

void LessonPage::collect_hint() {
  const std::string& tried = guide_.answered().tries.back();
  const std::size_t place = place_among(question().choices, tried);
  const bool ordered = question().form == AnswerForm::order;
  const std::string name = place < question().choices.size() ? choice(place) : told(tried);
  // Translators: after a first wrong answer, which the field is.
  add(ordered ? tr("Not in this order. Try once more.") : tr("Not {}. Try once more.", name),
      Face::sans_bold, theme_.costly);
  const std::vector<Sentence>& replies = guide_.found()->answer->replies;
  if (place < replies.size()) add(replies[place].text(), Face::sans, theme_.text);
  add(hint_of(question()), Face::sans, theme_.text);
}

void LessonPage::collect_why() {
  const auto paragraphs = guide_.why_page().paragraphs(language_id(current_language()));
  for (const std::string& each : paragraphs) add(each, Face::sans, theme_.text);
}

void LessonPage::collect_caption() {
  const Caption now = caption_of(frame_);
  add(now.step + ".", Face::sans_bold, theme_.text);
  add(now.sentence, Face::sans, theme_.text);
  add(tr("This is not the stop of the lesson: its words wait there."), Face::sans, theme_.muted);
}

void LessonPage::collect_answer(const FoundAnswer& answer) {
  const Answered& given = guide_.answered();
  const bool right = given.right, taken = !given.tries.empty();
  const bool by_choice = question().form == AnswerForm::choice;
  const std::string answered = by_choice ? choice(answer.right) : told(answer.answer);
  // Translators: the field is the answer: a number, a line of the program, an array.
  std::string verdict = given.right_at_once() ? tr("Right: {}.", answered)
                        : right               ? tr("Right at the second try: {}.", answered)
                        : taken               ? tr("Not quite. The trace says {}.", answered)
                                              : tr("Not answered: the answer is {}.", answered);
  const Color color = right ? theme_.free : (taken ? theme_.costly : theme_.now);
  const std::size_t before = blocks_.size();
  add(std::move(verdict), Face::sans_bold, color);
  for (std::size_t i = 0; i < answer.replies.size(); ++i) {
    // A record says of all of them how long they took.
    if (question().ask == "faster") {
      add(choice(i) + ": " + answer.replies[i].text(), Face::sans, theme_.text);
    } else if (i == answer.right) {
      add(answer.replies[i].text(), Face::sans, theme_.text);
    }
  }
  add(question().after.now(), Face::sans, theme_.text);
  add(guide_.stop().note.now(), Face::sans, theme_.muted);
  verdict_ = blocks_.size() - before;
}

std::vector<std::string_view> LessonPage::lines(const Block& block, float room) const {
  const auto measure = [&](std::string_view part) { return canvas_.width(part, style(block)); };
  return wrap_text(block.text, room, most_lines, measure);
}

float LessonPage::height(std::size_t blocks, float room) const {
  float height = 0;
  for (const Block& block : std::span(blocks_).first(blocks)) {
    if (height > 0) height += gap();
    if (block.text.empty()) {
      height += places_of(chips(), {0, 0, room, 0}).back().bottom();
    } else {
      height += static_cast<float>(lines(block, room).size()) * size_ * leading;
    }
  }
  return height;
}

bool LessonPage::fits(Rect area, std::span<const float> sizes) {
  for (const float size : sizes) {
    size_ = size;
    if (height(blocks_.size(), area.w) <= area.h) return true;
  }
  return false;
}

void LessonPage::draw_block(Rect& area, const Block& block) {
  if (block.text.empty()) {
    const std::vector<Chip> shown = chips();
    const std::vector<Rect> places = places_of(shown, area);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (seen(places[i])) draw_chip(places[i], shown[i]);
    }
    area.y = places.back().bottom();
  } else {
    for (const std::string_view line : lines(block, area.w)) {
      const Rect row{area.x, area.y, area.w, size_ * leading};
      area.y = row.bottom();
      if (!seen(row)) continue;
      canvas_.keep_free(row);
      canvas_.text_fit({row.x, row.center().y}, line, style(block), row.w);
    }
  }
  area.y += gap();
}

Chip LessonPage::choice_chip(std::size_t number) const {
  const Answered& given = guide_.answered();
  const bool tried = std::ranges::count(given.tries, question().choices[number]) > 0;
  const bool right = number == guide_.found()->answer->right;
  Chip chip{.text = choice(number), .number = number};
  if (guide_.asks()) {
    chip.look = tried ? Chip::Look::wrong : Chip::Look::open;
  } else if (right) {
    chip.look = given.right ? Chip::Look::right : Chip::Look::told;
  } else if (tried) {
    chip.look = Chip::Look::wrong;
  }
  return chip;
}

/// With its place in the order so far; in the end with the right one.
Chip LessonPage::order_chip(std::size_t number) const {
  Chip chip{.text = choice(number), .look = Chip::Look::open, .number = number};
  const std::vector<std::size_t>& order = guide_.order();
  const auto taken = std::ranges::find(order, number);
  if (taken != order.end()) {
    chip.look = Chip::Look::taken;
    chip.text = std::to_string(taken - order.begin() + 1) + ": " + chip.text;
  }
  if (guide_.asks()) return chip;
  const std::string& right = guide_.found()->answer->answer;  // "2 1 3"
  chip.look = guide_.answered().right ? Chip::Look::right : Chip::Look::told;
  chip.text = std::to_string(right.find(std::to_string(number + 1)) / 2 + 1) + ": " + chip.text;
  return chip;
}

std::vector<Chip> LessonPage::chips() const {
  std::vector<Chip> shown;
  const AnswerForm form = question().form;
  const Answered& given = guide_.answered();
  if (form == AnswerForm::order) {
    for (std::size_t i = 0; i < question().choices.size(); ++i) shown.push_back(order_chip(i));
    return shown;
  }
  if (form == AnswerForm::choice) {
    for (std::size_t i = 0; i < question().choices.size(); ++i) {
      const Chip chip = choice_chip(i);
      if (!few_choices_ || chip.look != Chip::Look::idle) shown.push_back(chip);
    }
    return shown;
  }
  for (std::size_t i = 0; i < given.tries.size(); ++i) {
    const bool right = given.right && i + 1 == given.tries.size();
    shown.push_back({told(given.tries[i]), right ? Chip::Look::right : Chip::Look::wrong});
  }
  if (guide_.asks()) {
    shown.push_back({typing_text(form), Chip::Look::open});
  } else if (!given.right) {
    shown.push_back({told(guide_.found()->answer->answer), Chip::Look::told});
  }
  return shown;
}

std::vector<Rect> LessonPage::places_of(const std::vector<Chip>& chips, Rect area) const {
  std::vector<Rect> places;
  float x = area.x, y = area.y;
  for (const Chip& chip : chips) {
    const float text = canvas_.width("✓ " + chip.text, {Face::mono, chip_size(chip, area.w), {}});
    const float width = std::min(area.w, std::max(48.0F, text + 24));
    if (x > area.x && x + width > area.right()) {
      x = area.x;
      y += chip_height() + 6;
    }
    places.push_back({x, y, width, chip_height()});
    x += width + 8;
  }
  return places;
}

void LessonPage::draw_chip(Rect rect, const Chip& chip) {
  std::string text = chip.text;
  Color edge = theme_.hairline, fill = theme_.raised, ink = theme_.text;
  switch (chip.look) {
    case Chip::Look::open: {
      edge = theme_.muted;
      const std::string key = std::to_string(chip.number + 1);
      if (!offer(rect, "lesson.answer." + key)) break;
      fill = mix(theme_.raised, theme_.active, 0.25F);
      edge = theme_.active;
      wishes_.tooltip = text + "\nAlt+" + key;
      break;
    }
    case Chip::Look::taken: edge = theme_.active; break;
    case Chip::Look::told: edge = theme_.now; break;  // not found
    case Chip::Look::right:
      text = "✓ " + text;
      edge = theme_.free;
      fill = mix(theme_.panel, theme_.free, 0.18F);
      break;
    case Chip::Look::wrong:
      text = "✗ " + text;
      edge = theme_.costly;
      fill = mix(theme_.panel, theme_.costly, 0.18F);
      break;
    case Chip::Look::idle: ink = theme_.muted; break;
  }
  canvas_.keep_free(rect);
  canvas_.fill(rect, fill, 6);
  canvas_.stroke(rect, edge, edge == theme_.hairline ? 1.0F : 1.5F, 6);
  const float size = chip_size(chip, rect.w);
  canvas_.text_fit(rect.center(), text, {Face::mono, size, ink}, rect.w - 8, Align::center);
}

/// A line of code is longer than a number: it may be smaller than the words around it.
float LessonPage::chip_size(const Chip& chip, float room) const {
  constexpr float least = 9;
  const float width = canvas_.width("✓ " + chip.text, {Face::mono, size_, {}});
  return width <= room - 16 ? size_ : std::max(least, size_ * (room - 16) / width);
}

bool LessonPage::offer(Rect rect, std::string command) {
  const Pointer& pointer = frame_.pointer;
  const bool hovered = pointer.over_control(rect);
  if (hovered && pointer.pressed) wishes_.command = std::move(command);
  return hovered;
}

void LessonPage::draw_arrow(Rect rect, bool forward) {
  const bool enabled =
      guide_.why() || (forward ? guide_.has_next() || guide_.asks() || following_ != nullptr
                               : guide_.has_previous());
  const bool hovered = enabled && offer(rect, forward ? "lesson.next" : "lesson.previous");
  // An audience waits for the next stop, so its button stands out.
  const bool strong = forward && enabled && !guide_.asks();
  Color fill = strong ? theme_.active : theme_.raised;
  if (hovered) fill = mix(fill, theme_.text, 0.15F);
  canvas_.fill(rect, fill, 6);
  if (!strong) canvas_.stroke(rect, enabled ? theme_.muted : theme_.hairline, 1, 6);
  const Color full = strong ? theme_.on_accent : theme_.text;
  const Color ink = enabled ? full : theme_.faint;
  const Point c = rect.center();
  const float r = rect.h * 0.18F;
  const float side = forward ? 1.0F : -1.0F;
  canvas_.triangle({c.x - side * r, c.y - r * 1.2F}, {c.x + side * r, c.y},
                   {c.x - side * r, c.y + r * 1.2F}, ink);
  if (!hovered) return;
  wishes_.tooltip =
      std::string(forward ? tr("Next stop") : tr("Previous stop")) + (forward ? "\n]" : "\n[");
  if (guide_.why()) wishes_.tooltip = page_text(forward) + (forward ? "\n]" : "\n[");
  if (forward && guide_.asks())
    wishes_.tooltip = std::string(tr("Leave the question open and go on")) + "\n]";
  if (forward && following_ != nullptr && !guide_.why()) wishes_.tooltip = following_text() + "\n]";
}

/// Where an arrow leads while Why is open.
std::string LessonPage::page_text(bool forward) const {
  const std::size_t last = guide_.stop().why.size() - 1;
  if (*guide_.why() == (forward ? last : 0)) return tr("Back to the stop");
  return forward ? tr("Next page of Why") : tr("Previous page of Why");
}

/// Opens the second layer of the stop.
void LessonPage::draw_why(Rect rect) {
  const bool hovered = offer(rect, "lesson.why");
  canvas_.fill(rect, mix(theme_.panel, theme_.now, hovered ? 0.3F : 0.14F), 6);
  canvas_.stroke(rect, theme_.now, 1, 6);
  canvas_.text_fit(rect.center(), tr("Why?"), back_style(), rect.w - 8, Align::center);
  if (hovered)
    wishes_.tooltip = std::string(tr("Why is it so? The derivation, step by step")) + "\nH";
}

std::string LessonPage::following_text() const {
  // Translators: the field is a lesson's title.
  return tr("Next lesson: {}", following_->title.now());
}

/// What says in this room that a lesson follows, and which, as far as there is room for its title.
std::string LessonPage::following_words(const TextStyle& style, float room) const {
  constexpr float least_of_title = 64;  // with an ellipsis: less says nothing
  std::string whole = following_text();
  if (canvas_.width(whole, style) <= room) return whole;
  const float title = canvas_.width(following_->title.now(), style);
  const float least = canvas_.width(tr("Next: {}", ""), style) + std::min(title, least_of_title);
  if (least <= room) return tr("Next: {}", following_->title.now());
  const std::string no_title = tr("Next lesson");
  return canvas_.width(no_title, style) <= room ? no_title : tr_c("lesson", "Next");
}

/// All stops have been seen, so the place of their dots tells what comes next; or a `row` of its own does.
void LessonPage::draw_following(Rect area, bool row) {
  const bool hovered = offer(area, "lesson.next");
  if (row) {
    canvas_.fill(area, mix(theme_.panel, theme_.active, hovered ? 0.3F : 0.16F), 6);
    canvas_.stroke(area, theme_.active, 1, 6);
    area = area.inset(8, 0);
  }
  const TextStyle style{Face::sans, back_style().size, hovered || row ? theme_.text : theme_.muted};
  if (hovered) wishes_.tooltip = following_text() + "\n]";
  canvas_.text_fit(area.center(), following_words(style, area.w), style, area.w, Align::center);
}

/// The same in words.
void LessonPage::draw_course(Rect area) {
  const bool hovered = offer(area, "home");
  canvas_.fill(area, hovered ? mix(theme_.raised, theme_.text, 0.15F) : theme_.raised, 6);
  canvas_.stroke(area, theme_.hairline, 1, 6);
  const std::string whole = tr("Back to the course");
  const bool fits = canvas_.width(whole, back_style()) <= area.w - 12;
  canvas_.text_fit(area.center(), fits ? whole : tr_c("to the course", "Course"), back_style(),
                   area.w - 12, Align::center);
  if (hovered) wishes_.tooltip = std::string(tr("Home: the course, your programs")) + "\nAlt+Home";
}

/// The lesson has ended: the way back to the course.
void LessonPage::draw_home(Rect rect) {
  const bool hovered = offer(rect, "home");
  canvas_.fill(rect, hovered ? mix(theme_.raised, theme_.text, 0.15F) : theme_.raised, 6);
  canvas_.stroke(rect, theme_.hairline, 1, 6);
  const Point c = rect.center();
  const float r = rect.h * 0.2F;
  canvas_.triangle({c.x - r * 1.4F, c.y}, {c.x, c.y - r * 1.3F}, {c.x + r * 1.4F, c.y},
                   theme_.text);
  canvas_.fill({c.x - r, c.y, 2 * r, r * 1.1F}, theme_.text);
  if (hovered) wishes_.tooltip = std::string(tr("Home: the course, your programs")) + "\nAlt+Home";
}

void LessonPage::draw_dots(Rect area) {
  const std::size_t count = guide_.lesson().stops.size();
  const float pitch = std::min(frame_.lecture ? 16.0F : 14.0F, area.w / static_cast<float>(count));
  const float radius = std::min(frame_.lecture ? 5.0F : 4.0F, pitch * 0.36F);
  float x = area.center().x - pitch * (static_cast<float>(count) - 1) / 2;
  for (std::size_t i = 0; i < count; ++i, x += pitch) {
    const Point at{x, area.center().y};
    if (i == guide_.number()) {
      canvas_.circle(at, radius + 1, theme_.now);
    } else if (const Answered* known = guide_.known(i); known != nullptr && !known->open()) {
      canvas_.circle(at, radius,
                     known->right_at_once() ? theme_.free
                     : known->right         ? theme_.now
                                            : theme_.costly);
    } else if (i < guide_.number()) {
      canvas_.circle(at, radius, theme_.active);
    } else {
      canvas_.ring(at, radius, theme_.muted);
    }
    draw_dot_words({at.x - pitch / 2, area.y, pitch, area.h}, i);
  }
}

/// What the mouse over a stop's dot reads.
void LessonPage::draw_dot_words(Rect rect, std::size_t stop) {
  if (!frame_.pointer.over(rect)) return;
  wishes_.tooltip = tr("stop {0} of {1}", stop + 1, guide_.lesson().stops.size());
  if (!guide_.lesson().stops[stop].question) return;
  const Answered* const known = guide_.known(stop);
  wishes_.tooltip += "\n" + (known == nullptr || known->open() ? std::string(tr("a question, open"))
                                                               : outcome_text(*known));
}

void LessonPage::draw_way(Rect area) {
  canvas_.keep_free(area);
  const float button = std::max(area.h, 36.0F);
  draw_arrow(area.cut_left(button), false);
  draw_arrow(area.cut_right(button), true);
  area = area.inset(8, 0);
  if (guide_.offers_why()) {
    draw_why(area.cut_right(why_width()));
    area.cut_right(8);
  }
  const bool last =
      guide_.at_end() && guide_.lesson().program.empty() && !guide_.away() && !guide_.why();
  if (last && (names_next_ || following_ == nullptr)) return draw_course(area);
  // What comes next matters more than the way home, which the toolbar has as well.
  const bool names_next = area.w - button - 8 >= canvas_.width(tr("Next lesson"), back_style()) + 4;
  if (guide_.at_end() && names_next && !guide_.why()) {
    draw_home(area.cut_left(button));
    area.cut_left(8);
  }
  if (!guide_.away() && !guide_.why()) {
    return following_ != nullptr ? draw_following(area, false) : draw_dots(area);
  }
  const bool hovered = offer(area, guide_.why() ? "lesson.why" : "lesson.back");
  canvas_.fill(area, mix(theme_.panel, theme_.other, hovered ? 0.3F : 0.16F), 6);
  canvas_.stroke(area, theme_.other, 1, 6);
  const std::string whole = tr("Back to the stop");
  const bool fits = canvas_.width(whole, back_style()) <= area.w - 12;
  canvas_.text_fit(area.center(), fits ? whole : tr_c("to the stop", "Back"), back_style(),
                   area.w - 12, Align::center);
  if (hovered) wishes_.tooltip = whole + (guide_.why() ? "\nH" : "\nShift+F");
}

}  // namespace

std::string LessonView::subtitle(const Frame& frame) const {
  if (frame.ask<LessonGuide>() == nullptr || !frame.ask<LessonGuide>()->on()) return "";
  const LessonGuide& guide = *frame.ask<LessonGuide>();
  if (const auto page = guide.why()) {
    // Translators: the pages of a stop's Why; in the title of its pane, so short.
    return tr("why: page {0} of {1}", *page + 1, guide.stop().why.size());
  }
  if (guide.at_end()) {
    const LessonScore score = guide.score();
    if (score.asked == 0) return tr("the lesson is done");
    if (score.passed > 0) return score_text(score);
    // Translators: of the questions of a lesson that has ended; in the title of its pane, so short.
    if (score.second == 0) return tr("done · {0} of {1} right", score.right, score.asked);
    // Translators: likewise; {1} are those that were right at the second try.
    return tr("{0} of {2} right at once, {1} later", score.right, score.second, score.asked);
  }
  return tr("stop {0} of {1}", guide.number() + 1, guide.lesson().stops.size());
}

void LessonView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.ask<LessonGuide>() == nullptr || !frame.ask<LessonGuide>()->on()) {
    return draw_placeholder(canvas, area, *frame.theme, tr("A lesson's words, once F starts it."));
  }
  const LessonGuide& guide = *frame.ask<LessonGuide>();
  LessonPage page(canvas, frame, wishes);
  area = page.draw_frame(area, page.has_room_for_next(area));
  page.lay_out(area);
  const Place place{guide.number(), guide.answered().tries.size(), guide.why(), guide.asks(),
                    guide.away()};
  if (place_ != place) scroll_ = page.first_scroll(area);
  place_ = place;
  scroll_ += static_cast<float>(frame.scrolled.lesson - keyed_) * page.line();
  keyed_ = frame.scrolled.lesson;
  if (frame.pointer.inside) scroll_ -= frame.pointer.wheel * 3 * page.line();
  scroll_ = std::clamp(scroll_, 0.0F, page.most_scroll(area));
  page.draw_words(area, scroll_);
  page.draw_mark(area, scroll_);
}

}  // namespace warpscope
