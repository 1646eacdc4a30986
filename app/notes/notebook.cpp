#include "app/notes/notebook.hpp"

#include <system_error>
#include <utility>

#include "app/files/set_aside.hpp"
#include "instrumentation/language/characters.hpp"

namespace warpscope {
namespace {

/// A damaged file is moved out of the way first, never overwritten.
Status write_page(const Bookmarks& list, const std::filesystem::path& path, bool damaged) {
  if (std::error_code error; damaged && std::filesystem::exists(path, error)) {
    if (const auto aside = set_aside(path); !aside) return aside.error();
  }
  return save_bookmarks(list, path);
}

}  // namespace

Notebook::~Notebook() {
  static_cast<void>(settle());  // no window is left to say that it failed
}

Status Notebook::settle() {
  Status written = writing_.valid() ? writing_.take() : Status(Done{});
  if (written) damaged_ = false;
  if (dirty_ && kept_) written = write_page(list_, path_, damaged_);
  dirty_ = false;
  return written;
}

void Notebook::keep(std::filesystem::path folder) {
  kept_ = true;
  folder_ = std::move(folder);
}

Status Notebook::open(const SubjectPtr& subject) {
  if (subject == shown_) return Done{};
  Status settled = settle();
  shown_ = subject;
  list_.clear();
  before_.reset();
  damaged_ = false;
  path_ = subject->notes_path(folder_);
  if (!kept_ || path_.empty()) return settled;
  Result<Bookmarks> read = load_bookmarks(path_);
  if (!read) {
    damaged_ = true;
    return read.error();
  }
  list_ = std::move(read).value();
  return settled;
}

void Notebook::change(Bookmarks next) {
  before_ = std::exchange(list_, std::move(next));
  dirty_ = true;
  write();
}

void Notebook::set(Bookmark bookmark) {
  Bookmarks next = list_;
  set_bookmark(next, std::move(bookmark));
  change(std::move(next));
}

void Notebook::erase(int number) {
  Bookmarks next = list_;
  erase_bookmark(next, number);
  change(std::move(next));
}

void Notebook::write_note(int number, std::string note) {
  const Bookmark* present = find(number);
  if (present == nullptr || present->note == note) return;
  if (note.size() > longest_note) {
    std::size_t end = longest_note;  // not within a character
    while (end > 0 && !begins_character(note[end])) --end;
    note.resize(end);
  }
  // An undone move keeps the note.
  for (Bookmarks* list : {&list_, before_ ? &*before_ : &list_}) {
    for (Bookmark& bookmark : *list) {
      if (bookmark.number == number) bookmark.note = note;
    }
  }
  dirty_ = true;
  write();
}

void Notebook::undo() {
  if (!before_) return;
  list_ = *std::exchange(before_, std::nullopt);
  dirty_ = true;
  write();
}

void Notebook::write() {
  if (!kept_ || writing_.valid()) return;
  dirty_ = false;
  writing_ = Background<Done>(
      "save the bookmarks",
      [list = list_, path = path_, damaged = damaged_] { return write_page(list, path, damaged); },
      wake_);
}

std::optional<Error> Notebook::poll() {
  if (!writing_.ready()) return {};
  const Status written = writing_.take();
  if (written) damaged_ = false;
  if (dirty_) write();
  if (written) return {};
  return written.error();
}

}  // namespace warpscope
