#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// A folder, or a file that can be opened.
struct FolderEntry {
  std::filesystem::path path;
  std::string name;  ///< fit to be shown; a folder's ends with '/'
  bool folder = false;
};

/// What a folder holds that leads to a program, a trace or a lecture: "../" first, then folders, then .cu,
/// .wscope and .yaml files, by name. Hidden ones are left out.
struct FolderList {
  std::filesystem::path folder;
  std::vector<FolderEntry> entries;
  Sentence problem;  ///< why not all of it is listed, in one sentence; empty: all is
};
/// Looks at `most` entries at most, so that a huge folder ends soon. Never fails.
[[nodiscard]] FolderList list_folder(const std::filesystem::path& folder, std::size_t most = 20000);

/// What a text means that is typed in a folder.
struct TypedPath {
  std::filesystem::path
      folder;        ///< absolute: the text's own up to its last '/', else the given one
  std::string part;  ///< of a name in it
};
/// "~/" stands for the home folder.
[[nodiscard]] TypedPath typed_path_in(const std::filesystem::path& folder, std::string_view text);

/// Indices of the entries whose names contain a part, whatever the case; those that begin with it
/// come first.
[[nodiscard]] std::vector<std::size_t> entries_with(const FolderList& list, std::string_view part);

}  // namespace warpscope
