#include "instrumentation/program/run/working_copy.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace files = std::filesystem;

constexpr const char *as_it_was = "before", *working = "run", *reference = "kept";

Error not_copied(const files::path& path, const std::error_code& error) {
  return {ErrorKind::failed, tr("{0} cannot be copied for another run of the program: {1}.",
                                printable(path.string()), error.message())};
}

/// Where a link leads, so that its copy leads there: inside of the folder to the copy, else to the same place.
files::path copied_target(const files::path& link, const files::path& folder,
                          std::error_code& error) {
  files::path target = files::read_symlink(link, error);
  if (error || target.is_absolute()) return target;
  const files::path there = (link.parent_path() / target).lexically_normal();
  const files::path within = there.lexically_relative(folder.lexically_normal());
  return within.empty() || *within.begin() == ".." ? there : target;
}

/// Copies what is in a folder; files, folders and links only.
Status copy_tree(const files::path& from, const files::path& to) {
  std::error_code error;
  files::create_directories(to, error);
  if (error) return not_copied(to, error);
  files::recursive_directory_iterator at(from, error);
  if (error) return not_copied(from, error);
  for (const files::recursive_directory_iterator end; at != end; at.increment(error)) {
    const files::path& path = at->path();
    if (path.filename().string().starts_with(temporary_mark)) {  // ours, and maybe what we copy to
      at.disable_recursion_pending();
      continue;
    }
    const files::path copy = to / path.lexically_relative(from);
    const files::file_status status = at->symlink_status(error);
    if (error) return not_copied(path, error);
    const bool is_file = status.type() == files::file_type::regular;
    if (status.type() == files::file_type::symlink) {
      const files::path target = copied_target(path, from, error);
      if (!error) files::create_symlink(target, copy, error);
    } else if (status.type() == files::file_type::directory) {
      files::create_directory(copy, error);
    } else if (is_file) {
      files::copy_file(path, copy, error);
    }
    if (error) return not_copied(path, error);
  }
  if (error) return not_copied(from, error);
  return Done{};
}

/// Before anything is copied: whether it may be.
Status fits(const files::path& folder) {
  std::error_code error;
  files::recursive_directory_iterator at(folder, error);
  if (error) return not_copied(folder, error);
  std::uintmax_t bytes = 0;
  std::size_t entries = 0;
  for (const files::recursive_directory_iterator end; at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with(temporary_mark)) {
      at.disable_recursion_pending();
      continue;
    }
    if (at->symlink_status(error).type() == files::file_type::regular)
      bytes += at->file_size(error);
    if (error) return not_copied(at->path(), error);
    if (bytes > WorkingCopy::most_bytes || ++entries > WorkingCopy::most_entries) {
      return usage_error(tr(
          "The working folder {0} holds more than {1} MiB or {2} files. A program that is run "
          "once more works in a copy of it, so begin in a folder that has only what the program "
          "reads.",
          printable(folder.string()), WorkingCopy::most_bytes >> 20U, WorkingCopy::most_entries));
    }
  }
  if (error) return not_copied(folder, error);
  return Done{};
}

/// All files below a folder, by their path in it.
std::set<std::string> files_in(const files::path& folder) {
  std::set<std::string> found;
  std::error_code error;
  files::recursive_directory_iterator at(folder, error);
  for (const files::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at->symlink_status(error).type() == files::file_type::regular)
      found.insert(at->path().lexically_relative(folder).string());
  }
  return found;
}

/// The first byte in which two files differ; none: they are the same.
std::optional<std::uint64_t> first_difference(const files::path& a, const files::path& b) {
  std::ifstream first(a, std::ios::binary), second(b, std::ios::binary);
  std::array<char, 65536> left{}, right{};
  for (std::uint64_t offset = 0;; offset += left.size()) {
    first.read(left.data(), left.size());
    second.read(right.data(), right.size());
    const auto left_end = left.begin() + first.gcount(),
               right_end = right.begin() + second.gcount();
    const auto at = std::mismatch(left.begin(), left_end, right.begin(), right_end);
    if (at.first != left_end || at.second != right_end)
      return offset + static_cast<std::uint64_t>(at.first - left.begin());
    if (!first || !second) return std::nullopt;
  }
}

/// Calls found(difference) for each file that differs, until it says false.
template <class Found>
void compare_trees(const files::path& a, const files::path& b, Found found) {
  const std::set<std::string> first = files_in(a), second = files_in(b);
  std::set<std::string> all = first;
  all.insert(second.begin(), second.end());
  using Kind = FileDifference::Kind;
  for (const std::string& path : all) {
    FileDifference difference{.path = path};
    if (!second.contains(path)) {
      difference.kind = Kind::only_first;
    } else if (!first.contains(path)) {
      difference.kind = Kind::only_second;
    } else if (const auto offset = first_difference(a / path, b / path)) {
      difference.offset = *offset;
    } else {
      continue;
    }
    if (!found(std::move(difference))) return;
  }
}

}  // namespace

Result<WorkingCopy> WorkingCopy::of(const std::filesystem::path& folder) {
  if (Status small = fits(folder); !small) return small.error();
  Result<TemporaryFolder> made = TemporaryFolder::make();
  if (!made) return made.error();
  WorkingCopy copy(std::move(made).value());
  if (Status copied = copy_tree(folder, copy.part(as_it_was)); !copied) return copied.error();
  return copy;
}

Result<std::filesystem::path> WorkingCopy::begin() {
  std::error_code error;
  files::remove_all(part(working), error);
  if (error) return not_copied(part(working), error);
  if (Status copied = copy_tree(part(as_it_was), part(working)); !copied) return copied.error();
  return part(working);
}

Status WorkingCopy::keep() {
  std::error_code error;
  files::remove_all(part(reference), error);
  if (!error) files::rename(part(working), part(reference), error);
  if (error) return not_copied(part(working), error);
  return Done{};
}

std::optional<FileDifference> WorkingCopy::difference(const std::set<std::string>& but) const {
  std::optional<FileDifference> first;
  compare_trees(part(reference), part(working), [&](FileDifference difference) {
    if (but.contains(difference.path)) return true;
    first = std::move(difference);
    return false;
  });
  return first;
}

std::set<std::string> WorkingCopy::differing() const {
  std::set<std::string> all;
  compare_trees(part(reference), part(working), [&](const FileDifference& difference) {
    all.insert(difference.path);
    return true;
  });
  return all;
}

}  // namespace warpscope
