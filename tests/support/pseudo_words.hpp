#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::test {

// In the pseudo-language every message stands between ⟦ and ⟧: what stands outside must be data.

/// What stands outside of every pair. A text that was cut for want of room has no end, and the last line of a
/// longer one no beginning.
inline std::string outside_brackets(std::string_view text) {
  constexpr std::string_view open = "⟦", shut = "⟧";
  std::string rest;
  int depth = 0;
  while (!text.empty()) {
    if (text.starts_with(open)) {
      ++depth;
      text.remove_prefix(open.size());
    } else if (text.starts_with(shut)) {
      if (depth == 0) rest.clear();
      depth = std::max(depth - 1, 0);
      text.remove_prefix(shut.size());
    } else {
      if (depth == 0) rest += text.front();
      text.remove_prefix(1);
    }
  }
  return rest;
}

/// The same of texts in the order in which they are drawn: a message of several lines begins in one of them and
/// ends, or is cut, in a later one.
inline std::vector<std::string> outside_brackets(const std::vector<std::string>& texts) {
  const auto depth = [](const std::string& text) {
    int sum = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.compare(i, 3, "⟦") == 0) ++sum;
      if (text.compare(i, 3, "⟧") == 0) --sum;
    }
    return sum;
  };
  constexpr std::size_t most_lines = 8;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    rest.push_back(outside_brackets(texts[i]));
    int open = depth(texts[i]);
    if (open <= 0 || texts[i].ends_with("…")) continue;
    std::size_t last = i;
    while (open > 0 && last + 1 < texts.size() && last - i < most_lines) {
      ++last;
      open = texts[last].ends_with("…") ? 0 : open + depth(texts[last]);
    }
    if (open > 0) continue;  // it has no end: what follows is something else
    // The last line may go on after the message.
    for (std::size_t line = i + 1; line < last; ++line) rest.emplace_back();
    const bool cut = texts[last].ends_with("…");
    rest.push_back(cut ? std::string() : outside_brackets(texts[last]));
    i = last;
  }
  return rest;
}

/// Runs of at least three Latin letters.
inline std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  std::erase_if(words, [](const std::string& word) { return word.size() < 3; });
  return words;
}

}  // namespace warpscope::test
