// Lectures: lessons in files of the user's own.

#include <ctime>
#include <system_error>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

void Session::remember_lectures(const std::filesystem::path& path) {
  lectures_path_ = path;
  auto list = load_recent_programs(path);
  if (!list) notices.complain(list.error());
  if (list) lectures_ = std::move(list).value();
}

void Session::note_lecture(const std::filesystem::path& file) {
  std::error_code unknown;
  RecentProgram now{.file = std::filesystem::absolute(file, unknown).lexically_normal(),
                    .time = static_cast<std::int64_t>(std::time(nullptr))};
  if (lectures_path_.empty()) return warpscope::remember_program(lectures_, std::move(now));
  if (const Status kept = keep_recent_program(lectures_, std::move(now), lectures_path_); !kept) {
    notices.complain(kept.error());
  }
}

void Session::forget_lecture(const std::filesystem::path& file) {
  if (lectures_path_.empty()) {
    std::erase_if(lectures_, [&](const RecentProgram& known) { return known.file == file; });
    return;
  }
  if (const Status kept = forget_recent_program(lectures_, file, lectures_path_); !kept) {
    notices.complain(kept.error());
  }
}

Status Session::open_lecture(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto whole = std::filesystem::absolute(file, unknown).lexically_normal();
  if (const auto program = program_beside(whole); !program.empty()) {
    if (Status opened = open(program); !opened) return opened;
    notices.say(say("Once it has run, F starts its lesson."), say("Start"), "lesson");
  } else if (Status begun = lesson.begin_file(whole); !begun) {
    return begun;
  }
  note_lecture(whole);
  return Done{};
}

}  // namespace warpscope
