#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/subject/document.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// What a stop shows: everything that the stops before it and the stop itself say of the run. Fails
/// where the kernel cannot run so.
[[nodiscard]] Result<Options> options_of(const Lesson& lesson, std::size_t stop);
/// How its dataflow is drawn: what the last stop that says so says, else the lesson; may be empty.
[[nodiscard]] std::string stage_of(const Lesson& lesson, std::size_t stop);

/// A question with the answer that its trace gives.
struct FoundAnswer {
  std::string answer;
  std::size_t right = 0;  ///< into Question::choices
};

/// A stop as its trace has it.
struct FoundStop {
  std::uint32_t access = 0;  ///< that the stop is about
  /// Where the playhead stands while its question is open: one before. Where that shows the same
  /// answer, or there is none, `access` itself: views then wait for the answer.
  std::uint32_t before = 0;
  FoundMarks marks;
  std::optional<FoundAnswer> answer;
};
/// Finds it in a document made from options_of(). What is wrong goes to `mistakes`; nullopt where
/// the place is not there.
[[nodiscard]] std::optional<FoundStop> find_stop(const Lesson& lesson, std::size_t stop,
                                                 const Document& document,
                                                 std::vector<Mistake>& mistakes);

/// One stop of a walk.
struct WalkedStop {
  Options options;
  DocumentPtr document;  ///< nullptr where it could not run
  std::optional<FoundStop> found;
};
/// Runs a lesson from its first stop to its last, as a person would who answers every question.
/// `known_views`: ids that a stop may bring to the front; empty: any.
[[nodiscard]] std::vector<WalkedStop> walk(const Lesson& lesson,
                                           const std::vector<std::string>& known_views,
                                           std::vector<Mistake>& mistakes,
                                           const std::stop_token& stop = {});

}  // namespace warpscope
