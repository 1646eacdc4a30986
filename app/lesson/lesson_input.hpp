#pragma once

#include <filesystem>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What a lesson's "input" stands for: a kind of input as it is, or else the path of a file, which
/// must lie below the lesson's own folder once all links are followed. A lesson may come from
/// anybody: it has no business with the rest of the disk.
[[nodiscard]] Result<std::string> lesson_input(const std::string& input,
                                               const std::filesystem::path& lesson_file);

}  // namespace warpscope
