#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/notes/bookmarks.hpp"
#include "app/subject/subject.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// The bookmarks of the kernel or file that is shown, and their file: read when another one is
/// shown, written after each change, off the frame thread. Until keep() they live in memory only.
class Notebook {
 public:
  /// `wake` is called from a job in the background whenever poll() has something.
  explicit Notebook(std::function<void()> wake = {}) : wake_(std::move(wake)) {}
  ~Notebook();  ///< writes what is not yet written
  Notebook(const Notebook&) = delete;
  Notebook& operator=(const Notebook&) = delete;

  /// Keeps bookmarks from now on: those of kernels in `folder`, those of files beside the files.
  void keep(std::filesystem::path folder);
  /// Tells it what is shown now. If it is another subject, reads its bookmarks; an error names a
  /// damaged file.
  [[nodiscard]] Status open(const SubjectPtr& subject);

  [[nodiscard]] const Bookmarks& all() const { return list_; }
  [[nodiscard]] const Bookmark* find(int number) const { return find_bookmark(list_, number); }
  void set(Bookmark bookmark);
  void erase(int number);
  void write_note(int number, std::string note);
  [[nodiscard]] bool can_undo() const { return before_.has_value(); }
  void undo();  ///< of the last change

  /// The error of the last writing, once.
  [[nodiscard]] std::optional<Error> poll();

 private:
  void change(Bookmarks next);
  void write();
  [[nodiscard]] Status settle();  ///< waits for the writing, and writes the rest

  std::function<void()> wake_;
  bool kept_ = false;
  std::filesystem::path folder_, path_;
  SubjectPtr shown_;
  bool damaged_ = false;
  Bookmarks list_;
  std::optional<Bookmarks> before_;
  bool dirty_ = false;
  Background<Done> writing_;
};

}  // namespace warpscope
