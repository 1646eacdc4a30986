#include "app/session/command.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <utility>

namespace warpscope {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix) || text.size() == prefix.size()) return false;
  text.remove_prefix(prefix.size());
  return true;
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

void Commands::add(Command command) {
  assert(find(command.id) == nullptr);
  for ([[maybe_unused]] const Chord& key : command.keys) assert(find(key) == nullptr);
  commands_.push_back(std::move(command));
}

const Command* Commands::find(std::string_view id) const {
  const auto found = std::ranges::find(commands_, id, &Command::id);
  return found == commands_.end() ? nullptr : &*found;
}

const Command* Commands::find(const Chord& chord) const {
  const auto found = std::ranges::find_if(commands_, [&](const Command& command) {
    return std::ranges::find(command.keys, chord) != command.keys.end();
  });
  return found == commands_.end() ? nullptr : &*found;
}

bool Commands::run(std::string_view id) const {
  const Command* command = find(id);
  if (command == nullptr || !command->enabled()) return false;
  command->run();
  return true;
}

bool Commands::press(const Chord& chord) const {
  const Command* command = find(chord);
  return command != nullptr && run(command->id);
}

std::vector<const Command*> Commands::search(std::string_view query) const {
  std::vector<std::pair<int, const Command*>> hits;
  for (const Command& command : commands_) {
    const int score = fuzzy_score(query, command.group + " " + command.title);
    if (score >= 0 && command.enabled()) hits.emplace_back(score, &command);
  }
  std::ranges::stable_sort(hits, std::greater<>{}, [](const auto& hit) { return hit.first; });
  std::vector<const Command*> found(hits.size());
  std::ranges::transform(hits, found.begin(), [](const auto& hit) { return hit.second; });
  return found;
}

int fuzzy_score(std::string_view query, std::string_view text) {
  int score = 0;
  std::size_t at = 0;
  bool run = false;
  for (const char wanted : query) {
    if (wanted == ' ') {
      run = false;
      continue;
    }
    // A beginning of a word is a better place than the next best letter inside one.
    std::size_t found = std::string_view::npos;
    for (std::size_t i = at; i < text.size(); ++i) {
      if (lower(text[i]) != lower(wanted)) continue;
      const bool word_start = i == 0 || text[i - 1] == ' ';
      if (found == std::string_view::npos) found = i;
      if ((run && i == at) || word_start) {
        found = i;
        break;
      }
    }
    if (found == std::string_view::npos) return -1;
    const bool word_start = found == 0 || text[found - 1] == ' ';
    score += 1 + (word_start ? 4 : 0) + (run && found == at ? 3 : 0);
    at = found + 1;
    run = true;
  }
  return score;
}

}  // namespace warpscope
