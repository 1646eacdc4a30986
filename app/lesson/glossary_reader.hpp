#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"

namespace warpscope {

/// A word of the field: what it means, by which words it is found, and what shows it.
struct Term {
  std::string id;                  ///< "wavefront"
  std::size_t topic = 0;           ///< of Glossary::topics
  Words title;                     ///< "bank conflict"
  Words text;                      ///< one to three sentences
  Words also;                      ///< other names, by which people look for it
  std::vector<std::string> forms;  ///< in which texts use it, of all languages, in small letters
  /// A form may be another word, too: directly behind one of `not_after` ("с шагом" is a stride, no
  /// step) or before one of `not_before` ("барьер памяти" is a fence). In small letters.
  std::vector<std::string> not_after, not_before;
  std::string kernel;                             ///< catalogue id of one that shows it
  std::map<std::string, std::string> parameters;  ///< of that kernel
  std::string open;              ///< id of the command that calls the view forward; empty: none
  std::vector<std::string> see;  ///< ids of other terms
  int line = 0;                  ///< in the file
  /// In the current language.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::string_view meaning() const;
};

/// Terms in the order in which a newcomer meets them, topic by topic.
struct Glossary {
  std::vector<Words> topics;
  std::vector<Term> terms;
};

/// Reads a glossary from its YAML text (docs/glossary.md describes the format). Terms with mistakes
/// are left out, and what is wrong goes to `mistakes`, with line and file: a text that lacks a
/// language, a form that stands for two terms, a kernel or a term that does not exist.
[[nodiscard]] Glossary read_glossary(std::string_view text, std::string_view file,
                                     std::vector<Mistake>& mistakes);

/// All forms that a pattern stands for: "bank(|s)" is "bank" and "banks". nullopt if one of a
/// pair of brackets is missing, a bar stands outside of them, or there are more than most_forms.
[[nodiscard]] std::optional<std::vector<std::string>> spelled_out(std::string_view pattern);
inline constexpr std::size_t most_forms = 400;

}  // namespace warpscope
