#include "app/session/command.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "app/subject/letter_case.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The characters of UTF-8, in small letters.
std::u32string small_characters(std::string_view text) {
  std::u32string characters;
  for (const char byte : small_letters(text)) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0U) == 0x80U && !characters.empty()) {
      characters.back() = characters.back() << 6U | (bits & 0x3FU);
    } else {
      characters += bits < 0xC0U   ? bits
                    : bits < 0xE0U ? bits & 0x1FU
                    : bits < 0xF0U ? bits & 0x0FU
                                   : bits & 0x07U;
    }
  }
  return characters;
}

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
    const int score = fuzzy_score(query, command);
    if (score >= 0 && command.enabled()) hits.emplace_back(score, &command);
  }
  std::ranges::stable_sort(hits, std::greater<>{}, [](const auto& hit) { return hit.first; });
  std::vector<const Command*> found(hits.size());
  std::ranges::transform(hits, found.begin(), [](const auto& hit) { return hit.second; });
  return found;
}

int fuzzy_score(std::string_view typed, std::string_view within) {
  const std::u32string query = small_characters(typed), text = small_characters(within);
  int score = 0;
  std::size_t at = 0;
  bool run = false;
  for (const char32_t wanted : query) {
    if (wanted == U' ') {
      run = false;
      continue;
    }
    // A beginning of a word is a better place than the next best letter inside one.
    std::size_t found = std::u32string::npos;
    for (std::size_t i = at; i < text.size(); ++i) {
      if (text[i] != wanted) continue;
      const bool word_start = i == 0 || text[i - 1] == U' ';
      if (found == std::u32string::npos) found = i;
      if ((run && i == at) || word_start) {
        found = i;
        break;
      }
    }
    if (found == std::u32string::npos) return -1;
    const bool word_start = found == 0 || text[found - 1] == U' ';
    score += 1 + (word_start ? 4 : 0) + (run && found == at ? 3 : 0);
    at = found + 1;
    run = true;
  }
  return score;
}

int fuzzy_score(std::string_view query, const Command& command) {
  const std::string_view group = tr(std::string_view(command.group));
  return std::max(fuzzy_score(query, command.group + " " + command.title),
                  fuzzy_score(query, std::string(group) + " " + shown_title(command)));
}

}  // namespace warpscope
