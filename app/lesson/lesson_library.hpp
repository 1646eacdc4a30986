#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/kept_stop.hpp"
#include "app/lesson/lesson.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The file of the lesson of a program of the user's own, beside it: "sum.lesson.yaml" of "sum.cu".
/// It is about one of the program's kernels.
[[nodiscard]] std::filesystem::path lesson_beside(const std::filesystem::path& program);
/// The program that a lesson's file stands beside; empty: none.
[[nodiscard]] std::filesystem::path program_beside(const std::filesystem::path& lesson);
/// Whether a file's name is that of a lesson.
[[nodiscard]] bool names_a_lesson(const std::filesystem::path& file);

/// All lessons: Warpscope's own, those of a folder, which replace them kernel by kernel, and those
/// beside programs of the user's own. Warpscope's own are read when they are first asked for.
class LessonLibrary {
 public:
  /// Only Warpscope's own. `views`: as read_lesson() takes them.
  explicit LessonLibrary(const ViewLists& views = {});

  /// Reads every .yaml file of a folder, but for those beside a program of their name. Mistakes in
  /// them go to mistakes(); fails if the folder cannot be read.
  Status add_folder(const std::filesystem::path& folder);
  /// Reads a lesson's file, which becomes a lecture: its id is the file's path, and it replaces no other one.
  /// Mistakes in it go to `mistakes`; fails with the first of them if there is nothing to be shown. A lesson of the
  /// same file from before ends its life.
  Result<const Lesson*> add_file(const std::filesystem::path& file, std::vector<Mistake>& mistakes);
  /// The same of a file that was added before and has changed; with any mistake in it, the lesson stays as it was.
  Result<const Lesson*> renew_file(const std::filesystem::path& file);
  /// Writes the moment as the last stop into a lecture's file, which may be a new one, and returns how many stops it has
  /// by now. Fails as with_stop() does, and if the file cannot be written; it is as it was then.
  Result<std::size_t> keep_stop(const std::filesystem::path& file, const KeptMoment& moment) const;
  /// The title in a lesson's file, of which nothing is kept: that of its kernel, if it has none. Fails likewise.
  [[nodiscard]] Result<Words> title_in(const std::filesystem::path& file) const;
  /// The files that were read from folders of the user's own.
  [[nodiscard]] std::vector<std::filesystem::path> own_files() const;
  /// Reads the lesson beside a program, as it is now; compiles nothing. Returns the mistakes in it.
  /// The program's lesson from before ends its life.
  std::vector<Mistake> read_beside(const std::filesystem::path& program);

  /// The lesson of a topic (Subject::topic), or of that id; nullptr if there is none. That of a program must have
  /// been read.
  [[nodiscard]] const Lesson* find(std::string_view topic);
  /// The title of a kernel's lesson, without reading the rest of it; empty if there is none.
  [[nodiscard]] Words title(std::string_view kernel) const;
  /// The lesson beside a program, whatever its kernel.
  [[nodiscard]] const Lesson* find_beside(const std::filesystem::path& program) const;
  /// The ids of all but those beside programs: lessons that are not the one of their kernel, then those of kernels, in
  /// the catalogue's order.
  [[nodiscard]] std::vector<std::string> ids() const;
  /// The next lesson after this one in the course; nullptr if there is none, or the course does not have it.
  [[nodiscard]] const Lesson* after(std::string_view id);
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
  [[nodiscard]] Result<Lesson> read_file(const std::filesystem::path& file,
                                         std::vector<Mistake>& mistakes) const;

  ViewLists views_;
  std::map<std::string, Entry, std::less<>> entries_;  ///< by id
  std::map<std::string, Lesson, std::less<>> beside_;  ///< by program
  std::vector<Mistake> mistakes_;
};

/// The folder that --lessons names, else the environment's WARPSCOPE_LESSONS; empty if neither is
/// given.
[[nodiscard]] std::filesystem::path lessons_folder(const std::string& option);
/// The program's lessons and those of `folder`, if it is not empty. `views`: as read_lesson()
/// takes them.
[[nodiscard]] Result<std::shared_ptr<LessonLibrary>> open_lessons(
    const std::filesystem::path& folder, const ViewLists& views);

}  // namespace warpscope
