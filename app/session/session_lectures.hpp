#pragma once

#include <filesystem>

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
