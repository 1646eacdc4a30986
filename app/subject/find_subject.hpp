#pragma once

#include <filesystem>
#include <string>

#include "app/subject/subject.hpp"

namespace warpscope {

/// The subject that a user named: KERNEL or FILE.wscope. A word with a slash is a file, and so is
/// the name of an existing file that is no kernel. Fails as find_kernel() does.
[[nodiscard]] Result<SubjectPtr> named_subject(const std::string& target);

/// The trace in a file, which need not exist.
[[nodiscard]] SubjectPtr file_subject(const std::filesystem::path& file);

}  // namespace warpscope
