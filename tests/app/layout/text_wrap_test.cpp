#include "app/layout/text_wrap.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace warpscope {
namespace {

std::vector<std::string_view> wrapped(std::string_view text, float room) {
  return wrap_text(text, room, 9,
                   [](std::string_view part) { return static_cast<float>(part.size()); });
}

TEST(WrapText, KeepsANumberAndItsPercentSignTogether) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(wrapped("the multipliers are 88 % busy", 22),
            (Lines{"the multipliers are", "88 % busy"}));
  EXPECT_EQ(wrapped("are 88 %", 6), (Lines{"are", "88 %"}));
  EXPECT_EQ(wrapped("88 %", 2), Lines{"88 %"});
  EXPECT_EQ(wrapped("lane % 32", 4), (Lines{"lane", "% 32"})) << "no number stands before it";
}

TEST(WrapText, LeavesABlankThatDoesNotBreak) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(wrapped("a word and 32\u00a0·\u00a04 bytes", 16),
            (Lines{"a word and", "32\u00a0·\u00a04 bytes"}));
  EXPECT_EQ(wrapped("32\u00a0·\u00a04", 3), Lines{"32\u00a0·\u00a04"});
}

TEST(WrapText, LeavesFormulasWholeWhereLinesStayLong) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(wrapped("the middle is n / 2 + 1 here", 19),
            (Lines{"the middle is", "n / 2 + 1 here"}));
  EXPECT_EQ(wrapped("pairs are added: (f, x) + (g, y) as one", 29),
            (Lines{"pairs are added:", "(f, x) + (g, y) as one"}));
  EXPECT_EQ(wrapped("s = a + b + c + d + e + f", 12), (Lines{"s = a + b +", "c + d + e +", "f"}))
      << "which has no room";
  EXPECT_EQ(wrapped("a remark (which is longer than a formula) in it", 20),
            (Lines{"a remark (which is", "longer than a", "formula) in it"}));
}

TEST(WrapText, RatherBreaksAFormulaThanCutsTheText) {
  const auto measure = [](std::string_view part) { return static_cast<float>(part.size()); };
  constexpr std::string_view text = "the middle is n / 2 + 1 here and there";
  const auto lines = wrap_text(text, 19, 2, measure);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "the middle is n / 2");
  EXPECT_LE(lines[1].size(), 19U);
}

}  // namespace
}  // namespace warpscope
