#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Renames a file that could not be read, so that it is not overwritten: to FILE.bak, or FILE.bak2
/// and so on if there is one. Returns the new name.
[[nodiscard]] Result<std::filesystem::path> set_aside(const std::filesystem::path& path);

}  // namespace warpscope
