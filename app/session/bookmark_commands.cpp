#include <fmt/format.h>

#include "app/session/session_commands.hpp"

namespace warpscope {
namespace {

/// Nine commands that share one row of the key sheet.
void add_nine(Commands& commands, const char* id, const char* title, const char* key,
              const std::function<void(int)>& run, const std::function<bool(int)>& enabled) {
  for (int number = 1; number <= most_bookmarks; ++number) {
    Command command;
    command.id = fmt::format("{}.{}", id, number);
    command.title = fmt::format("{} {}", title, number);
    command.group = "Bookmarks";
    command.keys = {chord(fmt::format("{}{}", key, number))};
    command.run = [run, number] { run(number); };
    command.enabled = [enabled, number] { return enabled(number); };
    command.sheet = number == 1 ? fmt::format("{}s", title) : "";
    commands.add(std::move(command));
  }
}

}  // namespace

void add_bookmark_commands(Commands& commands, Session& s) {
  const auto ready = [&s](int) { return s.left().ready(); };
  add_nine(
      commands, "bookmark.go", "Go to bookmark", "", [&s](int n) { s.go_to_bookmark(n); }, ready);
  add_nine(
      commands, "bookmark.set", "Set or move bookmark", "Ctrl+", [&s](int n) { s.set_bookmark(n); },
      ready);
  Command list;
  list.id = "bookmarks";
  list.title = "Bookmarks and their notes …";
  list.group = "Bookmarks";
  list.keys = {chord("Ctrl+B")};
  list.run = [&s] { s.popup = Popup::bookmarks; };
  list.enabled = [&s] { return s.left().ready(); };
  commands.add(std::move(list));
  Command undo;
  undo.id = "bookmark.undo";
  undo.title = "Undo a bookmark";
  undo.group = "Bookmarks";
  undo.keys = {chord("Ctrl+Shift+B")};
  undo.run = [&s] {
    s.notebook.undo();
    s.dismiss();
  };
  undo.enabled = [&s] { return s.notebook.can_undo(); };
  commands.add(std::move(undo));
}

}  // namespace warpscope
