#include "app/files/folder_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <tuple>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool can_be_opened(const std::filesystem::path& file) {
  const std::filesystem::path extension = file.extension();
  return extension == ".cu" || extension == ".wscope" || extension == ".yaml" ||
         extension == ".yml";
}

/// Adds a folder's entry if it leads anywhere.
void add_entry(const std::filesystem::directory_entry& found, std::vector<FolderEntry>& entries) {
  const std::string name = found.path().filename().string();
  if (name.starts_with('.')) return;
  std::error_code unknown;
  if (found.is_directory(unknown)) {
    entries.push_back({found.path(), printable(name) + '/', true});
  } else if (can_be_opened(found.path()) && found.is_regular_file(unknown)) {
    entries.push_back({found.path(), printable(name), false});
  }
}

}  // namespace

FolderList list_folder(const std::filesystem::path& folder, std::size_t most) {
  FolderList list{.folder = folder, .entries = {}, .problem = {}};
  std::error_code error;
  std::filesystem::directory_iterator at(folder, error);
  std::size_t seen = 0;
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    if (++seen > most) break;
    add_entry(*at, list.entries);
  }
  if (error) {
    list.problem =
        say("{0} cannot be read: {1}.", printable(folder.string()), printable(error.message()));
  } else if (seen > most) {
    list.problem = say("Only the first {} entries of this folder were looked at.", most);
  }
  std::ranges::sort(list.entries, {}, [](const FolderEntry& entry) {
    return std::tuple(!entry.folder, in_lower_case(entry.name), entry.path);
  });
  const std::filesystem::path parent = folder.parent_path();
  if (!parent.empty() && parent != folder) {
    list.entries.insert(list.entries.begin(), FolderEntry{parent, "../", true});
  }
  return list;
}

TypedPath typed_path_in(const std::filesystem::path& folder, std::string_view text) {
  std::string whole(text);
  if (const char* home = std::getenv("HOME"); home != nullptr && text.starts_with("~/")) {
    whole = std::string(home) + whole.substr(1);
  }
  const std::size_t slash = whole.rfind('/');
  if (slash == std::string::npos) return {folder, std::move(whole)};
  std::filesystem::path named = (folder / whole.substr(0, slash + 1)).lexically_normal();
  if (!named.has_filename() && named.has_relative_path()) named = named.parent_path();
  return {std::move(named), whole.substr(slash + 1)};
}

std::vector<std::size_t> entries_with(const FolderList& list, std::string_view part) {
  const std::string wanted = in_lower_case(part);
  std::vector<std::size_t> first, others;
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const std::size_t at = in_lower_case(list.entries[i].name).find(wanted);
    if (at == 0) first.push_back(i);
    if (at != 0 && at != std::string::npos) others.push_back(i);
  }
  first.insert(first.end(), others.begin(), others.end());
  return first;
}

}  // namespace warpscope
