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
