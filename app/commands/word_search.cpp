#include "app/commands/word_search.hpp"

#include <algorithm>

#include "app/subject/letter_case.hpp"

namespace warpscope {
namespace {

/// Small letters, with ё as е: few people type it.
std::string folded(std::string_view text) {
  std::string small = small_letters(text);
  constexpr std::string_view yo = "ё", ye = "е";
  for (std::size_t at = small.find(yo); at != std::string::npos; at = small.find(yo, at)) {
    small.replace(at, yo.size(), ye);
  }
  return small;
}

/// How many bytes the letter or digit at the start of a text takes; 0: it begins with none.
std::size_t letter_at(std::string_view text) {
  const char c = text.front();
  if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) return 1;
  const bool cyrillic = (c == '\xD0' || c == '\xD1') && text.size() > 1;
  return cyrillic ? 2 : 0;
}

/// Runs of letters and digits: "bank_stride" is two words, "__syncthreads" one.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  bool within = false;
  while (!text.empty()) {
    const std::size_t length = letter_at(text);
    if (length > 0) {
      if (!within) words.emplace_back();
      words.back() += text.substr(0, length);
    }
    within = length > 0;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return words;
}

bool is_russian(std::string_view word) { return word.front() == '\xD0' || word.front() == '\xD1'; }

/// A word without its last `count` letters; empty if too little would be left to mean anything.
std::string_view without_end(std::string_view word, std::size_t count) {
  const std::size_t letter = is_russian(word) ? 2 : 1;
  constexpr std::size_t shortest = 4;
  if (word.size() < (shortest + count) * letter) return {};
  return word.substr(0, word.size() - count * letter);
}

/// How well a typed word fits one of a text, 0 to 100.
int fit(std::string_view typed, std::string_view word) {
  if (word == typed) return 100;
  if (word.starts_with(typed)) return 80;
  for (const std::size_t count : {1U, 2U}) {
    const std::string_view stem = without_end(typed, count);
    if (!stem.empty() && word.starts_with(stem)) return 40 - 10 * static_cast<int>(count);
  }
  // One or two letters are within every other word.
  const bool short_word = typed.size() < (is_russian(typed) ? 6U : 3U);
  return !short_word && word.find(typed) != std::string_view::npos ? 35 : 0;
}

int best_fit(std::string_view typed, std::span<const std::string> words) {
  int best = 0;
  for (const std::string& word : words) best = std::max(best, fit(typed, word));
  return best;
}

/// The first word of a title that is no number, as "strided" of "2 strided".
const std::string& leading(const std::vector<std::string>& title) {
  const auto is_number = [](const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
  };
  const auto found = std::ranges::find_if_not(title, is_number);
  return found == title.end() ? title.front() : *found;
}

}  // namespace

SearchWords search_words(std::span<const std::string_view> names, std::string_view others,
                         std::string_view texts, std::string_view forms) {
  SearchWords made;
  for (const std::string_view name : names) {
    made.names.push_back(folded(name));
    made.titles.push_back(words_in(made.names.back()));
  }
  made.forms = words_in(folded(forms));
  made.others = words_in(folded(others));
  made.texts = words_in(folded(texts));
  return made;
}

WordQuery::WordQuery(std::string_view typed) : whole_(folded(typed)) {
  while (whole_.ends_with(' ')) whole_.pop_back();
  while (whole_.starts_with(' ')) whole_.erase(0, 1);
  words_ = words_in(whole_);
  if (words_.empty() && !whole_.empty()) words_.push_back(whole_);  // signs: it finds nothing
}

int WordQuery::score(const SearchWords& within) const {
  constexpr int of_title = 8, first_of_title = 2, of_others = 4, of_text = 1;
  int sum = 0;
  for (const std::string& typed : words_) {
    // Another form of a name is nearly as good as the first word of a title.
    int best = std::max({best_fit(typed, within.forms) * 95 / 10,
                         of_others * best_fit(typed, within.others),
                         of_text * best_fit(typed, within.texts)});
    for (const auto& title : within.titles) {
      if (title.empty()) continue;
      best = std::max({best, of_title * best_fit(typed, title),
                       (of_title + first_of_title) * fit(typed, leading(title))});
    }
    if (best == 0) return 0;
    sum += best;
  }
  const bool exact = std::ranges::find(within.names, whole_) != within.names.end();
  return sum + (exact && !whole_.empty() ? 1000 : 0);
}

}  // namespace warpscope
