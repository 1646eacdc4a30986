#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// A key with its modifiers, as written: "Ctrl+Shift+Z", "Alt+H", "Left", "F11", "?". Letters are
/// capitals; a key that types a character is named by it, without Shift ("+", "?").
struct Chord {
  bool ctrl = false, alt = false, shift = false;
  std::string key;
  friend bool operator==(const Chord&, const Chord&) = default;
};
[[nodiscard]] Chord chord(std::string_view text);
[[nodiscard]] std::string text(const Chord& chord);
/// The same with the names of keys in the current language.
[[nodiscard]] std::string shown_text(const Chord& chord);
/// The same of text(): one chord, or the first and the last of several: "Alt+1 … 6". Empty stays so.
[[nodiscard]] std::string shown_keys(std::string_view keys);

/// One action that a person can make the program do. Keys, palette, buttons and the `?` sheet all
/// come from this.
struct Command {
  std::string id;           ///< "step.forward"
  std::string title;        ///< "Next barrier"; in English, as the group and the row are
  std::string group;        ///< heading in the `?` sheet: "Move"
  std::vector<Chord> keys;  ///< the first is the one that is shown
  std::function<void()> run;
  /// Why it can do nothing now: a whole sentence, which says what to do where that helps; empty: it can be
  /// run. Unset: always.
  std::function<Sentence()> obstacle = {};
  /// In the `?` sheet instead of the title; empty: the last row before speaks for it too.
  std::optional<std::string> sheet = {};
  /// Title and row in the current language, where they are put together of names and numbers; unset: their
  /// translations.
  std::function<std::string()> say_title = {}, say_sheet = {};
  /// While this holds, the keys are this command's, whoever else has them; else they are not. Unset: always.
  std::function<bool()> has_keys = {};

  [[nodiscard]] Sentence why_not() const { return obstacle ? obstacle() : Sentence(); }
  [[nodiscard]] bool enabled() const { return why_not().empty(); }
};
/// In the current language.
[[nodiscard]] std::string shown_title(const Command& command);
/// In the current language: the row that `sheet` asks for, which is not "".
[[nodiscard]] std::string shown_row(const Command& command);

/// All commands, in the order in which the `?` sheet shows them.
class Commands {
 public:
  using Refuse = std::function<void(const Sentence&)>;
  /// `refuse` is told why a command that somebody asks for does not run.
  explicit Commands(Refuse refuse = {}) : refuse_(std::move(refuse)) {}

  void add(Command command);
  [[nodiscard]] const std::vector<Command>& all() const { return commands_; }
  [[nodiscard]] const Command* find(std::string_view id) const;  ///< nullptr if unknown
  /// The one whose keys it is now.
  [[nodiscard]] const Command* find(const Chord& chord) const;
  /// Runs it if it is known and enabled; returns whether it ran.
  bool run(std::string_view id) const;
  bool press(const Chord& chord) const;

 private:
  std::vector<Command> commands_;
  Refuse refuse_;
};

}  // namespace warpscope
