#pragma once

#include <filesystem>

#include "app/subject/program_launches.hpp"
#include "app/subject/subject.hpp"

namespace warpscope {

/// Which launches of a trace are shown.
struct ShownLaunches {
  LaunchChoice launch;               ///< if it names one, that one alone
  bool costliest = false;            ///< of several of a program, the costliest alone; else all
  BankModel banks = BankModel::cc5;  ///< under which it costs most
};

/// The trace in a file, or one launch of it. The file is read only when it is recorded; until then
/// nobody knows its kernel.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, ShownLaunches shown = {});
/// The subject of a trace that was read. If its kernel is the catalogue's, title, family and lesson
/// come from there. `file` is empty for a trace that is in no file.
[[nodiscard]] SubjectPtr recorded_subject(std::filesystem::path file, const TraceHeader& header,
                                          ShownLaunches shown = {});

}  // namespace warpscope
