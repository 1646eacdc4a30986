#pragma once

#include <filesystem>

namespace warpscope {

// The folders of the XDG base directory specification; empty if neither its variable nor HOME is
// set. The folders need not exist.

/// $XDG_CONFIG_HOME/warpscope, else ~/.config/warpscope.
[[nodiscard]] std::filesystem::path user_config_folder();
/// $XDG_DATA_HOME/warpscope, else ~/.local/share/warpscope.
[[nodiscard]] std::filesystem::path user_data_folder();
/// $XDG_CACHE_HOME/warpscope, else ~/.cache/warpscope.
[[nodiscard]] std::filesystem::path user_cache_folder();

// The folders of xdg-user-dirs, as user-dirs.dirs in the configuration folder names them. One that
// is the home folder itself counts as not named.

/// Where a browser saves; else ~/Downloads.
[[nodiscard]] std::filesystem::path user_download_folder();
/// Else ~/Documents.
[[nodiscard]] std::filesystem::path user_documents_folder();
/// $HOME; empty if it is not set.
[[nodiscard]] std::filesystem::path user_home_folder();

}  // namespace warpscope
