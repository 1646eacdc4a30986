#include "instrumentation/process/user_folders.hpp"

#include <cstdlib>

namespace warpscope {
namespace {

std::filesystem::path folder(const char* variable, const char* below_home) {
  const char* given = std::getenv(variable);
  if (given != nullptr && *given != '\0') return std::filesystem::path(given) / "warpscope";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return {};
  return std::filesystem::path(home) / below_home / "warpscope";
}

}  // namespace

std::filesystem::path user_config_folder() { return folder("XDG_CONFIG_HOME", ".config"); }
std::filesystem::path user_data_folder() { return folder("XDG_DATA_HOME", ".local/share"); }
std::filesystem::path user_cache_folder() { return folder("XDG_CACHE_HOME", ".cache"); }

}  // namespace warpscope
