#pragma once

#include <span>
#include <string>
#include <string_view>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/caption_facts.hpp"

namespace warpscope {

/// Makes sentences of facts in one language. Captions need one, since a catalogue's messages cannot
/// agree in case, gender and number with all the words and numbers that meet in them.
class CaptionGrammar {
 public:
  CaptionGrammar() = default;
  virtual ~CaptionGrammar() = default;
  CaptionGrammar(const CaptionGrammar&) = delete;
  CaptionGrammar& operator=(const CaptionGrammar&) = delete;

  /// "Step 5 of 10 · add, s = 8"
  [[nodiscard]] virtual std::string step(const CaptionPlace& place) const = 0;
  /// One sentence; empty where there is nothing to tell.
  [[nodiscard]] virtual std::string host(const HostFacts& host) const = 0;
  /// Fills in sentence, verdict and detail.
  virtual void tell(Caption& caption, const CaptionFacts& facts) const = 0;
};

struct LanguageGrammar {
  std::string_view language;  ///< as po/ names it
  const CaptionGrammar* grammar;
};

/// A grammar speaks only the language that the program speaks meanwhile; caption() sees to that.
[[nodiscard]] const CaptionGrammar& english_grammar();
[[nodiscard]] const CaptionGrammar& russian_grammar();

/// THE list; a language that is not in it has English captions.
[[nodiscard]] std::span<const LanguageGrammar> caption_grammars();
/// English, which comes first in `all`, where the language has none.
[[nodiscard]] const LanguageGrammar& grammar_for(std::span<const LanguageGrammar> all,
                                                 std::string_view language);

/// In the grammar's language, whatever the program speaks.
[[nodiscard]] Caption caption(const LanguageGrammar& spoken, const CaptionFacts& facts);

}  // namespace warpscope
