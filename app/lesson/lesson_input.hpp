#pragma once

#include <filesystem>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Resolves a lesson's "input": a kind of input stays as it is; anything else is the path of a
/// file, which must lie below the lesson's own folder once all links are followed. A lesson may
/// come from anybody, so it must not reach the rest of the disk.
[[nodiscard]] Result<std::string> lesson_input(const std::string& input,
                                               const std::filesystem::path& lesson_file);

}  // namespace warpscope
