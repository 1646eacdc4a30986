#pragma once

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

/// How an earlier answer to a question came out.
[[nodiscard]] std::string outcome_text(const Answered& answered);

}  // namespace warpscope
