#pragma once

#include <cstdint>
#include <functional>

#include "app/notes/notebook.hpp"

namespace warpscope {

class Session;

/// The bookmarks of what is shown: set at the playhead, and gone back to.
class SessionNotes {
 public:
  SessionNotes(Session& session, std::function<void()> wake)
      : notebook(std::move(wake)), session_(session) {}

  Notebook notebook;
  void set(int number);                        ///< here; one that is elsewhere moves
  void set(int number, std::uint32_t access);  ///< there
  void erase(int number);
  /// Goes to a bookmark, and brings back the run that it was set in.
  void go_to(int number);
  [[nodiscard]] bool shows_run_of(const Bookmark& bookmark) const;

  void follow();  ///< call it when something else may be shown
  void tick();    ///< complains of what could not be written

 private:
  Session& session_;
};

}  // namespace warpscope
