#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/lesson_guide.hpp"

namespace warpscope {

/// A button in the row of choices, or what it has become.
struct LessonChip {
  enum class Look : std::uint8_t { open, taken, wrong, right, told, idle };
  std::string text;
  Look look = Look::idle;
  std::size_t number = 0;  ///< of the command that takes it
};

/// The question of the stop that the guide stands at; there must be one.
[[nodiscard]] const Question& question_of(const LessonGuide& guide);
[[nodiscard]] std::string choice_text(const LessonGuide& guide, std::size_t number);
/// An answer as it is told: an order by its lines.
[[nodiscard]] std::string told_text(const LessonGuide& guide, std::string_view answer);
/// What stands in the row of choices; once it is answered, `few_choices` leaves those out that
/// nobody took and that were wrong.
[[nodiscard]] std::vector<LessonChip> lesson_chips(const LessonGuide& guide, bool few_choices);

}  // namespace warpscope
