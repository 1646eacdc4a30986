#include "app/subject/command_words.hpp"

#include <optional>
#include <utility>

#include "instrumentation/language/say.hpp"

namespace warpscope {

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // "" is a word, too
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool blank = letter == ' ' || letter == '\t' || letter == '\n';
    if (quote == '\0' && blank) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (letter == quote) {
      quote = '\0';
    } else if (quote == '\0' && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (letter == '\\' && quote != '\'' && i + 1 < text.size()) {
      *word += text[++i];
    } else {
      *word += letter;
    }
  }
  if (quote != '\0') {
    return usage_error(quote == '"' ? say("A quote \" is not closed: {}", text)
                                    : say("A quote ' is not closed: {}", text));
  }
  if (word) words.push_back(*word);
  return words;
}

std::string quoted_words(std::span<const std::string> words) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '"';
    for (const char letter : word) {
      if (letter == '"' || letter == '\\') text += '\\';
      text += letter;
    }
    text += '"';
  }
  return text;
}

}  // namespace warpscope
