#include "app/export/export_job.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace fs = std::filesystem;

Status check_writable(const fs::path& path) {
  const auto refused = [&path](int error) -> Status {
    return Error{ErrorKind::usage,
                 // Translators: {0} is a file, {1} what the system says.
                 say("{0} cannot be written ({1}); choose another place for it.", path.string(),
                     std::generic_category().message(error))};
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) return refused(EISDIR);
  if (fs::exists(status)) {
    return ::access(path.c_str(), W_OK) == 0 ? Status(Done{}) : refused(errno);
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return refused(errno);
  return fs::is_directory(folder, ignored) ? Status(Done{}) : refused(ENOTDIR);
}

}  // namespace warpscope
