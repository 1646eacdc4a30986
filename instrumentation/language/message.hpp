#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"  // IWYU pragma: export

namespace warpscope {

// Messages to people, as GNU gettext has it: the English sentence is the key, a catalogue (po/ru.po) has it in
// another language, and what is missing there stays English. po/update finds the messages of tr(), tr_n(), tr_c()
// and tr_noop() in the sources. Whole sentences, never fragments, since another language orders its words
// otherwise; values go into fields, which a translation may order as it likes ("{1} of {0}").

/// A message without fields. It lives as long as the program.
[[nodiscard]] const char* tr(const char* message);
/// The same for one from a table, where tr_noop() marks it.
[[nodiscard]] std::string_view tr(std::string_view message);
/// The same for a word that means two things: `context` tells them apart to the translator.
[[nodiscard]] const char* tr_c(const char* context, const char* message);

/// What the current language calls something that data names, such as a kernel's step; nothing where its catalogue
/// has no other name, in English and in the pseudo-language. po/update finds the names.
[[nodiscard]] std::optional<std::string_view> name_in_language(const char* context,
                                                               std::string_view name);

/// The form of the current language for so many: "{} lane", "{} lanes". English in the absence of a translation.
[[nodiscard]] const char* plural_form(const char* one, const char* many, std::int64_t count);

namespace detail {
/// Fills the fields of `message` in the current language, in English where that is broken.
[[nodiscard]] std::string translated(fmt::string_view message, fmt::format_args values);
[[nodiscard]] std::string filled(const char* message, const char* fallback,
                                 fmt::format_args values);
}  // namespace detail

/// A message with fields, as fmt writes them. The compiler checks the English ones, po/update the others.
template <class First, class... Rest>
[[nodiscard]] std::string tr(fmt::format_string<First, Rest...> message, First&& first,
                             Rest&&... rest) {
  return detail::translated(message, fmt::make_format_args(first, rest...));
}

/// The same with a form for each number, which is field 0: tr_n("{} lane waits", "{} lanes wait", lanes).
template <class... Rest>
[[nodiscard]] std::string tr_n(fmt::format_string<std::int64_t&, Rest...> one,
                               fmt::format_string<std::int64_t&, Rest...> many, std::int64_t count,
                               Rest&&... rest) {
  const fmt::string_view one_view = one, many_view = many;
  const char* const fallback = count == 1 ? one_view.data() : many_view.data();
  return detail::filled(plural_form(one_view.data(), many_view.data(), count), fallback,
                        fmt::make_format_args(count, rest...));
}

}  // namespace warpscope
