#include "instrumentation/program/debug_info/source_names.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace warpscope {

namespace {

std::optional<std::filesystem::path>& remembered_folder() {
  static std::optional<std::filesystem::path> folder;
  return folder;
}

}  // namespace

bool is_own_header(const std::string& file) {
  return file.find("/warpscope/programs/headers-") != std::string::npos ||
         file.find("/instrumentation/program/include/") != std::string::npos ||
         file.find("/instrumentation/program/abi/") != std::string::npos;
}

void remember_folder_of_names() {
  std::error_code failed;
  auto here = std::filesystem::current_path(failed);
  if (!failed) remembered_folder() = std::move(here);
}

std::string shown_path(const std::string& file) {
  std::error_code failed;
  const auto here =
      remembered_folder() ? *remembered_folder() : std::filesystem::current_path(failed);
  if (failed || !std::filesystem::path(file).is_absolute()) return file;
  const auto near = std::filesystem::path(file).lexically_proximate(here);
  return near.empty() || *near.begin() == ".." ? file : near.string();
}

}  // namespace warpscope
