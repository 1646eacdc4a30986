#include "instrumentation/program/debug_info/source_names.hpp"

#include <filesystem>
#include <system_error>

namespace warpscope {

bool is_own_header(const std::string& file) {
  return file.find("/warpscope/programs/headers-") != std::string::npos ||
         file.find("/instrumentation/program/include/") != std::string::npos ||
         file.find("/instrumentation/program/abi/") != std::string::npos;
}

std::string shown_path(const std::string& file) {
  std::error_code failed;
  const auto here = std::filesystem::current_path(failed);
  if (failed || !std::filesystem::path(file).is_absolute()) return file;
  const auto near = std::filesystem::path(file).lexically_proximate(here);
  return near.empty() || *near.begin() == ".." ? file : near.string();
}

}  // namespace warpscope
