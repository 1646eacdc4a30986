#include "instrumentation/analysis/caption_parts.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

std::string with_noun(const std::string& number, std::int64_t count, std::string_view noun) {
  const char* plural = noun.ends_with('s') ? "es" : "s";
  return number + ' ' + std::string(noun) + (count == 1 ? "" : plural);
}

}  // namespace

std::string in_words(std::int64_t number) {
  constexpr std::array<std::string_view, 13> words{"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
  const bool small = number >= 0 && number < static_cast<std::int64_t>(words.size());
  return small ? std::string(words[static_cast<std::size_t>(number)]) : std::to_string(number);
}

std::string count_of(std::int64_t number, std::string_view noun) {
  return with_noun(in_words(number), number, noun);
}
std::string cost_of(std::int64_t number, std::string_view noun) {
  return with_noun(std::to_string(number), number, noun);
}

std::string actors(int lanes, std::string_view verb) {
  std::string text(verb);
  if (lanes == 1) text.insert(std::min(text.find(' '), text.size()), "s");  // "adds to"
  return count_of(lanes, "lane") + ' ' + text + ' ';
}

std::string_view verb_of(Operation operation) {
  switch (operation) {
    case Operation::load: return "want";
    case Operation::store: return "write";
    case Operation::atomic_add: return "add to";
    case Operation::shuffle: break;
  }
  return "read";
}

}  // namespace warpscope
