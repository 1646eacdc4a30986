#pragma once

#include <filesystem>
#include <string>

#include "app/subject/subject.hpp"

namespace warpscope {

/// What a user named: KERNEL or FILE.wscope. A word with a slash, or the name of a file that is
/// there and no kernel, is a file. The error is find_kernel()'s.
[[nodiscard]] Result<SubjectPtr> named_subject(const std::string& target);

/// What is in a file, by its name: it need not be there.
[[nodiscard]] SubjectPtr file_subject(const std::filesystem::path& file);

}  // namespace warpscope
