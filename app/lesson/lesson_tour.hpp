#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/subject/document.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// Applies what a stop changes of the run.
void apply(const StopRun& run, Options& options);
/// The options at a stop: the changes of all stops up to it. Fails if the kernel cannot run so. A
/// lesson of a program changes what is shown of it, which `program` says; others do not ask.
[[nodiscard]] Result<Options> options_of(const Lesson& lesson, std::size_t stop,
                                         const Options& program = {});
/// The way to draw the dataflow at a stop: the last stop that names one decides if the kernel has been the same since,
/// else the lesson for its own kernel; empty: what suits the kernel.
[[nodiscard]] std::string stage_of(const Lesson& lesson, std::size_t stop);

/// A page of a stop's second layer, as the stop's trace has it.
struct FoundPage {
  std::uint32_t access = 0;
  FoundMarks marks;
};

/// A stop as its trace has it.
struct FoundStop {
  std::uint32_t access = 0;  ///< that the stop is about
  /// The playhead's place while the question is open: the access before, or `access` itself if there is none in its
  /// launch. Views tell nothing from here on that would answer it.
  std::uint32_t before = 0;
  FoundMarks marks;
  std::optional<FoundAnswer> answer;
  std::vector<FoundPage> why;  ///< as many as the stop has
};
/// Finds the stop in a document made from options_of(). Mistakes go to `mistakes`; nullopt if the
/// place does not exist.
[[nodiscard]] std::optional<FoundStop> find_stop(const Lesson& lesson, std::size_t stop,
                                                 const Document& document,
                                                 std::vector<Mistake>& mistakes);

/// One stop of a walk.
struct WalkedStop {
  Options options;
  DocumentPtr document;  ///< nullptr if it could not run
  std::optional<FoundStop> found;
};
/// Runs a lesson from its first stop to its last, as a person would who answers every question.
/// `known_views`: ids that a stop may bring to the front; empty: any. `program`: as options_of()
/// takes it; the program runs once.
[[nodiscard]] std::vector<WalkedStop> walk(const Lesson& lesson,
                                           const std::vector<std::string>& known_views,
                                           std::vector<Mistake>& mistakes,
                                           const std::stop_token& stop = {},
                                           const Options& program = {});

}  // namespace warpscope
