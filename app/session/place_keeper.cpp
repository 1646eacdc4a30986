#include "app/session/place_keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

#include "app/session/session.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/trace/file_state.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr int most_windows = 32;
constexpr std::uint64_t largest_place = std::uint64_t{16} << 20U;

/// The lock of a file that nobody else holds; negative: somebody does, or there can be none.
int lock_beside(const fs::path& file) {
  const std::string path = file.string() + ".lock";
  const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0) return lock;
  if (::flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  ::close(lock);
  return -1;
}

std::optional<WrittenPlace> place_in_file(const fs::path& file) {
  const auto text = read_text_file(file, largest_place);
  return text ? read_place_text(text.value()) : std::nullopt;
}

}  // namespace

PlaceKeeper::PlaceKeeper(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) take_slots(folder);
  // If it is that place that ends a window, the next one must know.
  if (left_.place) {
    left_.place->unsaved = left_.unsaved;
    write(place_text(*left_.place, true));
  } else if (!left_.unsaved.empty()) {
    write(unsaved_text(left_.unsaved));
  }
}

PlaceKeeper::~PlaceKeeper() {
  settle();
  for (const Slot& slot : slots_) ::close(slot.lock);
}

/// The first free place is ours. Whatever lies in one that is free belonged to a window that is no more.
void PlaceKeeper::take_slots(const fs::path& folder) {
  std::optional<std::int64_t> newest;
  for (int number = 1; number <= most_windows; ++number) {
    const fs::path file = folder / fmt::format("{}.json", number);
    std::error_code error;
    const bool there = fs::exists(file, error);
    if (!there && !slots_.empty()) continue;
    const int lock = lock_beside(file);
    if (lock < 0) continue;
    slots_.push_back({file, lock});
    if (!there) continue;
    std::optional<WrittenPlace> found = place_in_file(file);
    if (!found) continue;
    left_.unsaved.merge(found->unsaved);
    const std::int64_t changed = file_state(file).value_or(FileState{}).changed;
    if (!found->place || (newest && changed < *newest)) continue;
    newest = changed;
    left_.place = std::move(found->place);
    left_.early = found->early;
  }
}

void PlaceKeeper::give_up_others() {
  for (std::size_t i = 1; i < slots_.size(); ++i) {
    std::error_code ignored;
    fs::remove(slots_[i].file, ignored);
    ::close(slots_[i].lock);
  }
  if (!slots_.empty()) slots_.resize(1);
}

void PlaceKeeper::frame(const Session& session, float seconds) {
  if (slots_.empty()) return;
  const bool look = since_look_ + seconds >= pace;
  const bool waits =
      session.places.last_window.has_value() && session.views.layout == LayoutKind::home;
  std::optional<WorkPlace> place;
  if (look) place = waits ? session.places.last_window : session.places.work();
  if (place) {
    place->unsaved = session.editor.program.unsaved();
    return note(*place, waits, seconds);
  }
  since_look_ += seconds;
  alive_ += seconds;
  // Before anything is shown there is nothing to keep.
  armed_ = !look;
  if (look) since_look_ = pace;
}

void PlaceKeeper::note(const WorkPlace& place, bool waits, float seconds) {
  if (slots_.empty()) return;
  since_look_ += seconds;
  alive_ += seconds;
  armed_ = true;
  if (since_look_ < pace) return;
  if (writing_.valid() && !writing_.ready()) return;
  since_look_ = 0;
  armed_ = false;
  write(place_text(place, waits || alive_ < early_seconds));
}

void PlaceKeeper::write(std::string text) {
  if (text == written_) return;
  settle();
  written_ = text;
  writing_ = Background<Done>(
      "keep the place", [file = slots_.front().file, text = std::move(text)]() -> Result<Done> {
        const Status written = write_file_atomically(file, std::as_bytes(std::span(text)));
        if (!written) return written.error();  // then nothing is kept, and nobody can help it
        return Done{};
      });
  if (slots_.size() == 1) return;
  settle();
  give_up_others();
}

float PlaceKeeper::seconds_until_due() const {
  if (slots_.empty()) return 1e6F;
  constexpr float soon = 0.05F;
  const float look = armed_ ? std::max(soon, pace - since_look_) : 1e6F;
  const float grown = alive_ < early_seconds ? early_seconds - alive_ + soon : 1e6F;
  return std::min(look, grown);
}

void PlaceKeeper::settle() {
  if (writing_.valid()) static_cast<void>(writing_.take());
}

void PlaceKeeper::end(const std::map<fs::path, std::string>& unsaved) {
  if (slots_.empty()) return;
  settle();
  if (unsaved.empty()) {
    std::error_code ignored;
    fs::remove(slots_.front().file, ignored);
    give_up_others();
    return;
  }
  write(unsaved_text(unsaved));
  settle();
}

fs::path place_folder() {
  const fs::path folder = user_data_folder();
  return folder.empty() ? folder : folder / "windows";
}

}  // namespace warpscope
