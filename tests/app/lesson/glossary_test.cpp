#include "app/lesson/glossary.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/commands/session_commands.hpp"
#include "app/commands/show_term.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/explaining_canvas.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/embedded.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

/// "8-way conflict" of "an 8-way conflict of lanes": the places of a text, and their terms.
std::vector<std::pair<std::string, std::string>> found_in(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const TermPlace& place : terms_in(text)) {
    found.emplace_back(text.substr(place.begin, place.end - place.begin), place.term->id);
  }
  return found;
}
using Found = std::vector<std::pair<std::string, std::string>>;

TEST(Glossary, IsReadWithoutMistakesAndExplainsTheField) {
  constexpr std::string_view path = "assets/glossary.yaml";
  std::vector<Mistake> mistakes;
  const Glossary read = read_glossary(embedded_text(path), path, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
  EXPECT_EQ(read.terms.size(), glossary().size());
  EXPECT_GE(glossary().size(), 60U);
  for (const char* id :
       {"thread", "warp", "lane", "block", "bank", "wavefront", "sector", "barrier", "conflict",
        "degree", "race", "coalescing", "shared-memory", "scan"}) {
    EXPECT_NE(find_term(id), nullptr) << id;
  }
  EXPECT_EQ(find_term("telephone"), nullptr);
}

TEST(Glossary, SaysAllInBothLanguagesInAFewSentences) {
  for (const Term& term : glossary()) {
    for (const std::string_view language : {"en", "ru"}) {
      const InLanguage scope(*find_language(language));
      EXPECT_FALSE(term.name().empty()) << term.id;
      EXPECT_TRUE(term.meaning().ends_with('.')) << term.id;
      EXPECT_LE(term.meaning().size(), language == "en" ? 240U : 440U) << term.id;
    }
    const auto russian = [](std::string_view text) {
      return text.find("\xD0") != text.npos || text.find("\xD1") != text.npos;
    };
    EXPECT_FALSE(russian(term.text.en)) << term.id;
    EXPECT_TRUE(russian(term.text.own("ru"))) << term.id;
    EXPECT_FALSE(russian(term.also.en)) << term.id;
    EXPECT_EQ(term.also.en.empty(), term.also.own("ru").empty()) << term.id;
  }
}

// Each way to write a word leads to that word.
TEST(Glossary, FindsEveryFormInATextOfItsOwn) {
  for (const Term& term : glossary()) {
    for (const std::string& form : term.forms) {
      const Found found = found_in(form);
      EXPECT_EQ(found, (Found{{form, term.id}})) << term.id;
    }
  }
}

// Whoever reads a term can go on from it, and comes to all of them.
TEST(Glossary, EveryTermLeadsToAKernelAndToOtherTerms) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  std::set<std::string> reached;
  for (const Term& term : glossary()) {
    EXPECT_FALSE(term.see.empty()) << term.id;
    for (const std::string& other : term.see) reached.insert(other);
    if (!term.open.empty()) {
      const Command* const command = commands.find(term.open);
      ASSERT_NE(command, nullptr) << term.id << ": " << term.open;
      EXPECT_TRUE(command->enabled()) << term.open;
      EXPECT_TRUE(term.open.starts_with("view.") || term.open.starts_with("multiprocessor."));
    }
    const Status shown = show_term(session, commands, term);
    EXPECT_TRUE(shown) << term.id << ": " << (shown ? "" : shown.error().message);
    EXPECT_EQ(session.options().request.kernel, term.kernel);
    for (const auto& [name, value] : term.parameters) {
      EXPECT_EQ(session.options().request.parameters.at(name), value) << term.id;
    }
    EXPECT_FALSE(title_of_lesson(session, term.kernel).empty()) << term.id;
    session.recording.cancel();
  }
  for (const char* id : {"thread", "warp", "bank", "degree", "barrier", "sector"}) {
    EXPECT_TRUE(reached.contains(id)) << "nothing leads to " << id;
  }
}

// A stride of bytes and a step of the block are one Russian word, as are a fence and a barrier.
TEST(Glossary, ARussianWordOfAnotherMeaningIsNotExplained) {
  for (const char* stride :
       {"Нити читают с шагом 16 слов.", "При шаге в 2 слова занят каждый второй банк.",
        "Начиная с шага 8 у каждой нити свой сектор.", "Это НОД шага и 32.",
        "Шаг обращения 32 хуже всего.", "Он ломает шаг обращения: 173.",
        "Нечётный шаг, при нечётном шаге.", "и шаг равен 33"}) {
    for (const auto& [word, term] : found_in(stride)) EXPECT_NE(term, "step") << stride;
  }
  EXPECT_EQ(found_in("барьеры памяти стоят"), (Found{{"барьеры памяти", "fence"}}));
  EXPECT_EQ(found_in("На каждом шаге, шаг 4 из 21, последний шаг."),
            (Found{{"шаге", "step"}, {"шаг", "step"}, {"шаг", "step"}}));
  EXPECT_EQ(found_in("Барьер держит нити."), (Found{{"Барьер", "barrier"}, {"нити", "lane"}}));
  EXPECT_EQ(found_in("Шаг 3 из 5"), (Found{{"Шаг", "step"}}));
}

// A pane draws lines: the word before, or behind, may stand on another one.
TEST(Glossary, AWordWhoseNeighbourIsOutOfSightIsNotExplained) {
  EXPECT_EQ(found_in("шагом 16 слов, и два банка"), (Found{{"слов", "word"}, {"банка", "bank"}}));
  EXPECT_EQ(found_in("потому что барьеры"), Found{});
  EXPECT_EQ(found_in("потому что барьеры."), (Found{{"барьеры", "barrier"}}));
}

TEST(Glossary, OfSeveralFormsTheLongestCounts) {
  EXPECT_EQ(found_in("an array in shared memory"), (Found{{"shared memory", "shared-memory"}}));
  EXPECT_EQ(found_in("нити варпа и нити блока"),
            (Found{{"нити варпа", "lane"}, {"нити блока", "thread"}}));
  EXPECT_EQ(found_in("a segmented scan"), (Found{{"segmented scan", "segmented-scan"}}));
  EXPECT_EQ(found_in("shared data, memory"), Found{});
}

TEST(Glossary, ATermMayBeTwoWords) {
  EXPECT_EQ(found_in("Какова степень конфликта?"), (Found{{"степень конфликта", "degree"}}));
  EXPECT_EQ(found_in("Их число — степень двойки."), Found{});
  EXPECT_EQ(found_in("По модели лишних волн 12."),
            (Found{{"По модели", "modelled"}, {"лишних волн", "excessive"}}));
  EXPECT_EQ(found_in("Лишние вычисления. Which degree?"), (Found{{"degree", "degree"}}));
}

TEST(Glossary, KnowsTheFormsInWhichRussianUsesAWord) {
  for (const auto& [word, term] : {std::pair{"рассылаются", "broadcast"},
                                   {"разослать", "broadcast"},
                                   {"резидентного", "resident"},
                                   {"идеалом", "ideal"},
                                   {"идеале", "ideal"},
                                   {"смоделировано", "modelled"},
                                   {"измерено", "measured"},
                                   {"лишние волны", "excessive"}}) {
    EXPECT_EQ(found_in(word), (Found{{word, term}}));
  }
}

TEST(Glossary, FindsWholeWordsInAnyCase) {
  EXPECT_EQ(found_in("Warp 0: 16 lanes, 8 wavefronts."),
            (Found{{"Warp", "warp"}, {"lanes", "lane"}, {"wavefronts", "wavefront"}}));
  EXPECT_EQ(found_in("8-way conflict"), (Found{{"8-way conflict", "conflict"}}));
  EXPECT_EQ(found_in("conflict-free"), (Found{{"conflict-free", "conflict-free"}}));
  EXPECT_EQ(found_in("planes of bank_stride, warping, N-ways"), Found{});
  EXPECT_EQ(
      found_in("Конфликт 8-го порядка: 16 НИТЕЙ, 2 Банка, 8 волн"),
      (Found{
          {"Конфликт", "conflict"}, {"НИТЕЙ", "lane"}, {"Банка", "bank"}, {"волн", "wavefront"}}));
  EXPECT_EQ(found_in(""), Found{});
  EXPECT_EQ(found_in("\xD0"), Found{}) << "cut off within a letter";
}

class ExplainingCanvasTest : public testing::Test {
 protected:
  ExplainingCanvas explaining(Point pointer) { return {below_, pointer}; }
  Fonts fonts_;
  RecordingCanvas below_{{0, 0, 400, 300}, fonts_};
  TextStyle style_{Face::sans, 14, {}};
};

TEST_F(ExplainingCanvasTest, FindsTheWordAtTheMouse) {
  const float before = fonts_.width("16 lanes want one ", style_);
  const float word = fonts_.width("bank", style_);
  for (const auto& [align, at] : {std::pair{Align::left, 10.0F},
                                  {Align::right, 10 + before + word},
                                  {Align::center, 10 + (before + word) / 2}}) {
    ExplainingCanvas canvas = explaining({10 + before + word / 2, 50});
    canvas.text({at, 50}, "16 lanes want one bank", style_, align);
    ASSERT_TRUE(canvas.pointed());
    EXPECT_EQ(canvas.pointed()->term->id, "bank");
    EXPECT_NEAR(canvas.pointed()->rect.x, 10 + before, 0.5F);
    EXPECT_NEAR(canvas.pointed()->rect.w, word, 0.5F);
  }
  ExplainingCanvas beside = explaining({10 + before / 2, 90});
  beside.text({10, 50}, "16 lanes want one bank", style_);
  EXPECT_FALSE(beside.pointed());
}

TEST_F(ExplainingCanvasTest, NotWhereItIsClippedAwayAndNotInCode) {
  ExplainingCanvas canvas = explaining({15, 50});
  {
    const Clip clip(canvas, {100, 0, 100, 100});
    canvas.text({10, 50}, "bank", style_);
  }
  canvas.text({10, 50}, "bank", {Face::mono, 14, {}});
  EXPECT_FALSE(canvas.pointed());
  canvas.text({10, 50}, "bank", style_);
  EXPECT_TRUE(canvas.pointed());
  EXPECT_EQ(below_.open_clips(), 0);
}

TEST_F(ExplainingCanvasTest, MarksTheFirstOfEachTermInAPane) {
  ExplainingCanvas canvas = explaining({-1, -1});
  const auto dots = [&](const char* text) {
    const std::size_t before = below_.fills().size();
    canvas.text({10, 50}, text, style_);
    return below_.fills().size() - before;
  };
  EXPECT_GT(dots("wavefront 1"), 5U);
  EXPECT_EQ(dots("wavefront 2"), 0U);
  EXPECT_GT(dots("bank"), 0U);
  canvas.next_pane();
  EXPECT_GT(dots("wavefront 1"), 5U);
  canvas.next_pane();
  EXPECT_TRUE(canvas.mark(false));
  EXPECT_EQ(dots("wavefront 1"), 0U);
}

}  // namespace
}  // namespace warpscope
