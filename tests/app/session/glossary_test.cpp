#include "app/session/glossary.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "app/ui/explaining_canvas.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"

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

TEST(Glossary, ExplainsTheWordsOfEveryPictureInBothLanguages) {
  for (const char* id :
       {"warp", "lane", "bank", "wavefront", "sector", "barrier", "conflict", "coalescing"}) {
    ASSERT_NE(find_term(id), nullptr) << id;
  }
  std::set<std::string> forms;
  for (const Term& term : glossary()) {
    for (const std::string_view language : {"en", "ru"}) {
      const InLanguage scope(*find_language(language));
      EXPECT_FALSE(term.name().empty()) << term.id;
      EXPECT_TRUE(term.meaning().ends_with('.')) << term.id;
      EXPECT_LE(term.meaning().size(), language == "en" ? 220U : 400U) << term.id;
    }
    std::istringstream words{std::string(term.forms)}, pairs{std::string(term.pairs)};
    const auto check = [&](const std::string& form) {
      EXPECT_TRUE(forms.insert(form).second) << form << " stands for two terms";
      EXPECT_EQ(found_in(form), (Found{{form, std::string(term.id)}}));
    };
    for (std::string form; words >> form;) check(form);
    for (std::string pair; std::getline(pairs >> std::ws, pair, ',');) check(pair);
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
  EXPECT_EQ(found_in("барьеры памяти стоят"), Found{});
  EXPECT_EQ(found_in("На каждом шаге, шаг 4 из 21, последний шаг."),
            (Found{{"шаге", "step"}, {"шаг", "step"}, {"шаг", "step"}}));
  EXPECT_EQ(found_in("Барьер держит нити."), (Found{{"Барьер", "barrier"}, {"нити", "lane"}}));
  EXPECT_EQ(found_in("Шаг 3 из 5"), (Found{{"Шаг", "step"}}));
}

// A pane draws lines: the word before, or behind, may stand on another one.
TEST(Glossary, AWordWhoseNeighbourIsOutOfSightIsNotExplained) {
  EXPECT_EQ(found_in("шагом 16 слов, и два банка"), (Found{{"банка", "bank"}}));
  EXPECT_EQ(found_in("потому что барьеры"), Found{});
  EXPECT_EQ(found_in("потому что барьеры."), (Found{{"барьеры", "barrier"}}));
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
