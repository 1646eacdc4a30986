#pragma once

#include <filesystem>
#include <vector>

#include "app/programs/recent_programs.hpp"

namespace warpscope {

class Session;

/// Lectures: lessons in files of the user's own.
class SessionLectures {
 public:
  explicit SessionLectures(Session& session) : session_(session) {}

  /// Remembers there which were opened; reads what is there already.
  void remember(const std::filesystem::path& path);
  /// Those that were opened, the last one first.
  [[nodiscard]] const RecentPrograms& list() const { return list_; }
  /// The files of those that are there now, and beside each the other lessons in its folder. Looks at the disk.
  [[nodiscard]] std::vector<std::filesystem::path> at_hand() const;
  /// Begins one; of a lesson that stands beside a program, opens the program.
  Status open(const std::filesystem::path& file);
  void note(const std::filesystem::path& file);    ///< that it was opened
  void forget(const std::filesystem::path& file);  ///< takes it off the list

 private:
  Session& session_;
  RecentPrograms list_;
  std::filesystem::path path_;
};

}  // namespace warpscope
