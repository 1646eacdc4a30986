#include "app/lesson/lesson.hpp"

#include <algorithm>

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

std::vector<std::string> WhyPage::paragraphs(std::string_view language) const {
  std::vector<std::string> parts;
  std::string_view rest = text.in(language);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (rest.substr(0, end).find_first_not_of(' ') != std::string_view::npos) {
      parts.emplace_back(rest.substr(0, end));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts;
}

}  // namespace warpscope
