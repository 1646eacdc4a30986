#include "app/lesson/glossary.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "app/subject/letter_case.hpp"
#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

/// How many bytes the letter at the start of a text takes; 0: it begins with none.
std::size_t letter_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const char c = text.front();
  const bool ascii = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  if (ascii || c == '_') return 1;
  const bool cyrillic = (c == '\xD0' || c == '\xD1') && text.size() > 1;
  return cyrillic ? 2 : 0;
}

/// The word at the start of a text: letters, and hyphens and apostrophes between them.
std::size_t word_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t more = letter_bytes(text.substr(end));
    if (more > 0) {
      end += more;
      continue;
    }
    const bool joins = end > 0 && (text[end] == '-' || text[end] == '\'');
    if (!joins || letter_bytes(text.substr(end + 1)) == 0) break;
    ++end;
  }
  return end;
}

/// "8-way" names a conflict's degree.
bool is_degree(std::string_view word) {
  constexpr std::string_view ending = "-way";
  if (!word.ends_with(ending) || word.size() == ending.size()) return false;
  return std::ranges::all_of(word.substr(0, word.size() - ending.size()),
                             [](char c) { return c >= '0' && c <= '9'; });
}

/// A word of a text, in bytes.
struct WordPlace {
  std::size_t begin = 0, end = 0;
};

std::vector<WordPlace> words_of_text(std::string_view text) {
  std::vector<WordPlace> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = word_length(text.substr(at));
    if (length > 0) words.push_back({at, at + length});
    at += std::max<std::size_t>(length, 1);
  }
  return words;
}

/// A form of a term: its words, in small letters.
struct Form {
  std::vector<std::string> words;
  const Term* term = nullptr;
};
/// All forms by their first word, those of more words first.
using Forms = std::unordered_map<std::string, std::vector<Form>>;

const Forms& all_forms() {
  static const Forms forms = [] {
    Forms made;
    for (const Term& term : glossary()) {
      for (const std::string& form : term.forms) {
        Form next{.words = {}, .term = &term};
        for (const auto& [begin, end] : words_of_text(form)) {
          next.words.push_back(form.substr(begin, end - begin));
        }
        if (next.words.empty()) continue;
        std::vector<Form>& beginning_alike = made[next.words.front()];
        beginning_alike.push_back(std::move(next));
      }
    }
    for (auto& [first, list] : made) {
      std::ranges::stable_sort(list, std::ranges::greater{},
                               [](const Form& form) { return form.words.size(); });
    }
    return made;
  }();
  return forms;
}

/// A text and its words.
class WordsOf {
 public:
  explicit WordsOf(std::string_view text) : text_(text), words_(words_of_text(text)) {
    small_.reserve(words_.size());
    for (const auto& [begin, end] : words_) {
      small_.push_back(small_letters(text.substr(begin, end - begin)));
    }
  }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] const WordPlace& place(std::size_t i) const { return words_[i]; }
  [[nodiscard]] const std::string& small(std::size_t i) const { return small_[i]; }
  /// Nothing but a space between a word and the next one.
  [[nodiscard]] bool joined(std::size_t left) const {
    return words_[left].end + 1 == words_[left + 1].begin && text_[words_[left].end] == ' ';
  }
  [[nodiscard]] bool matches(const Form& form, std::size_t first) const {
    if (first + form.words.size() > size()) return false;
    for (std::size_t k = 0; k < form.words.size(); ++k) {
      if (form.words[k] != small_[first + k]) return false;
      if (k > 0 && !joined(first + k - 1)) return false;
    }
    return true;
  }
  /// Whether the words from `first` to `last`, a form of `term`, mean another thing, or may do so for
  /// all that this line of a text shows.
  [[nodiscard]] bool mean_another(const Term& term, std::size_t first, std::size_t last) const {
    const auto among = [](const std::vector<std::string>& list, const std::string& word) {
      return std::ranges::find(list, word) != list.end();
    };
    if (first > 0 && joined(first - 1) && among(term.not_after, small_[first - 1])) return true;
    if (last + 1 < size() && joined(last) && among(term.not_before, small_[last + 1])) return true;
    // English sentences do not break so: their words of another meaning follow a name.
    const std::string_view word = text_.substr(words_[first].begin);
    if (letter_bytes(word) != 2 || size() == 1) return false;
    const bool begins_line = first == 0 && word.starts_with(small_[first]);
    const bool ends_line = words_[last].end == text_.size();
    const auto russian = [](const std::vector<std::string>& list) {
      return std::ranges::any_of(list, [](const std::string& w) { return letter_bytes(w) == 2; });
    };
    return (begins_line && russian(term.not_after)) || (ends_line && russian(term.not_before));
  }

 private:
  std::string_view text_;
  std::vector<WordPlace> words_;
  std::vector<std::string> small_;
};

/// The term whose form begins at a word, and how many words that is; none: nullptr and 1.
std::pair<const Term*, std::size_t> term_at(const WordsOf& words, std::size_t i) {
  if (is_degree(words.small(i))) return {find_term("conflict"), 1};
  const auto found = all_forms().find(words.small(i));
  if (found == all_forms().end()) return {nullptr, 1};
  for (const Form& form : found->second) {
    const std::size_t count = form.words.size();
    if (!words.matches(form, i)) continue;
    if (!words.mean_another(*form.term, i, i + count - 1)) return {form.term, count};
  }
  return {nullptr, 1};
}

}  // namespace

const Glossary& own_glossary() {
  static const Glossary own = [] {
    constexpr std::string_view path = "assets/glossary.yaml";
    std::vector<Mistake> mistakes;  // a test finds that there are none
    return read_glossary(embedded_text(path), path, mistakes);
  }();
  return own;
}

std::span<const Term> glossary() { return own_glossary().terms; }

const Term* find_term(std::string_view id) {
  const auto terms = glossary();
  const auto found = std::ranges::find(terms, id, &Term::id);
  return found == terms.end() ? nullptr : &*found;
}

std::vector<TermPlace> terms_in(std::string_view text) {
  std::vector<TermPlace> places;
  const WordsOf words(text);
  for (std::size_t i = 0; i < words.size();) {
    const auto [term, count] = term_at(words, i);
    if (term != nullptr) {
      const std::size_t end = words.place(i + count - 1).end;
      const bool goes_on = !places.empty() && places.back().term == term && i > 0 &&
                           places.back().end == words.place(i - 1).end && words.joined(i - 1);
      if (goes_on) {
        places.back().end = end;
      } else {
        places.push_back({term, words.place(i).begin, end});
      }
    }
    i += count;
  }
  return places;
}

}  // namespace warpscope
