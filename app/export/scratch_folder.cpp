#include "app/export/scratch_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::make() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) remove_stale_temporaries(folder);
  std::string name = (folder / fmt::format("{}{}-XXXXXX", temporary_mark, ::getpid())).string();
  if (error || ::mkdtemp(name.data()) == nullptr) {
    const int number = error ? error.value() : errno;
    return Error{ErrorKind::failed,
                 // Translators: {0} is a folder, {1} what the system says.
                 say("No folder for temporary files can be made in {0} ({1}); make room "
                     "there, or name another place with TMPDIR.",
                     folder.string(), std::generic_category().message(number))};
  }
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  hold_temporary(descriptor);
  return ScratchFolder(name, descriptor);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (descriptor_ >= 0) ::close(descriptor_);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace warpscope
