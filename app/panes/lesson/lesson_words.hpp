#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/session/lesson_guide.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Something that stands below the last block: a paragraph, or the row of choices if it has no
/// text.
struct LessonBlock {
  std::string text = {};
  Face face = Face::sans;
  Color color = {};
};

/// What the pane says at a stop.
struct LessonWords {
  std::vector<LessonBlock> blocks;
  bool has_context = false;  ///< the first block may go
  std::size_t verdict = 0;   ///< blocks at the end that tell the answer
};

/// Of the stop, its question, its Why, or of what an audience sees away from it.
[[nodiscard]] LessonWords lesson_words(const Frame& frame, const LessonGuide& guide);

/// The type sizes of a lecture's words, the largest first, and from line to line, in ems.
inline constexpr std::array lecture_sizes{28.0F, 26.0F, 20.0F};
inline constexpr float lesson_leading = 1.4F;
/// The height that a stop without a question needs in the lecture layout, in a window of this width: with both
/// verdicts if two runs are compared. An estimate by the length of its text. 0: it may need all that there is, since
/// answers are still to come, or the stop is away.
[[nodiscard]] float lecture_words_height(const LessonGuide& guide, float width, bool pair);

/// How an earlier answer to a question came out.
[[nodiscard]] std::string outcome_text(const Answered& answered);

}  // namespace warpscope
