#pragma once

#include <filesystem>

namespace warpscope {

// Where the XDG base directory specification puts a program's files; empty where neither its
// variable nor HOME is set. The folders need not be there.

/// $XDG_CONFIG_HOME/warpscope, else ~/.config/warpscope.
[[nodiscard]] std::filesystem::path user_config_folder();
/// $XDG_DATA_HOME/warpscope, else ~/.local/share/warpscope.
[[nodiscard]] std::filesystem::path user_data_folder();

}  // namespace warpscope
