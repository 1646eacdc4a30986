#include "instrumentation/language/number_text.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

class NumberText : public testing::Test {
 protected:
  InLanguage speaking_{english};
};
class RussianNumberText : public testing::Test {
 protected:
  InLanguage speaking_{find_language("ru").value()};
};

TEST_F(NumberText, SetsThousandsApart) {
  EXPECT_EQ(whole_text(0), "0");
  EXPECT_EQ(whole_text(1024), "1,024");
  EXPECT_EQ(whole_text(-5242880), "-5,242,880");
}

TEST_F(RussianNumberText, SetsThousandsApartByANarrowSpace) {
  EXPECT_EQ(whole_text(999), "999");
  EXPECT_EQ(whole_text(1024), "1\u202f024");
  EXPECT_EQ(whole_text(65536), "65\u202f536");
  EXPECT_EQ(whole_text(-5242880), "-5\u202f242\u202f880");
}

TEST_F(NumberText, HasAPoint) {
  EXPECT_EQ(fixed_text(0.8, 1), "0.8");
  EXPECT_EQ(fixed_text(1379.456, 2), "1,379.46");
  EXPECT_EQ(fixed_text(1378.5, 0), "1,379") << "halves go up";
}

TEST_F(RussianNumberText, HasAComma) {
  EXPECT_EQ(fixed_text(0.8, 1), "0,8");
  EXPECT_EQ(fixed_text(1379.456, 2), "1\u202f379,46");
  EXPECT_EQ(fixed_text(-0.0625, 4), "-0,0625");
  EXPECT_EQ(fixed_text(12, 0), "12");
}

TEST_F(RussianNumberText, KeepsNoDigitThatSaysNothing) {
  EXPECT_EQ(short_text(0.5, 3), "0,5");
  EXPECT_EQ(short_text(2000, 6), "2\u202f000");
}

TEST_F(RussianNumberText, LeavesAnExponentAsItIs) {
  EXPECT_EQ(number_text("1.5e-6"), "1,5e-6");
  EXPECT_EQ(number_text("1e16"), "1e16");
  EXPECT_EQ(number_text("inf"), "inf");
}

TEST(PseudoNumberText, IsNoMessage) {
  const InLanguage speaking(pseudo_language);
  EXPECT_EQ(fixed_text(1379.456, 2), "1,379.46");
}

}  // namespace
}  // namespace warpscope
