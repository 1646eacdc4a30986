#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// All lessons: those of the program, and those of a folder, which replace them kernel by kernel.
/// The program's own are read when they are first asked for.
class LessonLibrary {
 public:
  /// Only the program's own. `stages`: as read_lesson() takes them.
  explicit LessonLibrary(std::vector<std::string> stages = {});

  /// Reads every .yaml file of a folder. Mistakes in them go to mistakes(); fails if the folder
  /// cannot be read.
  Status add_folder(const std::filesystem::path& folder);

  /// The lesson of a kernel; nullptr if there is none.
  [[nodiscard]] const Lesson* find(std::string_view kernel);
  /// Kernels that have a lesson, in the catalogue's order.
  [[nodiscard]] std::vector<std::string> kernels() const;
  /// The mistakes in the files read so far.
  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }
  /// Reads every lesson, so that mistakes() is complete.
  void read_all();

 private:
  struct Entry {
    std::string file;
    std::string_view text;  ///< that is still to be read; empty once it was
    std::unique_ptr<Lesson> lesson;
  };
  void read(Entry& entry);

  std::vector<std::string> stages_;
  std::map<std::string, Entry, std::less<>> entries_;  ///< by kernel
  std::vector<Mistake> mistakes_;
};

/// The folder that --lessons names, else the environment's WARPSCOPE_LESSONS; empty if neither is
/// given.
[[nodiscard]] std::filesystem::path lessons_folder(const std::string& option);
/// The program's lessons and those of `folder`, if it is not empty. `stages`: as read_lesson()
/// takes them.
[[nodiscard]] Result<std::shared_ptr<LessonLibrary>> open_lessons(
    const std::filesystem::path& folder, std::vector<std::string> stages);

}  // namespace warpscope
