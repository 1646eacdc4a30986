#include "app/commands/command.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix) || text.size() == prefix.size()) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string_view key_name(std::string_view key) {
  if (key == "Left") return tr_c("key", "Left");
  if (key == "Right") return tr_c("key", "Right");
  if (key == "Up") return tr_c("key", "Up");
  if (key == "Down") return tr_c("key", "Down");
  if (key == "Space") return tr_c("key", "Space");
  return key;
}

}  // namespace

Chord chord(std::string_view text) {
  Chord result;
  result.ctrl = take_prefix(text, "Ctrl+");
  result.alt = take_prefix(text, "Alt+");
  result.shift = take_prefix(text, "Shift+");
  result.key = text;
  return result;
}

std::string text(const Chord& chord) {
  return std::string(chord.ctrl ? "Ctrl+" : "") + (chord.alt ? "Alt+" : "") +
         (chord.shift ? "Shift+" : "") + chord.key;
}

std::string shown_text(const Chord& chord) {
  // Signs and letters are the same everywhere. Translators: the names of keys.
  Chord shown = chord;
  shown.key = key_name(chord.key);
  return text(shown);
}

std::string shown_keys(std::string_view keys) {
  constexpr std::string_view until = " … ";
  const std::size_t end = keys.find(until);
  std::string shown = shown_text(chord(keys.substr(0, end)));
  if (end == std::string_view::npos) return shown;
  return shown + std::string(until) + shown_text(chord(keys.substr(end + until.size())));
}

std::string shown_title(const Command& command) {
  if (command.say_title) return command.say_title();
  return std::string(tr(std::string_view(command.title)));
}

std::string shown_row(const Command& command) {
  if (!command.sheet) return shown_title(command);
  if (command.say_sheet) return command.say_sheet();
  return std::string(tr(std::string_view(*command.sheet)));
}

void Commands::add(Command command) {
  assert(find(command.id) == nullptr);
  for ([[maybe_unused]] const Chord& key : command.keys) {
    // Keys that another command has for a while are free at other times.
    assert(command.has_keys || std::ranges::none_of(commands_, [&](const Command& known) {
             return !known.has_keys && std::ranges::count(known.keys, key) > 0;
           }));
  }
  commands_.push_back(std::move(command));
}

const Command* Commands::find(std::string_view id) const {
  const auto found = std::ranges::find(commands_, id, &Command::id);
  return found == commands_.end() ? nullptr : &*found;
}

const Command* Commands::find(const Chord& chord) const {
  const Command* found = nullptr;
  for (const Command& command : commands_) {
    if (std::ranges::find(command.keys, chord) == command.keys.end()) continue;
    if (!command.has_keys) found = &command;
    if (command.has_keys && command.has_keys()) return &command;
  }
  return found;
}

bool Commands::run(std::string_view id) const {
  const Command* command = find(id);
  if (command == nullptr) return false;
  if (const Sentence why_not = command->why_not(); !why_not.empty()) {
    if (refuse_) refuse_(why_not);
    return false;
  }
  command->run();
  return true;
}

bool Commands::press(const Chord& chord) const {
  const Command* command = find(chord);
  return command != nullptr && run(command->id);
}

}  // namespace warpscope
