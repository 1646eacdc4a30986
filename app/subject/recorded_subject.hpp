#pragma once

#include <filesystem>

#include "app/subject/program_launches.hpp"
#include "app/subject/subject.hpp"

namespace warpscope {

/// The trace in a file, or one launch of it. The file is read only when it is recorded; until then
/// nobody knows its kernel.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, LaunchChoice launch = {});
/// The subject of a trace that was read. If its kernel is the catalogue's, title, family and lesson
/// come from there. `file` is empty for a trace that is in no file.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, const TraceHeader& header,
                                          LaunchChoice launch = {});

}  // namespace warpscope
