#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "instrumentation/language/sentence.hpp"  // IWYU pragma: export

namespace warpscope {

// Messages that are read later: message.hpp says how to write them, and po/update finds these, too.

namespace detail {

/// What the compiler checks a field of the message against.
template <class T, class Plain = std::remove_cvref_t<T>>
using FieldType = std::conditional_t<
    std::is_floating_point_v<Plain>, double,
    std::conditional_t<std::integral<Plain> && std::is_unsigned_v<Plain>, std::uint64_t,
                       std::conditional_t<std::integral<Plain>, std::int64_t, std::string_view>>>;

template <class T>
Sentence::Argument argument_of(T&& value) {
  using Plain = std::remove_cvref_t<T>;
  static_assert(!std::is_same_v<Plain, bool> && !std::is_same_v<Plain, char>);
  if constexpr (std::is_floating_point_v<Plain>) {
    return {static_cast<double>(value)};
  } else if constexpr (std::integral<Plain>) {
    if (std::in_range<std::int64_t>(value)) return {static_cast<std::int64_t>(value)};
    return {static_cast<std::uint64_t>(value)};
  } else if constexpr (std::is_same_v<Plain, Grouped>) {
    return {std::forward<T>(value)};
  } else if constexpr (std::is_same_v<Plain, Sentence>) {
    if (value.is_data()) return {value.id()};
    return {std::forward<T>(value)};
  } else {
    return {std::string(std::string_view(value))};
  }
}

template <class... Values>
std::vector<Sentence::Argument> arguments_of(Values&&... values) {
  std::vector<Sentence::Argument> arguments;
  arguments.reserve(sizeof...(values));
  (arguments.push_back(argument_of(std::forward<Values>(values))), ...);
  return arguments;
}

}  // namespace detail

/// A message without fields, also one from a table, where tr_noop() marks it.
[[nodiscard]] Sentence say(std::string_view message);

/// Two whole sentences, one after the other; the same if one of them is empty.
[[nodiscard]] Sentence followed(const Sentence& first, const Sentence& second);

/// A message whose fields are texts, numbers, Grouped numbers or Sentences.
template <class First, class... Rest>
[[nodiscard]] Sentence say(
    fmt::format_string<detail::FieldType<First>, detail::FieldType<Rest>...> message, First&& first,
    Rest&&... rest) {
  const fmt::string_view id = message;
  return Sentence::of(
      {.id = {id.data(), id.size()},
       .arguments = detail::arguments_of(std::forward<First>(first), std::forward<Rest>(rest)...)});
}

/// The same with a form for each number, which is field 0.
template <class... Rest>
[[nodiscard]] Sentence say_n(fmt::format_string<std::int64_t, detail::FieldType<Rest>...> one,
                             fmt::format_string<std::int64_t, detail::FieldType<Rest>...> many,
                             std::int64_t count, Rest&&... rest) {
  const fmt::string_view one_id = one, many_id = many;
  return Sentence::of({.id = {one_id.data(), one_id.size()},
                       .many = {many_id.data(), many_id.size()},
                       .arguments = detail::arguments_of(count, std::forward<Rest>(rest)...)});
}

/// The same for words that mean two things: `context` tells them apart to the translator.
[[nodiscard]] Sentence say_c(std::string_view context, std::string_view message);
template <class First, class... Rest>
[[nodiscard]] Sentence say_c(
    std::string_view context,
    fmt::format_string<detail::FieldType<First>, detail::FieldType<Rest>...> message, First&& first,
    Rest&&... rest) {
  const fmt::string_view id = message;
  return Sentence::of(
      {.id = {id.data(), id.size()},
       .context = std::string(context),
       .arguments = detail::arguments_of(std::forward<First>(first), std::forward<Rest>(rest)...)});
}

}  // namespace warpscope
