#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// A value that the user chooses, and its names. An enumeration of such values ends with `count`,
/// begins with its default, and has a table of them that choices_of(Value) gives.
template <class Value>
struct Choice {
  Value value;
  std::string_view id;         ///< on the command line and in lessons: "use"
  std::string_view label{};    ///< in the window: "words, read and written"
  std::string_view command{};  ///< that chooses it; empty: only "the next one" can be chosen
  std::string_view key{};      ///< of that command
};

/// True if a table has one row for each value of an enumeration that ends with `count`, in the
/// enumeration's order, so that a value is the index of its row.
template <class Row, std::size_t n>
[[nodiscard]] consteval bool has_row_for_each_value(const std::array<Row, n>& rows) {
  using Value = decltype(Row::value);
  bool complete = n == static_cast<std::size_t>(Value::count);
  for (std::size_t i = 0; complete && i < n; ++i) complete = rows[i].value == Value(i);
  return complete;
}

template <class Value>
inline constexpr auto all_values = [] {
  std::array<Value, static_cast<std::size_t>(Value::count)> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = Value(i);
  return values;
}();

template <class Value>
[[nodiscard]] constexpr const auto& names_of(Value value) {
  static_assert(has_row_for_each_value(choices_of(Value{})));
  return choices_of(value)[static_cast<std::size_t>(value)];
}

template <class Value>
[[nodiscard]] constexpr std::optional<Value> find_choice(std::string_view id) {
  for (const Value value : all_values<Value>) {
    if (names_of(value).id == id) return value;
  }
  return std::nullopt;
}

/// The ids of choices, or of other rows that have one, as a list that a sentence can name.
template <class Rows>
[[nodiscard]] std::vector<std::string> ids_of(const Rows& rows) {
  std::vector<std::string> ids;
  for (const auto& row : rows) ids.emplace_back(row.id);
  return ids;
}

/// The next value; after the last, the first.
template <class Value>
[[nodiscard]] constexpr Value next_choice(Value value) {
  return Value((static_cast<std::size_t>(value) + 1) % all_values<Value>.size());
}

}  // namespace warpscope
