#include "instrumentation/program/run/working_copy.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

namespace files = std::filesystem;

constexpr const char *as_it_was = "before", *working = "run", *reference = "kept";

Error not_copied(const files::path& path, const std::error_code& error) {
  return {ErrorKind::failed, say("{0} cannot be copied for another run of the program: {1}.",
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

/// A file, folder or link.
struct CopiedEntry {
  files::path path;  // in the folder
  files::file_type type = files::file_type::none;
  std::uintmax_t bytes = 0;  // of a file
  bool is_linked = false;    // a file, by a link to the real one
};

/// What is in a folder, folders before what is in them. Errors: more than `most`.
Result<std::vector<CopiedEntry>> entries_of(const files::path& folder, std::size_t most) {
  std::vector<CopiedEntry> entries;
  std::error_code error;
  files::recursive_directory_iterator at(folder, error);
  if (error) return not_copied(folder, error);
  for (const files::recursive_directory_iterator end; at != end; at.increment(error)) {
    const files::path& path = at->path();
    if (path.filename().string().starts_with(temporary_mark)) {  // ours, and maybe what we copy to
      at.disable_recursion_pending();
      continue;
    }
    CopiedEntry entry{.path = path.lexically_relative(folder)};
    entry.type = at->symlink_status(error).type();
    if (!error && entry.type == files::file_type::regular) entry.bytes = at->file_size(error);
    if (error) return not_copied(path, error);
    if (entries.size() == most) {
      return Error(
          ErrorKind::usage,
          say("The working folder {0} holds more than {1} files. A program that is run once more "
              "works in a copy of it, so begin in a folder that has only what the program reads.",
              printable(folder.string()), Grouped(most)));
    }
    entries.push_back(std::move(entry));
  }
  if (error) return not_copied(folder, error);
  return entries;
}

/// The smallest files are copied, and of those of one size the first by name.
void choose_links(std::vector<CopiedEntry>& entries, const WorkingCopy::Limits& limits) {
  std::vector<CopiedEntry*> regular;
  for (CopiedEntry& entry : entries)
    if (entry.type == files::file_type::regular) regular.push_back(&entry);
  std::ranges::sort(regular, [](const CopiedEntry* a, const CopiedEntry* b) {
    return std::tie(a->bytes, a->path) < std::tie(b->bytes, b->path);
  });
  std::uintmax_t bytes = 0;
  for (CopiedEntry* const entry : regular) {
    bytes += entry->bytes;
    entry->is_linked = bytes > limits.copied_bytes;
  }
}

/// Makes an entry of one folder in another one.
std::error_code copy_entry(const CopiedEntry& entry, const files::path& from,
                           const files::path& to) {
  const files::path path = from / entry.path, copy = to / entry.path;
  std::error_code error;
  if (entry.type == files::file_type::symlink) {
    const files::path target = copied_target(path, from, error);
    if (!error) files::create_symlink(target, copy, error);
  } else if (entry.type == files::file_type::directory) {
    files::create_directory(copy, error);
  } else if (entry.is_linked) {
    files::create_symlink(path, copy, error);
  } else if (entry.type == files::file_type::regular) {
    files::copy_file(path, copy, error);
  }
  return error;
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

Result<WorkingCopy> WorkingCopy::of(const std::filesystem::path& folder, const Limits& limits) {
  Result<TemporaryFolder> made = TemporaryFolder::make();
  if (!made) return made.error();
  std::error_code error;
  files::path real = files::absolute(folder, error);
  if (error) return not_copied(folder, error);
  WorkingCopy copy(std::move(made).value(), std::move(real), limits);
  if (Status copied = copy.copy_real(); !copied) return copied.error();
  return copy;
}

Status WorkingCopy::copy_real() {
  Result<std::vector<CopiedEntry>> entries = entries_of(real_, limits_.entries);
  if (!entries) return entries.error();
  choose_links(entries.value(), limits_);
  std::error_code error;
  files::create_directories(part(as_it_was), error);
  if (error) return not_copied(part(as_it_was), error);
  for (CopiedEntry& entry : entries.value()) {
    error = copy_entry(entry, real_, part(as_it_was));
    if (error) return not_copied(real_ / entry.path, error);
    if (entry.is_linked) links_.push_back({entry.path, stamp_of(real_ / entry.path)});
  }
  return Done{};
}

std::optional<WorkingCopy::Stamp> WorkingCopy::stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (::lstat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  const auto nanoseconds = [](const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  return Stamp{found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
               nanoseconds(found.st_mtim), nanoseconds(found.st_ctim)};
}

Status WorkingCopy::settle() {
  if (std::exchange(is_settled_, true)) return Done{};
  std::uintmax_t bytes = 0;
  for (auto link = links_.begin(); link != links_.end();) {
    const files::path real = real_ / link->path, copy = part(as_it_was) / link->path;
    const std::optional<Stamp> now = stamp_of(real);
    if (now == link->stamp) {
      ++link;
      continue;
    }
    bytes += now ? now->bytes : 0;
    if (bytes > limits_.changed_bytes) {
      is_settled_ = false;
      return Error(
          ErrorKind::failed,
          say("The program changes {0}, and so much that it cannot be copied for another run: "
              "more than {1} MiB.",
              printable(link->path.string()), limits_.changed_bytes >> 20U));
    }
    std::error_code error;
    files::remove(copy, error);  // who writes to a link that leads nowhere makes a file there
    if (!error && now) files::copy_file(real, copy, error);
    if (error) return not_copied(real, error);
    link = links_.erase(link);
  }
  return Done{};
}

std::optional<std::string> WorkingCopy::changed_link() const {
  const auto found = std::ranges::find_if(
      links_, [&](const Link& link) { return stamp_of(real_ / link.path) != link.stamp; });
  return found == links_.end() ? std::nullopt : std::optional(found->path.string());
}

Result<std::filesystem::path> WorkingCopy::begin() {
  if (Status settled = settle(); !settled) return settled.error();
  std::error_code error;
  const files::path from = part(as_it_was), to = part(working);
  files::remove_all(to, error);
  if (!error) files::create_directories(to, error);
  if (error) return not_copied(to, error);
  const Result<std::vector<CopiedEntry>> entries = entries_of(from, limits_.entries);
  if (!entries) return entries.error();
  for (const CopiedEntry& entry : entries.value()) {
    error = copy_entry(entry, from, to);
    if (error) return not_copied(from / entry.path, error);
  }
  return to;
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
