#include "instrumentation/language/message.hpp"

#include <mutex>
#include <unordered_map>

#include "instrumentation/language/catalogues.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

/// Between brackets, and 40 % longer.
std::string in_pseudo(std::string_view message) {
  std::string longer = "⟦" + std::string(message);
  for (std::size_t i = 0; i < (2 * message.size() + 4) / 5; ++i) longer += i % 8 == 0 ? ' ' : '~';
  return longer + "⟧";
}

/// Kept, since a message lives as long as the program.
const char* kept_pseudo(std::string_view message) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::string> all;
  const std::lock_guard lock(mutex);
  const auto [found, made] = all.try_emplace(std::string(message));
  if (made) found->second = in_pseudo(message);
  return found->second.c_str();
}

/// nullptr: English.
const char* find_translation(std::string_view message) {
  if (message.empty()) return nullptr;  // its translation would be the header
  const int language = current_language();
  if (language == english) return nullptr;
  if (language == pseudo_language) return kept_pseudo(message);
  return catalogue_of(language)->find(message);
}

}  // namespace

const char* tr(const char* message) {
  const char* const found = find_translation(message);
  return found == nullptr ? message : found;
}

std::string_view tr(std::string_view message) {
  const char* const found = find_translation(message);
  return found == nullptr ? message : found;
}

const char* tr_c(const char* context, const char* message) {
  const int language = current_language();
  if (language == pseudo_language) return kept_pseudo(message);
  if (language == english) return message;
  const char* const found = catalogue_of(language)->find(fmt::format("{}\4{}", context, message));
  return found == nullptr ? message : found;
}

std::optional<std::string_view> name_in_language(const char* context, std::string_view name) {
  const Catalogue* const catalogue = catalogue_of(current_language());
  if (catalogue == nullptr || name.empty()) return std::nullopt;
  const char* const found = catalogue->find(fmt::format("{}\4{}", context, name));
  if (found == nullptr || name == found) return std::nullopt;
  return found;
}

const char* plural_form(const char* one, const char* many, std::int64_t count) {
  const int language = current_language();
  const char* const form = count == 1 ? one : many;
  if (language == english) return form;
  if (language == pseudo_language) return kept_pseudo(form);
  std::string message = one;
  message.append(1, '\0').append(many);
  const char* const found = catalogue_of(language)->find(message, count);
  return found == nullptr ? form : found;
}

namespace detail {

std::string filled(const char* message, const char* fallback, fmt::format_args values) {
  try {
    return fmt::vformat(message, values);
  } catch (const fmt::format_error&) {  // fields that the English message has not
    return fmt::vformat(fallback, values);
  }
}

std::string translated(fmt::string_view message, fmt::format_args values) {
  const char* const found = find_translation({message.data(), message.size()});
  return filled(found == nullptr ? message.data() : found, message.data(), values);
}

}  // namespace detail
}  // namespace warpscope
