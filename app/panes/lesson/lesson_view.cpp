#include "app/panes/lesson/lesson_view.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/panes/lesson/lesson_chips.hpp"
#include "app/panes/lesson/lesson_way.hpp"
#include "app/panes/lesson/lesson_words.hpp"
#include "app/session/lesson_guide.hpp"
#include "app/views/parts/verdict_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array desk_sizes{20.0F, 16.0F, type_scale(false).body};
constexpr float leading = lesson_leading;
constexpr int most_lines = 40;

constexpr float verdict_size = 26;

/// What the access costs in both runs, each below its picture.
void draw_verdicts(Canvas& canvas, Rect row, const Frame& frame) {
  const std::array<Rect, 2> halves = halves_of_pair(row, true);
  const std::array<Caption, 2> both = captions_of_pair(frame);
  for (std::size_t side = 0; side < both.size(); ++side) {
    draw_verdict(canvas, halves[side], both[side], verdict_size, *frame.theme);
  }
}

/// The words of a stop, and the choices of its question.
class LessonPage {
 public:
  LessonPage(Canvas& canvas, const Frame& frame, Wishes& wishes)
      : canvas_(canvas),
        frame_(frame),
        wishes_(wishes),
        theme_(*frame.theme),
        guide_(*frame.ask<LessonGuide>()),
        words_(lesson_words(frame, guide_)) {}

  /// Whether all of the words are in sight in this place.
  [[nodiscard]] bool has_room(Rect area) const {
    LessonPage page = *this;
    page.lay_out(area);
    return page.most_scroll(area) == 0;
  }
  /// Chooses the size of the words, and which of them stay.
  void lay_out(Rect area) {
    const std::span<const float> sizes =
        frame_.lecture ? std::span<const float>(lecture_sizes) : std::span<const float>(desk_sizes);
    // What has been read makes room for the explanation: the text before an answered question, then
    // the choices that were wrong and nobody took.
    if (!fits(area, sizes.first(sizes.size() - 1)) && words_.has_context)
      words_.blocks.erase(words_.blocks.begin());
    if (!fits(area, sizes) && !guide_.asks()) {
      few_choices_ = true;
      (void)fits(area, sizes);
    }
  }
  /// How far the words can be scrolled, and are at first: an answer is read from its verdict on, and
  /// a question's choices are in sight.
  [[nodiscard]] float most_scroll(Rect area) const {
    return std::max(0.0F, height(words_.blocks.size(), area.w) - area.h);
  }
  [[nodiscard]] float first_scroll(Rect area) const {
    const float most = most_scroll(area);
    if (guide_.closing()) return 0;
    if (guide_.asks() || words_.verdict == 0) return guide_.asks() ? most : 0;
    return std::min(most, height(words_.blocks.size() - words_.verdict, area.w) + gap());
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
    for (const LessonBlock& block : words_.blocks) draw_block(area, block);
  }
  void draw_mark(Rect area, float scroll) {
    draw_scroll_mark(canvas_, area, scroll, area.h, area.h + most_scroll(area), theme_);
  }

 private:
  /// Whether the answer is typed, or clicked somewhere else.
  [[nodiscard]] bool typed() const {
    const AnswerForm form = question_of(guide_).form;
    return form != AnswerForm::choice && form != AnswerForm::order;
  }
  [[nodiscard]] TextStyle style(const LessonBlock& block) const {
    return {block.face, size_, block.color};
  }
  [[nodiscard]] float gap() const { return size_ * 0.45F; }
  [[nodiscard]] float chip_height() const { return std::max(26.0F, size_ * 1.7F); }
  [[nodiscard]] std::vector<std::string_view> lines(const LessonBlock& block, float room) const;
  [[nodiscard]] std::vector<LessonChip> chips() const { return lesson_chips(guide_, few_choices_); }
  /// Of the first blocks.
  [[nodiscard]] float height(std::size_t blocks, float room) const;
  /// Takes the largest of the sizes at which everything fits, else the smallest.
  bool fits(Rect area, std::span<const float> sizes);
  void draw_block(Rect& area, const LessonBlock& block);
  [[nodiscard]] std::vector<Rect> places_of(const std::vector<LessonChip>& chips, Rect area) const;
  void draw_chip(Rect rect, const LessonChip& chip);
  [[nodiscard]] float chip_size(const LessonChip& chip, float room) const;

  Canvas& canvas_;
  const Frame& frame_;
  Wishes& wishes_;
  const Theme& theme_;
  const LessonGuide& guide_;
  LessonWords words_;
  bool few_choices_ = false;
  float size_ = 14;
  Rect seen_;  // the place of the words
};

std::vector<std::string_view> LessonPage::lines(const LessonBlock& block, float room) const {
  const auto measure = [&](std::string_view part) { return canvas_.width(part, style(block)); };
  return wrap_text(block.text, room, most_lines, measure);
}

float LessonPage::height(std::size_t blocks, float room) const {
  float height = 0;
  for (const LessonBlock& block : std::span(words_.blocks).first(blocks)) {
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
    if (height(words_.blocks.size(), area.w) <= area.h) return true;
  }
  return false;
}

void LessonPage::draw_block(Rect& area, const LessonBlock& block) {
  if (block.text.empty()) {
    const std::vector<LessonChip> shown = chips();
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

std::vector<Rect> LessonPage::places_of(const std::vector<LessonChip>& chips, Rect area) const {
  std::vector<Rect> places;
  float x = area.x, y = area.y;
  for (const LessonChip& chip : chips) {
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

void LessonPage::draw_chip(Rect rect, const LessonChip& chip) {
  std::string text = chip.text;
  Color edge = theme_.hairline, fill = theme_.raised, ink = theme_.text;
  switch (chip.look) {
    case LessonChip::Look::open: {
      edge = theme_.muted;
      const std::string key = std::to_string(chip.number + 1);
      if (!offer_command(frame_, wishes_, rect, "lesson.answer." + key)) break;
      fill = mix(theme_.raised, theme_.active, 0.25F);
      edge = theme_.active;
      wishes_.tooltip = text + "\n" + (typed() ? "0 … 9" : key);
      break;
    }
    case LessonChip::Look::taken: edge = theme_.active; break;
    case LessonChip::Look::told: edge = theme_.now; break;  // not found
    case LessonChip::Look::right:
      text = "✓ " + text;
      edge = theme_.free;
      fill = mix(theme_.panel, theme_.free, 0.18F);
      break;
    case LessonChip::Look::wrong:
      text = "✗ " + text;
      edge = theme_.costly;
      fill = mix(theme_.panel, theme_.costly, 0.18F);
      break;
    case LessonChip::Look::idle: ink = theme_.muted; break;
  }
  canvas_.keep_free(rect);
  canvas_.fill(rect, fill, 6);
  canvas_.stroke(rect, edge, edge == theme_.hairline ? 1.0F : 1.5F, 6);
  const float size = chip_size(chip, rect.w);
  canvas_.text_fit(rect.center(), text, {Face::mono, size, ink}, rect.w - 8, Align::center);
}

/// A line of code is longer than a number: it may be smaller than the words around it.
float LessonPage::chip_size(const LessonChip& chip, float room) const {
  constexpr float least = 9;
  const float width = canvas_.width("✓ " + chip.text, {Face::mono, size_, {}});
  return width <= room - 16 ? size_ : std::max(least, size_ * (room - 16) / width);
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
  const std::size_t stop = guide.number() + 1, stops = guide.lesson().stops.size();
  // Translators: in the title of a pane, so short; the stop may be skipped.
  return guide.stop().optional ? tr("stop {0} of {1}, optional", stop, stops)
                               : tr("stop {0} of {1}", stop, stops);
}

void LessonView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.ask<LessonGuide>() == nullptr || !frame.ask<LessonGuide>()->on()) {
    return draw_placeholder(canvas, area, *frame.theme, tr("A lesson's words, once F starts it."));
  }
  const LessonGuide& guide = *frame.ask<LessonGuide>();
  LessonPage page(canvas, frame, wishes);
  LessonWay way(canvas, frame, wishes);
  if (frame.lecture && is_pair(frame)) {
    Rect above = area;
    const Rect row = above.cut_bottom(verdict_size * verdict_leading);
    if (page.has_room(way.beside_lecture(above))) {
      draw_verdicts(canvas, row, frame);
      area = above;
    }
  }
  area = way.draw(area);
  page.lay_out(area);
  const Place place{guide.number(), guide.answered().tries.size(),
                    guide.why(),    guide.asks(),
                    guide.away(),   guide.closing()};
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
