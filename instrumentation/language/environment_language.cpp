#include "instrumentation/language/environment_language.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

/// "C.UTF-8" is the C locale, too.
bool is_untranslated(std::string_view locale) {
  const std::string_view name = locale.substr(0, locale.find('.'));
  return name.empty() || name == "C" || name == "POSIX";
}

/// Of "ru_RU.UTF-8@variant": the catalogue of "ru_RU", else that of "ru".
std::optional<int> language_of_locale(std::string_view locale) {
  const std::string_view name = locale.substr(0, locale.find_first_of(".@"));
  if (const auto exact = find_language(name)) return exact;
  return find_language(name.substr(0, name.find('_')));
}

}  // namespace

int language_of_environment() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (locale.empty()) locale = variable(name);
  }
  if (is_untranslated(locale)) return english;
  for (std::string_view list = variable("LANGUAGE"); !list.empty();) {
    const std::size_t end = std::min(list.find(':'), list.size());
    if (const auto language = language_of_locale(list.substr(0, end))) return *language;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return language_of_locale(locale).value_or(english);
}

}  // namespace warpscope
