#include "app/panes/lesson/lesson_chips.hpp"

#include <algorithm>

#include "app/lesson/lesson_answer.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// What the button reads that an answer is typed behind.
std::string typing_text(AnswerForm form) {
  switch (form) {
    case AnswerForm::lane: return tr("Click a lane, or type");
    case AnswerForm::cell: return tr("Click a cell, or type");
    case AnswerForm::line: return tr("Click a line, or type");
    default: return tr("Type a number");
  }
}

LessonChip choice_chip(const LessonGuide& guide, std::size_t number) {
  const Answered& given = guide.answered();
  const bool tried = std::ranges::count(given.tries, question_of(guide).choices[number]) > 0;
  const bool right = number == guide.found()->answer->right;
  LessonChip chip{.text = choice_text(guide, number), .number = number};
  if (guide.asks()) {
    chip.look = tried ? LessonChip::Look::wrong : LessonChip::Look::open;
  } else if (right) {
    chip.look = given.right ? LessonChip::Look::right : LessonChip::Look::told;
  } else if (tried) {
    chip.look = LessonChip::Look::wrong;
  }
  return chip;
}

/// With its place in the order so far; in the end with the right one.
LessonChip order_chip(const LessonGuide& guide, std::size_t number) {
  LessonChip chip{
      .text = choice_text(guide, number), .look = LessonChip::Look::open, .number = number};
  const std::vector<std::size_t>& order = guide.order();
  const auto taken = std::ranges::find(order, number);
  if (taken != order.end()) {
    chip.look = LessonChip::Look::taken;
    chip.text = std::to_string(taken - order.begin() + 1) + ": " + chip.text;
  }
  if (guide.asks()) return chip;
  const std::string& right = guide.found()->answer->answer;  // "2 1 3"
  chip.look = guide.answered().right ? LessonChip::Look::right : LessonChip::Look::told;
  chip.text = std::to_string(right.find(std::to_string(number + 1)) / 2 + 1) + ": " + chip.text;
  return chip;
}

}  // namespace

const Question& question_of(const LessonGuide& guide) { return *guide.stop().question; }

std::string choice_text(const LessonGuide& guide, std::size_t number) {
  return answer_text(question_of(guide), question_of(guide).choices[number]);
}

std::string told_text(const LessonGuide& guide, std::string_view answer) {
  if (question_of(guide).form != AnswerForm::order) return answer_text(question_of(guide), answer);
  std::string lines;
  for (const char c : answer) {
    const auto number = static_cast<std::size_t>(c - '1');
    if (number >= question_of(guide).choices.size()) continue;
    lines += (lines.empty() ? "" : "  →  ") + choice_text(guide, number);
  }
  return lines;
}

std::vector<LessonChip> lesson_chips(const LessonGuide& guide, bool few_choices) {
  std::vector<LessonChip> shown;
  const AnswerForm form = question_of(guide).form;
  const Answered& given = guide.answered();
  if (form == AnswerForm::order) {
    for (std::size_t i = 0; i < question_of(guide).choices.size(); ++i)
      shown.push_back(order_chip(guide, i));
    return shown;
  }
  if (form == AnswerForm::choice) {
    for (std::size_t i = 0; i < question_of(guide).choices.size(); ++i) {
      const LessonChip chip = choice_chip(guide, i);
      if (!few_choices || chip.look != LessonChip::Look::idle) shown.push_back(chip);
    }
    return shown;
  }
  for (std::size_t i = 0; i < given.tries.size(); ++i) {
    const bool right = given.right && i + 1 == given.tries.size();
    shown.push_back({told_text(guide, given.tries[i]),
                     right ? LessonChip::Look::right : LessonChip::Look::wrong});
  }
  if (guide.asks()) {
    shown.push_back({typing_text(form), LessonChip::Look::open});
  } else if (!given.right) {
    shown.push_back({told_text(guide, guide.found()->answer->answer), LessonChip::Look::told});
  }
  return shown;
}

}  // namespace warpscope
