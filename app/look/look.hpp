#pragma once

#include <any>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/look/choice.hpp"

namespace warpscope {

/// The user's choices of how views show a moment: a value of each type that a view asks for.
/// Commands and the command line pass it whole to the views; it knows none of them.
class Look {
 public:
  /// The value that was set last; Value{} unless one was.
  template <class Value>
  [[nodiscard]] Value get() const {
    for (const std::any& value : values_) {
      if (const Value* found = std::any_cast<Value>(&value)) return *found;
    }
    return {};
  }
  template <class Value>
  void set(Value value) {
    for (std::any& old : values_) {
      if (old.type() == typeid(Value)) {
        old = value;
        return;
      }
    }
    values_.emplace_back(value);
  }

 private:
  std::vector<std::any> values_;  // of different types
};

/// Rows scrolled by keys so far. Views scroll by what is added: a window's sum means nothing to the
/// views of another picture, so this is no part of Look.
struct KeyScroll {
  int cells = 0;   ///< of shared memory
  int lesson = 0;  ///< lines of its words
};

/// A part of Look: how often a key asked for other records of measurements, so far.
struct RecordTurns {
  int count = 0;
};

/// A choice of any enumeration.
struct LookChoice {
  std::string_view id, label, command, key;
};
template <class Value>
inline constexpr auto look_choices = [] {
  std::array<LookChoice, all_values<Value>.size()> list;
  for (const Value value : all_values<Value>) {
    const auto& names = names_of(value);
    list[static_cast<std::size_t>(value)] = {names.id, names.label, names.command, names.key};
  }
  return list;
}();

/// A part of Look with several values to choose from. Commands, keys and the command line follow
/// from it.
struct LookOption {
  std::string_view id;       ///< "heat": --heat on the command line
  std::string_view about;    ///< of the command line's help: "What the heat map shows"
  std::string_view title;    ///< of its commands, before the choice's label: "Heat map:"
  std::string_view sheet{};  ///< one row of the key sheet for all of them
  std::string_view next_command{}, next_title{}, next_key{};  ///< empty: there is no such command
  std::optional<std::string_view> next_sheet{};  ///< its row of the key sheet; "": the row above
  void (*open)(Look&) = nullptr;  ///< what its commands do first, such as opening its page
  bool undoable = false;          ///< a change of it is a step of undo
  bool calls_view = true;         ///< its commands bring the view forward
  std::span<const LookChoice> choices{};
  std::size_t (*chosen)(const Look&) = nullptr;  ///< index of the present choice
  /// Chooses a value. Choosing the present one again may reverse an order: compare with chosen()
  /// first to avoid that.
  void (*choose)(Look&, std::size_t) = nullptr;
};

/// An option whose values are those of an enumeration (choice.hpp): the words of `option`, and all
/// that follows from the values.
template <class Value>
[[nodiscard]] constexpr LookOption option_of(LookOption option) {
  option.choices = look_choices<Value>;
  option.chosen = [](const Look& look) { return static_cast<std::size_t>(look.get<Value>()); };
  option.choose = [](Look& look, std::size_t choice) { look.set(Value(choice)); };
  return option;
}

}  // namespace warpscope
