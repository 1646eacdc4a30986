#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/lesson/progress.hpp"

namespace warpscope {

/// "right", "second", "told", or "open": wrong once, and left there.
[[nodiscard]] std::string_view outcome_of(const Answered& answered);

/// What somebody has answered, as RFC 4180 says, CRLF ending each record; the first names the columns. A record for every
/// question, and one without a question for each lesson that was begun and has none answered.
[[nodiscard]] std::string progress_csv(const Progress& progress);

/// The same as JSON: {"version", "lessons": [{"id", "furthest", "stops", "done", "asked", "right", "second",
/// "passed", "questions": [{"stop", "ask", "tries", "outcome", "when"}]}]}. Stops count from 1.
[[nodiscard]] std::string progress_json(const Progress& progress);

/// Writes the table beside the file of the progress, as progress.csv. Returns where; fails with a sentence.
[[nodiscard]] Result<std::filesystem::path> save_progress_csv(const Progress& progress,
                                                              const std::filesystem::path& beside);

}  // namespace warpscope
