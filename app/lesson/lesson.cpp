#include "app/lesson/lesson.hpp"

#include "instrumentation/language/language.hpp"

namespace warpscope {

const std::string& Words::own(std::string_view language) const {
  static const std::string none;
  if (language == language_id(english)) return en;
  const auto found = others.find(language);
  return found == others.end() ? none : found->second;
}

const std::string& Words::in(std::string_view language) const {
  const std::string& text = own(language);
  return text.empty() ? en : text;
}

std::string Words::all(std::string_view between) const {
  std::string texts = en;
  for (const auto& [language, text] : others) texts.append(between).append(text);
  return texts;
}

const std::string& Words::now() const { return in(language_id(current_language())); }

}  // namespace warpscope
