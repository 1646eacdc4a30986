#pragma once

#include <string>

namespace warpscope {

/// True of files that belong to our CUDA headers.
[[nodiscard]] bool is_own_header(const std::string& file);
/// The present folder is the user's, wherever this process goes later. Call it before other threads run.
void remember_folder_of_names();
/// A file's name as the user would type it: below the user's folder, which is the present one if none was remembered,
/// without its path.
[[nodiscard]] std::string shown_path(const std::string& file);

}  // namespace warpscope
