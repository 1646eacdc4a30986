#include "instrumentation/program/protocol/machine_binary.hpp"

#include <mutex>
#include <system_error>
#include <utility>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::mutex machine_binary_mutex;
fs::path& chosen_machine_binary() {
  static fs::path path;
  return path;
}

}  // namespace

fs::path machine_binary() {
  const std::lock_guard lock(machine_binary_mutex);
  if (!chosen_machine_binary().empty()) return chosen_machine_binary();
  std::error_code unknown;
  const fs::path folder = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  fs::path installed = folder.parent_path() / "libexec/warpscope/warpscope-machine";
  if (fs::exists(installed, unknown)) return installed;
  return folder / "warpscope-machine";
}

void set_machine_binary(fs::path path) {
  const std::lock_guard lock(machine_binary_mutex);
  chosen_machine_binary() = std::move(path);
}

}  // namespace warpscope
