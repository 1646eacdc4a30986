#include "instrumentation/trace/file_state.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

namespace warpscope {

std::optional<FileState> file_state(const std::filesystem::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  constexpr std::int64_t second = 1'000'000'000;
  return FileState{.changed = found.st_mtim.tv_sec * second + found.st_mtim.tv_nsec,
                   .bytes = static_cast<std::uint64_t>(found.st_size),
                   .inode = found.st_ino};
}

std::string file_state_text(const std::filesystem::path& file) {
  const std::optional<FileState> state = file_state(file);
  if (!state) return {};
  return fmt::format("{}-{}-{}", state->changed, state->bytes, state->inode);
}

}  // namespace warpscope
