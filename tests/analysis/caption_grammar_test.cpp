#include "instrumentation/analysis/caption_grammar.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "instrumentation/language/number_text.hpp"
#include "tests/support/caption_in.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::own;
using test::TraceMaker;

Trace one_load() {
  TraceMaker make(32);
  make.load(make.shared("data", 64), 2, all_lanes, own);
  return make.take();
}

/// Speaks of the facts in a language that has no catalogue.
class FakeGrammar final : public CaptionGrammar {
 public:
  [[nodiscard]] std::string step(const CaptionPlace& place) const override {
    return "passus " + std::to_string(place.step) + '/' + std::to_string(place.steps);
  }
  [[nodiscard]] std::string host(const HostFacts& host) const override {
    return "hospes " + std::to_string(host.deeds.size());
  }
  void tell(Caption& caption, const CaptionFacts& facts) const override {
    caption.sentence = std::to_string(facts.lanes) + " fila " + facts.what.expression;
    caption.verdict = std::get<SharedFacts>(facts.demand).cost.conflicts() > 0 ? "mora" : "libere";
    caption.detail = whole_text(1024);
  }
};

TEST(CaptionGrammarTest, AThirdLanguageIsOneMoreRow) {
  const FakeGrammar fake;
  std::vector<LanguageGrammar> all(caption_grammars().begin(), caption_grammars().end());
  all.push_back({"la", &fake});
  const Trace trace = one_load();
  const CaptionFacts facts = caption_facts(trace, summarize(trace, BankModel::cc5), 0);
  const Caption said = caption(grammar_for(all, "la"), facts);
  EXPECT_EQ(said.step, "passus 1/1");
  EXPECT_EQ(said.host, "hospes 0");
  EXPECT_EQ(said.sentence, "32 fila data");
  EXPECT_EQ(said.verdict, "libere");
  EXPECT_FALSE(said.costly);
  EXPECT_TRUE(caption(grammar_for(all, "ru"), facts).sentence.starts_with("Варп 0 читает"));
}

TEST(CaptionGrammarTest, ALanguageWithoutAGrammarHasEnglishCaptions) {
  const Trace trace = one_load();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption pseudo = test::caption_in("pseudo", trace, summary, 0);
  const Caption english = test::caption_in("en", trace, summary, 0);
  EXPECT_EQ(pseudo.step, english.step);
  EXPECT_EQ(pseudo.sentence, english.sentence);
  EXPECT_EQ(pseudo.verdict, "conflict-free");
  EXPECT_EQ(pseudo.detail, english.detail);
}

// The grammar's numbers are its own, whatever the program speaks meanwhile.
TEST(CaptionGrammarTest, SpeaksOneLanguageThroughout) {
  const FakeGrammar fake;
  const Trace trace = one_load();
  const CaptionFacts facts = caption_facts(trace, summarize(trace, BankModel::cc5), 0);
  const InLanguage speaking(find_language("ru").value());
  EXPECT_EQ(caption({"en", &fake}, facts).detail, "1,024");
  EXPECT_EQ(caption({"ru", &fake}, facts).detail, "1\u202f024");
  EXPECT_EQ(whole_text(1024), "1\u202f024");
}

TEST(CaptionGrammarTest, EveryGrammarIsOfALanguageOfTheProgram) {
  ASSERT_EQ(caption_grammars().front().language, "en");
  for (const LanguageGrammar& row : caption_grammars()) {
    EXPECT_TRUE(find_language(row.language)) << row.language;
  }
}

}  // namespace
}  // namespace warpscope
