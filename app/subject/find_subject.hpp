#pragma once

#include <filesystem>
#include <string>

#include "app/subject/program_subject.hpp"

namespace warpscope {

/// The subject that a user named: KERNEL, FILE.cu or FILE.wscope. A word with a slash is a file, and
/// so is the name of an existing file that is no kernel. `choice` is what a program is asked for
/// beside this file; of a trace, its launch and banks count, and whether it shows all launches. Fails as find_kernel() does.
[[nodiscard]] Result<SubjectPtr> named_subject(const std::string& target, ProgramChoice choice = {},
                                               const ProgramRunner& runner = {});

/// The trace in a file, which need not exist. Never a program: opening a file runs nothing.
[[nodiscard]] SubjectPtr file_subject(const std::filesystem::path& file);

}  // namespace warpscope
