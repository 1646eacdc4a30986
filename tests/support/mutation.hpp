#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::test {

/// Makes hostile texts of sound ones, the same ones from a seed on every machine. Samples are mixed
/// with one another and with words that readers trip over.
class Mutator {
 public:
  Mutator(std::uint32_t seed, std::vector<std::string> samples, std::vector<std::string> words)
      : random_(seed), samples_(std::move(samples)), words_(std::move(words)) {
    for (const char* word : {"",
                             "0",
                             "-1",
                             "9223372036854775807",
                             "18446744073709551616",
                             "1e308",
                             "1e999",
                             "nan",
                             "-inf",
                             "\"",
                             "'",
                             "\\",
                             "{",
                             "}",
                             "[",
                             "]",
                             "(",
                             ")",
                             ":",
                             ",",
                             "\n",
                             "\t",
                             "\xef\xbb\xbf",
                             "\xff",
                             "\x1b[2J",
                             "\u202e"}) {
      words_.emplace_back(word);
    }
    words_.emplace_back(1, '\0');
    words_.emplace_back(300, '[');
    words_.emplace_back(300, 'x');
  }

  std::string next() {
    std::string text = pick(samples_);
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }

 private:
  const std::string& pick(const std::vector<std::string>& from) { return from[below(from.size())]; }
  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1),
                      length = below(1 + std::min<std::size_t>(text.size() - at, 40));
    switch (below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1: text.insert(at, pick(words_)); break;
      case 2: text.replace(at, length, pick(words_)); break;
      case 3: text.erase(at, length); break;
      case 4: text.insert(at, text.substr(at, length)); break;
      case 5: {  // a piece of another sample
        const std::string& other = pick(samples_);
        text.replace(at, length, other.substr(below(other.size() + 1), below(60)));
        break;
      }
      default: {  // a number
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) text.replace(digit, 1, pick(words_));
      }
    }
  }

  std::mt19937 random_;
  std::vector<std::string> samples_, words_;
};

}  // namespace warpscope::test
