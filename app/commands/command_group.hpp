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
#include "instrumentation/language/tr_noop.hpp"  // IWYU pragma: export

namespace warpscope {

/// A text that is put together by tr(), in English.
template <class Say>
[[nodiscard]] std::string in_english(const Say& say) {
  const InLanguage scope(english);
  return say();
}

/// Adds commands of one group to the list. Titles and rows are messages that tr_noop() marks.
class CommandGroup {
 public:
  CommandGroup(Commands& commands, std::string title)
      : commands_(commands), title_(std::move(title)) {}

  void add(
      std::string id, std::string title, std::vector<std::string_view> keys,
      std::function<void()> run, std::function<bool()> enabled = [] { return true; },
      std::optional<std::string> sheet = {}) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({std::move(id), std::move(title), title_, std::move(chords), std::move(run),
                   std::move(enabled), std::move(sheet)});
  }
  /// One whose title, and its row of the sheet where it has its own, tell names or numbers: `say_title` and
  /// `say_sheet` put them together in the current language.
  void add_said(std::string id, const std::function<std::string()>& say_title,
                std::vector<std::string_view> keys, std::function<void()> run,
                std::function<bool()> enabled, const std::function<std::string()>& say_sheet) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({std::move(id), in_english(say_title), title_, std::move(chords), std::move(run),
                   std::move(enabled), in_english(say_sheet), say_title, say_sheet});
  }

 private:
  Commands& commands_;
  std::string title_;
};

}  // namespace warpscope
