#include "instrumentation/process/user_folders.hpp"

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// An empty path if it is not set.
fs::path folder_in(const char* variable) {
  const char* given = std::getenv(variable);
  return given == nullptr ? fs::path() : fs::path(given);
}

fs::path base_folder(const char* variable, const char* below_home) {
  fs::path given = folder_in(variable), home = user_home_folder();
  if (!given.empty()) return given;
  return home.empty() ? fs::path() : home / below_home;
}

fs::path own_folder(const char* variable, const char* below_home) {
  const fs::path base = base_folder(variable, below_home);
  return base.empty() ? base : base / "warpscope";
}

/// The path in a line such as XDG_DOWNLOAD_DIR="$HOME/Downloads".
fs::path named_folder(const std::string& line, const std::string& key, const fs::path& home) {
  constexpr std::string_view home_word = "$HOME/";
  std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, key.size(), key) != 0) return {};
  begin += key.size();
  const std::size_t end = line.rfind('"');
  if (end == std::string::npos || end <= begin) return {};
  const std::string_view value = std::string_view(line).substr(begin, end - begin);
  if (value.starts_with(home_word)) return home / value.substr(home_word.size());
  return value.starts_with('/') ? fs::path(value) : fs::path();
}

/// `name`: "DOWNLOAD".
fs::path user_dirs_folder(const std::string& name, const char* below_home) {
  constexpr std::uint64_t largest = 1 << 16;
  const fs::path home = user_home_folder(), config = base_folder("XDG_CONFIG_HOME", ".config");
  if (home.empty()) return {};
  const Result<std::string> text = read_text_file(config / "user-dirs.dirs", largest);
  fs::path found;
  if (text) {
    std::istringstream lines(text.value());
    for (std::string line; std::getline(lines, line);) {
      const fs::path named = named_folder(line, "XDG_" + name + "_DIR=\"", home);
      if (!named.empty()) found = named;
    }
  }
  // Without its last slash, as "$HOME/" has.
  if (!found.empty() && !found.has_filename()) found = found.parent_path();
  return found.empty() || found == home ? home / below_home : found;
}

}  // namespace

fs::path user_config_folder() { return own_folder("XDG_CONFIG_HOME", ".config"); }
fs::path user_data_folder() { return own_folder("XDG_DATA_HOME", ".local/share"); }
fs::path user_cache_folder() { return own_folder("XDG_CACHE_HOME", ".cache"); }
fs::path user_download_folder() { return user_dirs_folder("DOWNLOAD", "Downloads"); }
fs::path user_documents_folder() { return user_dirs_folder("DOCUMENTS", "Documents"); }
fs::path user_home_folder() { return folder_in("HOME"); }

}  // namespace warpscope
