#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/language/tr_noop.hpp"  // IWYU pragma: export

namespace warpscope {

/// A text that is put together by tr(), in English.
template <class Say>
[[nodiscard]] std::string in_english(const Say& say) {
  const InLanguage scope(english);
  return say();
}

/// The obstacle of a command that can be run while a condition holds; else `why` says what is missing.
template <class Condition>
[[nodiscard]] std::function<Sentence()> needs(Condition holds, Sentence why) {
  return [holds = std::move(holds), why = std::move(why)] { return holds() ? Sentence() : why; };
}
/// The first of two obstacles that stands in the way.
[[nodiscard]] inline std::function<Sentence()> needs_both(std::function<Sentence()> first,
                                                          std::function<Sentence()> second) {
  return [first = std::move(first), second = std::move(second)] {
    Sentence why = first();
    return why.empty() ? second() : why;
  };
}

/// Adds commands of one group to the list. Titles and rows are messages that tr_noop() marks.
class CommandGroup {
 public:
  CommandGroup(Commands& commands, std::string title)
      : commands_(commands), title_(std::move(title)) {}

  void add(std::string id, std::string title, std::vector<std::string_view> keys,
           std::function<void()> run, std::function<Sentence()> obstacle = {},
           std::optional<std::string> sheet = {}) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({std::move(id), std::move(title), title_, std::move(chords), std::move(run),
                   std::move(obstacle), std::move(sheet)});
  }
  /// One that has its keys only while a condition holds: see Command::has_keys.
  void add_while(std::function<bool()> holds, std::string id, std::string title,
                 std::vector<std::string_view> keys, std::function<void()> run,
                 std::optional<std::string> sheet = {}) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({.id = std::move(id),
                   .title = std::move(title),
                   .group = title_,
                   .keys = std::move(chords),
                   .run = std::move(run),
                   .sheet = std::move(sheet),
                   .has_keys = std::move(holds)});
  }
  /// One whose title, and its row of the sheet where it has its own, tell names or numbers: `say_title` and
  /// `say_sheet` put them together in the current language.
  void add_said(std::string id, const std::function<std::string()>& say_title,
                std::vector<std::string_view> keys, std::function<void()> run,
                std::function<Sentence()> obstacle, const std::function<std::string()>& say_sheet) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({std::move(id), in_english(say_title), title_, std::move(chords), std::move(run),
                   std::move(obstacle), in_english(say_sheet), say_title, say_sheet});
  }

 private:
  Commands& commands_;
  std::string title_;
};

}  // namespace warpscope
