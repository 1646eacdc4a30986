#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// Something that a lesson can ask of a trace.
struct QuestionKind {
  std::string_view id;       ///< "degree"
  std::string_view meaning;  ///< what the answer is
  Told about{};              ///< what would tell it
  const char* hint = "";     ///< English; what helps whoever was wrong once
};
[[nodiscard]] std::span<const QuestionKind> question_kinds();
/// Whether questions of a kind ask for a figure of the run or of an access, which needs nothing else to be known.
[[nodiscard]] bool is_figure(std::string_view ask);
/// What would tell the answer to a question.
[[nodiscard]] Told told_by(const Question& question);
/// How questions of a kind are answered; nullopt: by choices, or by a number if the question says so.
[[nodiscard]] std::optional<AnswerForm> form_of(std::string_view ask);
/// What helps whoever was wrong once: the question's own hint, else that of its kind.
[[nodiscard]] std::string hint_of(const Question& question);

/// The answer as a trace gives it, at `access`: "8". Fails if the access has none, such as sectors
/// of shared memory.
[[nodiscard]] Result<std::string> answer_of(const Document& document, std::uint32_t access,
                                            const Question& question);

/// A question's answer as a trace gives it.
struct FoundAnswer {
  std::string answer;     ///< "8", "data[8]", the number of a lane or a line; of an order "2 1 3"
  std::size_t right = 0;  ///< into Question::choices, if one of them is to be taken
  std::vector<std::string> accepted;  ///< all that are right, `answer` among them
  std::vector<Sentence> replies;      ///< what follows from each of the choices; empty: nothing
  std::vector<std::string>
      lines;          ///< the whole source lines of the choices, if those are parts of lines
  std::string array;  ///< as the source calls it, for AnswerForm::cell
};
/// Fails if the trace does not answer it, or the choices do not fit.
[[nodiscard]] Result<FoundAnswer> found_answer(const Document& document, std::uint32_t access,
                                               const Question& question);
/// What somebody typed or clicked, as FoundAnswer::answer is written: "lane 3" is "3", "8" may be "data[8]". Fails with
/// a sentence that says what is to be typed.
[[nodiscard]] Result<std::string> read_answer(const Question& question, const FoundAnswer& found,
                                              std::string_view typed);
[[nodiscard]] bool is_right(const FoundAnswer& found, std::string_view answer);
/// An answer as the current language shows it: "lane 3", "line 44".
[[nodiscard]] std::string answer_text(const Question& question, std::string_view answer);

/// A choice as the current language shows it: memories have names, anything else is the same in all.
[[nodiscard]] std::string_view choice_text(std::string_view choice);

/// True if a choice says the same as an answer; compares numbers as numbers.
[[nodiscard]] bool same_answer(std::string_view choice, std::string_view answer);

/// The index of the right choice; fails unless exactly one is right.
[[nodiscard]] Result<std::size_t> right_choice(const Question& question, std::string_view answer);

/// What "ask: faster" compares: "local_array index=runtime".
struct TimedChoice {
  std::string kernel;
  std::map<std::string, std::string> parameters;
};
[[nodiscard]] Result<TimedChoice> timed_choice(std::string_view choice);

}  // namespace warpscope
