#include "instrumentation/analysis/caption.hpp"

#include "instrumentation/analysis/caption_facts.hpp"
#include "instrumentation/analysis/caption_grammar.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::string conflict_text(int degree) {
  return degree > 1 ? tr("{}-way conflict", degree) : tr("conflict-free");
}

std::string step_label(const Trace& trace, const Step& step) {
  return shown_step_label(step, step_name(trace, step).variable);
}

Caption caption(const Trace& trace, const Summary& summary, std::uint32_t access) {
  const LanguageGrammar& spoken = grammar_for(caption_grammars(), language_id(current_language()));
  return caption(spoken, caption_facts(trace, summary, access));
}

}  // namespace warpscope
