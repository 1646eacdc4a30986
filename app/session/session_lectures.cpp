#include "app/session/session_lectures.hpp"

#include <algorithm>
#include <ctime>
#include <set>
#include <system_error>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

void SessionLectures::remember(const std::filesystem::path& path) {
  path_ = path;
  auto list = load_recent_programs(path);
  if (!list) session_.notices.complain(list.error());
  if (list) list_ = std::move(list).value();
}

bool SessionLectures::tick() {
  if (std::filesystem::path file = session_.lesson.own_file(); file != watched_) {
    watched_ = std::move(file);
    saves_.watch(watched_.empty() ? std::vector<std::filesystem::path>{} : std::vector{watched_});
  }
  if (watched_.empty() || saves_.saved().empty()) return false;
  session_.lesson.read_again();
  return true;
}

std::vector<std::filesystem::path> SessionLectures::at_hand() const {
  constexpr std::size_t most = 64;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  std::set<std::filesystem::path> folders;
  for (const RecentProgram& each : list_) {
    if (!std::filesystem::exists(each.file, error)) continue;
    files.push_back(each.file);
    folders.insert(each.file.parent_path());
  }
  const auto own = static_cast<std::ptrdiff_t>(files.size());
  for (const std::filesystem::path& folder : folders) {
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::filesystem::path& file = entry->path();
      if (names_a_lesson(file) && std::ranges::count(files, file) == 0) files.push_back(file);
    }
  }
  std::sort(files.begin() + own, files.end());
  if (files.size() > most) files.resize(most);
  return files;
}

void SessionLectures::note(const std::filesystem::path& file) {
  std::error_code unknown;
  RecentProgram now{.file = std::filesystem::absolute(file, unknown).lexically_normal(),
                    .time = static_cast<std::int64_t>(std::time(nullptr))};
  if (path_.empty()) return warpscope::remember_program(list_, std::move(now));
  if (const Status kept = keep_recent_program(list_, std::move(now), path_); !kept) {
    session_.notices.complain(kept.error());
  }
}

void SessionLectures::forget(const std::filesystem::path& file) {
  if (path_.empty()) {
    std::erase_if(list_, [&](const RecentProgram& known) { return known.file == file; });
    return;
  }
  if (const Status kept = forget_recent_program(list_, file, path_); !kept) {
    session_.notices.complain(kept.error());
  }
}

std::filesystem::path SessionLectures::kept_in() const {
  if (std::filesystem::path on = session_.lesson.own_file(); !on.empty()) return on;
  if (!kept_.empty()) return kept_;
  constexpr int most = 100;
  std::error_code unknown;
  std::filesystem::path file = "lecture.yaml";
  for (int k = 2; std::filesystem::exists(file, unknown) && k <= most; ++k) {
    file = "lecture-" + std::to_string(k) + ".yaml";
  }
  return std::filesystem::absolute(file, unknown);
}

Status SessionLectures::keep(const std::filesystem::path& file, const std::string& text) {
  const Playhead& head = session_.playback.left();
  if (!head.ready()) {
    return Error{ErrorKind::usage, say("Nothing is recorded yet that could be kept.")};
  }
  if (text.find_first_not_of(" \t") == std::string::npos) {
    return Error{ErrorKind::usage, say("Write what the audience reads at this stop.")};
  }
  std::error_code unknown;
  const std::filesystem::path whole = std::filesystem::absolute(file, unknown).lexically_normal();
  if (!names_a_lesson(whole)) {
    return Error{ErrorKind::usage, say("The name of a lecture's file ends in .yaml: {} does not.",
                                       printable(file.string()))};
  }
  const SessionViews& views = session_.views;
  KeptMoment moment{.options = session_.options(), .access = head.position(), .text = text};
  moment.options.request = head.document()->request;
  moment.options.model = head.document()->summary.model;
  moment.stage = views.stage_id(*head.document());
  if (views.layout == LayoutKind::lecture) {
    moment.view = views.lecture.view;
  } else if (!views.forward().empty()) {
    moment.view = views.forward().front();
  }
  const auto stops = session_.lesson.library().keep_stop(whole, moment);
  if (!stops) return stops.error();
  kept_ = whole;
  note(whole);
  session_.notices.say(say("Stop {0} of {1} is kept; Ctrl+O begins the lecture.", stops.value(),
                           printable(whole.filename().string())));
  return Done{};
}

Status SessionLectures::open(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto whole = std::filesystem::absolute(file, unknown).lexically_normal();
  if (const auto program = program_beside(whole); !program.empty()) {
    if (Status opened = session_.open(program); !opened) return opened;
    session_.notices.say(say("Once it has run, F starts its lesson."), say("Start"), "lesson");
  } else if (Status begun = session_.lesson.begin_file(whole); !begun) {
    return begun;
  }
  note(whole);
  return Done{};
}

}  // namespace warpscope
