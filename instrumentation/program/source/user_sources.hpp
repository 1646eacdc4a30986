#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/program/source/build_request.hpp"
#include "instrumentation/program/source/rewrite_launches.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A file of the user's, as it is compiled.
struct UserSource {
  std::filesystem::path original;  ///< absolute, without links: how compilers name it
  std::string shown;               ///< as the user named it, or the path that led to it
  std::string text;
  RewrittenSource rewritten;
  std::vector<std::filesystem::path>
      included;  ///< of rewritten.includes: the user's file; empty: not his
};

/// All files of a program: those that the user names, and those that they include, be it in quotes or by a folder
/// that the user names. Files of the system are not among them.
class UserSources {
 public:
  /// Errors: a file that cannot be read.
  [[nodiscard]] static Result<UserSources> read(const BuildRequest& request);

  /// In the order of the request.
  [[nodiscard]] const std::vector<std::filesystem::path>& main_files() const { return main_files_; }
  [[nodiscard]] const std::map<std::filesystem::path, UserSource>& all() const { return all_; }
  /// The file that a compiler's message names; null: none of these.
  [[nodiscard]] const UserSource* find(const std::string& named) const;
  /// Adds code to the end of one of the user's main files. It includes one file, which is not the user's.
  void append(const std::filesystem::path& file, const std::string& code);
  /// Writes what compilers read: the rewritten files, which include one another. Returns where the copy of a
  /// file lies in `folder`.
  [[nodiscard]] Status write(const std::filesystem::path& folder) const;
  [[nodiscard]] static std::filesystem::path copy_of(const std::filesystem::path& original,
                                                     const std::filesystem::path& folder);

 private:
  KnownKernels add(const std::filesystem::path& file, std::string shown, std::string text,
                   const BuildRequest& request, int depth);

  /// A main file and all that it includes.
  [[nodiscard]] std::set<std::filesystem::path> files_of(
      const std::filesystem::path& main_file) const;
  /// Variables of the device that several main files define, and none declares as another's. nvcc gives each its own.
  [[nodiscard]] std::set<std::string> repeated_variables() const;
  /// Each file is to know of overloads that others declare, and of repeated variables.
  void tell_all();

  std::map<std::filesystem::path, UserSource> all_;
  std::vector<std::filesystem::path> main_files_;
};

}  // namespace warpscope
