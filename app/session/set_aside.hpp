#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Renames a file that could not be read, so that it is not overwritten: to FILE.bak, or FILE.bak2
/// and so on where there is one. Gives the new name.
[[nodiscard]] Result<std::filesystem::path> set_aside(const std::filesystem::path& path);

}  // namespace warpscope
