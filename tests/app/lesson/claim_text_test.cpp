#include "app/lesson/claim_text.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

std::string plain(std::string_view text, bool english) {
  const auto figure = written_figure(text, 0, english);
  return figure ? figure->plain + "|" + std::string(text.substr(figure->end)) : "none";
}

TEST(WrittenFigure, IsReadAsItsLanguageWritesIt) {
  EXPECT_EQ(plain("1,024 numbers", true), "1024| numbers");
  EXPECT_EQ(plain("1,234,567.25.", true), "1234567.25|.");
  EXPECT_EQ(plain("0, 32, 64", true), "0|, 32, 64");
  EXPECT_EQ(plain("8.", true), "8|.");
  EXPECT_EQ(plain("10,24", true), "10|,24") << "no group of three digits";
  EXPECT_EQ(plain("1024,512", true), "1024|,512") << "a group has at most three before it";
  EXPECT_EQ(plain("0,034 мс", false), "0.034| мс");
  EXPECT_EQ(plain("0,020; 0,029", false), "0.020|; 0,029");
  EXPECT_EQ(plain("1\u202f024 чисел", false), "1024| чисел");
  EXPECT_EQ(plain("32\u00a0768", false), "32768|");
  EXPECT_EQ(plain("32 768", false), "32| 768") << "a blank at which a line may break";
  EXPECT_EQ(plain("x", true), "none");
  EXPECT_FALSE(written_figure("512", 1, true)) << "the number began before";
}

TEST(FindClaim, FindsWordsWhateverTheFiguresAre) {
  const auto matches = find_claim("So 1,024 lanes wait 0.5 ms,\nand 2 lanes wait 3 ms.",
                                  "{} lanes wait {} ms", true);
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].figures[0].plain, "1024");
  EXPECT_EQ(matches[0].figures[1].digits, 1);
  EXPECT_EQ(matches[1].figures[1].plain, "3");
  EXPECT_TRUE(find_claim("two lanes wait 3 ms", "{} lanes wait", true).empty());
  EXPECT_EQ(find_claim("lanes\u00a0wait\nhere", "lanes wait here", true).size(), 1U);
}

TEST(FindClaim, OrdersFieldsByTheirNumbers) {
  const auto matches = find_claim("8 of 4, 8", "{1} of {0}, {1}", true);
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].fields, (std::vector<std::size_t>{1, 0, 1}));
  EXPECT_EQ(count_fields("{1} of {0}, {1}"), 2U);
  EXPECT_EQ(count_fields("{} of {}"), 2U);
  EXPECT_EQ(count_fields("{x} of {123} {"), 0U);
}

std::vector<std::string> unclaimed(std::string_view text, std::vector<CoveredSpan> covered = {},
                                   std::vector<double> known = {}) {
  return unclaimed_sentences(text, covered, known);
}

TEST(UnclaimedSentences, AreThoseWithANumberOrACause) {
  EXPECT_EQ(unclaimed("Lanes wait. They take 9 wavefronts. All is well."),
            (std::vector<std::string>{"They take 9 wavefronts."}));
  EXPECT_EQ(unclaimed("So lanes wait. Lanes wait because others run.").size(), 2U);
  EXPECT_TRUE(unclaimed("So many lanes, so that all work.").empty());
  EXPECT_TRUE(unclaimed("Why do they wait?").empty()) << "a question says nothing";
}

TEST(UnclaimedSentences, AreNotThoseThatAClaimCoversOrThatRepeatTheRun) {
  EXPECT_TRUE(unclaimed("They take 9 wavefronts.", {{0, 22}}).empty());
  EXPECT_EQ(unclaimed("They take 9 wavefronts, 8 here.", {{0, 22}}).size(), 1U);
  EXPECT_TRUE(unclaimed("64 numbers.", {}, {64}).empty());
  EXPECT_TRUE(unclaimed("An H200 and lane 16 want data[33] on GPUs of 5.x.").empty());
}

}  // namespace
}  // namespace warpscope
