#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/programs/recent_programs.hpp"
#include "app/programs/save_watch.hpp"

namespace warpscope {

class Session;

/// Lectures: lessons in files of the user's own.
class SessionLectures {
 public:
  /// `wake` is called from a background thread when the file of the lecture that is on was saved.
  explicit SessionLectures(Session& session, std::function<void()> wake = {})
      : session_(session), saves_(std::move(wake)) {}

  /// Follows what is saved meanwhile; returns whether something changed.
  bool tick();

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

  /// The file that keep() is asked to write: that of the lecture that is on, else the last one that it wrote, else a new
  /// one in the working folder.
  [[nodiscard]] std::filesystem::path kept_in() const;
  /// What is shown now becomes the last stop of the lecture in a file, with a text for the audience. Fails with a
  /// sentence; the file is as it was then.
  Status keep(const std::filesystem::path& file, const std::string& text);

 private:
  Session& session_;
  std::filesystem::path kept_;
  RecentPrograms list_;
  std::filesystem::path path_;
  SaveWatch saves_;
  std::filesystem::path watched_;
};

}  // namespace warpscope
