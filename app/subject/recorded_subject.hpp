#pragma once

#include <filesystem>

#include "app/subject/subject.hpp"

namespace warpscope {

/// The trace in a file. The file is read only when it is recorded; until then nobody knows its
/// kernel.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file);
/// The subject of a trace that was read. If its kernel is the catalogue's, title, family and lesson
/// come from there. `file` is empty for a trace that is in no file.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, const TraceHeader& header);

}  // namespace warpscope
