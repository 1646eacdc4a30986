#include "app/export/scratch_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace warpscope {
namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::make(const fs::path& where) {
  std::error_code error;
  fs::path folder = where;
  if (folder.empty()) folder = fs::temp_directory_path(error);
  std::string name = (folder / ".warpscope-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) {
    const int number = error ? error.value() : errno;
    return Error{ErrorKind::failed,
                 fmt::format("No folder for temporary files can be made in {} ({}); make room "
                             "there, or name another place with TMPDIR.",
                             folder.string(), std::generic_category().message(number))};
  }
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

Status ScratchFolder::keep_as(const fs::path& name) {
  constexpr mode_t for_all = 0755;  // mkdtemp's are for nobody else
  ::chmod(path_.c_str(), for_all);
  std::error_code error;
  fs::rename(path_, name, error);
  if (error) {
    return Error{ErrorKind::failed,
                 fmt::format("{} cannot be written ({}); choose another place for it.",
                             name.string(), error.message())};
  }
  path_.clear();
  return Done{};
}

}  // namespace warpscope
