#include "instrumentation/trace/number_text.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(NumberText, SetsThousandsApart) {
  EXPECT_EQ(whole_text(0, false), "0");
  EXPECT_EQ(whole_text(999, true), "999");
  EXPECT_EQ(whole_text(1024, false), "1,024");
  EXPECT_EQ(whole_text(1024, true), "1\u202f024");
  EXPECT_EQ(whole_text(65536, true), "65\u202f536");
  EXPECT_EQ(whole_text(-5242880, false), "-5,242,880");
  EXPECT_EQ(whole_text(-5242880, true), "-5\u202f242\u202f880");
}

TEST(NumberText, WritesThePointOfTheLanguage) {
  EXPECT_EQ(fixed_text(0.8, 1, false), "0.8");
  EXPECT_EQ(fixed_text(0.8, 1, true), "0,8");
  EXPECT_EQ(fixed_text(1379.456, 2, false), "1,379.46");
  EXPECT_EQ(fixed_text(1379.456, 2, true), "1\u202f379,46");
  EXPECT_EQ(fixed_text(-0.0625, 4, true), "-0,0625");
  EXPECT_EQ(fixed_text(12, 0, true), "12");
  EXPECT_EQ(fixed_text(1378.5, 0, false), "1,379") << "halves go up";
}

TEST(NumberText, KeepsNoDigitThatSaysNothing) {
  EXPECT_EQ(short_text(0.5, 3, true), "0,5");
  EXPECT_EQ(short_text(2000, 6, false), "2,000");
  EXPECT_EQ(short_text(2000, 6, true), "2\u202f000");
}

TEST(NumberText, LeavesAnExponentAsItIs) {
  EXPECT_EQ(number_text("1.5e-6", true), "1,5e-6");
  EXPECT_EQ(number_text("1e16", false), "1e16");
  EXPECT_EQ(number_text("inf", true), "inf");
}

}  // namespace
}  // namespace warpscope
