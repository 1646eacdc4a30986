#include "instrumentation/run/embedded.hpp"

#include <algorithm>

#include "instrumentation/run/embedded_files.hpp"

namespace warpscope {

std::span<const std::byte> embedded(std::string_view path) {
  const auto files = embedded_files();
  const auto file = std::ranges::lower_bound(files, path, {}, &EmbeddedFile::path);
  if (file == files.end() || file->path != path) return {};
  return {file->begin, file->end};
}

std::string_view embedded_text(std::string_view path) {
  const auto bytes = embedded(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string_view> embedded_paths(std::string_view prefix) {
  std::vector<std::string_view> paths;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with(prefix)) paths.push_back(file.path);
  }
  return paths;
}

}  // namespace warpscope
