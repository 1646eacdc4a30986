#include "app/programs/source_watch.hpp"

#include <algorithm>
#include <system_error>

namespace warpscope {

SourceWatch::SourceWatch(const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) add(file);
}

void SourceWatch::add(const std::filesystem::path& file) {
  const auto known = [&](const auto& watched) { return watched.first == file; };
  if (std::ranges::none_of(files_, known)) files_.emplace_back(file, stamp_of(file));
}

void SourceWatch::keep_only(const std::vector<std::filesystem::path>& files) {
  std::erase_if(files_,
                [&](const auto& watched) { return std::ranges::count(files, watched.first) == 0; });
}

std::optional<std::filesystem::path> SourceWatch::saved() {
  for (auto& [file, seen] : files_) {
    const std::optional<Stamp> now = stamp_of(file);
    if (!now || now == seen) continue;
    seen = now;
    return file;
  }
  return std::nullopt;
}

std::optional<SourceWatch::Stamp> SourceWatch::stamp_of(const std::filesystem::path& file) {
  std::error_code error;
  Stamp stamp;
  stamp.time = std::filesystem::last_write_time(file, error);
  if (error) return std::nullopt;
  stamp.bytes = std::filesystem::file_size(file, error);
  if (error) return std::nullopt;
  return stamp;
}

}  // namespace warpscope
