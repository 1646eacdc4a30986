#include "instrumentation/analysis/caption_grammar.hpp"

#include <algorithm>
#include <array>

#include "instrumentation/language/language.hpp"

namespace warpscope {

std::span<const LanguageGrammar> caption_grammars() {
  static const std::array all{LanguageGrammar{"en", &english_grammar()},
                              LanguageGrammar{"ru", &russian_grammar()}};
  return all;
}

const LanguageGrammar& grammar_for(std::span<const LanguageGrammar> all,
                                   std::string_view language) {
  const auto found = std::ranges::find(all, language, &LanguageGrammar::language);
  return found == all.end() ? all.front() : *found;
}

Caption caption(const LanguageGrammar& spoken, const CaptionFacts& facts) {
  const InLanguage speaking(find_language(spoken.language).value_or(english));  // in numbers, too
  Caption caption{.step = spoken.grammar->step(facts.place),
                  .host = spoken.grammar->host(facts.host),
                  .costly = facts.costly};
  spoken.grammar->tell(caption, facts);
  return caption;
}

}  // namespace warpscope
