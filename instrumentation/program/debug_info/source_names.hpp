#pragma once

#include <string>

namespace warpscope {

/// True of files that belong to our CUDA headers.
[[nodiscard]] bool is_own_header(const std::string& file);
/// A file's name as the user would type it: below the present folder without its path.
[[nodiscard]] std::string shown_path(const std::string& file);

}  // namespace warpscope
