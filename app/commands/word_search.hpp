#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// The words by which something is found, in every language, folded: small letters, ё as е. Made once,
/// since folding takes longer than searching.
struct SearchWords {
  std::vector<std::string> names;                ///< whole, such as "bank conflict"
  std::vector<std::vector<std::string>> titles;  ///< the words of each name
  std::vector<std::string> forms;   ///< words of the names' other forms, which count less
  std::vector<std::string> others;  ///< words that count still less: other names, the family
  std::vector<std::string> texts;   ///< words of what is said about it, which count least
};
[[nodiscard]] SearchWords search_words(std::span<const std::string_view> names,
                                       std::string_view others = {}, std::string_view texts = {},
                                       std::string_view forms = {});

/// What a user types to find something: words in any order.
class WordQuery {
 public:
  explicit WordQuery(std::string_view typed);
  /// True if nothing was typed.
  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// How well the words fit; 0: one of them is nowhere. A name that was typed as it stands fits best,
  /// then whole words, beginnings of words, parts of words, and beginnings but for the last letter
  /// or two, which Russian changes. Names count more than other words.
  [[nodiscard]] int score(const SearchWords& within) const;

 private:
  std::string whole_;
  std::vector<std::string> words_;
};

}  // namespace warpscope
