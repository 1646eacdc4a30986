#pragma once

#include <filesystem>

#include "app/subject/subject.hpp"

namespace warpscope {

/// The trace in a file, which is read when it is recorded: only then is known what it shows.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file);
/// One that was read. Where its kernel is the catalogue's, that tells title, family and lesson.
/// `file` is empty for a trace that is in no file.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, const TraceHeader& header);

}  // namespace warpscope
