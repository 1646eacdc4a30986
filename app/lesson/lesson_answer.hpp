#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/lesson/lesson.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// Something that a lesson can ask of a trace.
struct QuestionKind {
  std::string_view id;       ///< "degree"
  std::string_view meaning;  ///< what the answer is
};
[[nodiscard]] std::span<const QuestionKind> question_kinds();

/// The answer as a trace gives it, at `access`: "8". Fails if the access has none, such as sectors
/// of shared memory.
[[nodiscard]] Result<std::string> answer_of(const Document& document, std::uint32_t access,
                                            const Question& question);

/// True if a question of that kind asks which lanes work: whoever sees what they read can count them.
[[nodiscard]] bool asks_for_lanes(std::string_view ask);

/// A choice as the current language shows it: memories have names, anything else is the same in all.
[[nodiscard]] std::string_view choice_text(std::string_view choice);

/// True if a choice says the same as an answer; compares numbers as numbers.
[[nodiscard]] bool same_answer(std::string_view choice, std::string_view answer);

/// The index of the right choice; fails unless exactly one is right.
[[nodiscard]] Result<std::size_t> right_choice(const Question& question, std::string_view answer);

}  // namespace warpscope
