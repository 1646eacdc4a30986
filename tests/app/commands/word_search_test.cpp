#include "app/commands/word_search.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpscope {
namespace {

int score(std::string_view typed, std::string_view name, std::string_view others = {},
          std::string_view texts = {}) {
  const std::array<std::string_view, 1> names{name};
  return WordQuery(typed).score(search_words(names, others, texts));
}

TEST(WordSearch, WholeWordsComeBeforeBeginningsAndTheseBeforeParts) {
  EXPECT_GT(score("race", "a race"), score("rac", "a race"));
  EXPECT_GT(score("rac", "a race"), score("race", "a trace"));
  EXPECT_GT(score("race", "a trace"), 0);
  EXPECT_GT(score("race", "race"), score("race", "race condition")) << "typed as it stands";
  EXPECT_GT(score("scan", "scan of sums"), score("scan", "sums of a scan")) << "the first word";
}

TEST(WordSearch, NamesCountMoreThanOtherWordsAndTheseMoreThanTexts) {
  EXPECT_GT(score("bank", "the bank"), score("bank", "x", "bank"));
  EXPECT_GT(score("bank", "x", "bank"), score("bank", "x", "", "bank"));
  EXPECT_GT(score("bank", "x", "", "bank"), 0);
}

TEST(WordSearch, AnotherFormOfANameCountsLessThanATitle) {
  const std::array<std::string_view, 1> stride{"stride"}, titled{"Strided indexing"};
  const SearchWords term = search_words(stride, {}, {}, "stride strided"),
                    kernel = search_words(titled);
  EXPECT_GT(WordQuery("strided").score(kernel), WordQuery("strided").score(term));
  EXPECT_GT(WordQuery("stride").score(term), WordQuery("stride").score(kernel));
  EXPECT_GT(WordQuery("strided").score(term), 0);
}

TEST(WordSearch, AllWordsMustBeThereInAnyOrder) {
  EXPECT_GT(score("conflict bank", "bank conflict"), 0);
  EXPECT_GT(score("BANK  conf", "bank conflict"), 0);
  EXPECT_EQ(score("bank sector", "bank conflict"), 0);
  EXPECT_EQ(score("qqqq", "bank conflict"), 0);
  EXPECT_EQ(score("<<<", "bank conflict"), 0);
  EXPECT_TRUE(WordQuery("  ").empty());
}

TEST(WordSearch, KnowsRussian) {
  EXPECT_GT(score("скан", "Сканирование"), 0);
  EXPECT_GT(score("СКАН", "сканирование"), 0);
  EXPECT_GT(score("трехдиаг", "Трёхдиагональная система"), 0) << "е for ё";
  EXPECT_GT(score("трёх", "трехмерный"), 0);
  EXPECT_GT(score("гистограммы", "Гистограмма"), 0) << "another ending";
  EXPECT_EQ(score("нить", "нефть"), 0);
}

// One or two letters are within every other word.
TEST(WordSearch, ShortWordsOnlyBeginOthers) {
  EXPECT_EQ(score("an", "bank"), 0);
  EXPECT_GT(score("ba", "bank"), 0);
  EXPECT_EQ(score("ан", "банк"), 0);
}

TEST(WordSearch, NamesOfCodeAreWords) {
  EXPECT_GT(score("bank_stride", "bank_stride"), score("stride", "bank_stride"));
  EXPECT_GT(score("__syncthreads", "x", "__syncthreads"), 0);
  EXPECT_GT(score("syncthreads()", "x", "__syncthreads"), 0);
  EXPECT_GT(score("stride", "bank_stride"), 0);
}

}  // namespace
}  // namespace warpscope
