#include <fmt/format.h>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct NumberedTitle {
  std::string (*say)(int number);
  const char* sheet;  ///< of all nine
};
constexpr NumberedTitle go_titles{[](int number) { return tr("Go to bookmark {}", number); },
                                  tr_noop("Go to bookmarks")};
constexpr NumberedTitle set_titles{[](int number) { return tr("Set or move bookmark {}", number); },
                                   tr_noop("Set or move bookmarks")};

/// Nine commands that share one row of the key sheet.
void add_nine(Commands& commands, const char* id, const NumberedTitle& title, const char* key,
              const std::function<void(int)>& run, const std::function<Sentence()>& obstacle) {
  for (int number = 1; number <= most_bookmarks; ++number) {
    Command command;
    command.id = fmt::format("{}.{}", id, number);
    command.title = in_english([&] { return title.say(number); });
    command.say_title = [say = title.say, number] { return say(number); };
    command.group = tr_noop("Bookmarks");
    command.keys = {chord(fmt::format("{}{}", key, number))};
    command.run = [run, number] { run(number); };
    command.obstacle = obstacle;
    command.sheet = number == 1 ? title.sheet : "";
    commands.add(std::move(command));
  }
}

}  // namespace

void add_bookmark_commands(Commands& commands, Session& s) {
  const auto ready = needs_run(s);
  add_nine(
      commands, "bookmark.go", go_titles, "", [&s](int n) { s.notes.go_to(n); }, ready);
  add_nine(
      commands, "bookmark.set", set_titles, "Ctrl+", [&s](int n) { s.notes.set(n); }, ready);
  Command list;
  list.id = "bookmarks";
  list.title = tr_noop("Bookmarks and their notes …");
  list.group = tr_noop("Bookmarks");
  list.keys = {chord("Ctrl+B")};
  list.run = [&s] { s.popup.shown = Popup::bookmarks; };
  list.obstacle = ready;
  commands.add(std::move(list));
  Command undo;
  undo.id = "bookmark.undo";
  undo.title = tr_noop("Undo a bookmark");
  undo.group = tr_noop("Bookmarks");
  undo.keys = {chord("Ctrl+Shift+B")};
  undo.run = [&s] {
    s.notes.notebook.undo();
    s.notices.dismiss();
  };
  undo.obstacle = needs([&s] { return s.notes.notebook.can_undo(); },
                        say("There is no change of a bookmark to undo."));
  commands.add(std::move(undo));
}

}  // namespace warpscope
