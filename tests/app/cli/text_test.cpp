#include <gtest/gtest.h>

#include <sstream>

#include "app/cli/table.hpp"
#include "instrumentation/run/numbers.hpp"

namespace warpscope {
namespace {

TEST(CliTable, AlignsByCharactersNotBytes) {
  Table table("lr");
  table.row({"a–b", "1"});
  table.row({"abcd", "234"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "a–b     1\nabcd  234\n");
}

TEST(CliTable, LeavesNoBlanksAtTheEnd) {
  Table table("ll");
  table.row({"a", ""});
  table.row({"b", "long"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "a\nb  long\n");
}

TEST(CliText, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "ab…");
  EXPECT_EQ(shortened("××××", 3), "××…");
}

TEST(CliText, WrapsBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 8), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", 8, "  "), "one two\n  three");
  EXPECT_EQ(wrapped("one\ntwo", 80), "one\ntwo");
  EXPECT_EQ(wrapped("unbreakable", 3), "unbreakable");
  EXPECT_EQ(wrapped("", 3), "");
}

TEST(CliNumbers, AreWholeOrPowersOfTwo) {
  EXPECT_EQ(parse_number("n", "12", 1).value(), 12);
  EXPECT_EQ(parse_number("n", "2^20", 1).value(), 1 << 20);
  for (const char* bad : {"", "x", "1.5", "2^", "2^-1", "2^63", "99999999999999999999", " 1"}) {
    EXPECT_FALSE(parse_number("n", bad, 0)) << bad;
  }
  EXPECT_FALSE(parse_number("n", "0", 1));
  EXPECT_FALSE(parse_number("n", "9", 1, 8));
}

TEST(CliNumbers, SeedsTakeAllOf64Bits) {
  EXPECT_EQ(parse_seed("s", "18446744073709551615").value(), 18446744073709551615ULL);
  EXPECT_FALSE(parse_seed("s", "18446744073709551616"));
  EXPECT_FALSE(parse_seed("s", "-1"));
}

TEST(CliNumbers, RangesGrow) {
  EXPECT_EQ(parse_range("r", "2:2^4", 0)->last, 16);
  EXPECT_EQ(parse_range("r", "5", 0)->first, 5);
  EXPECT_FALSE(parse_range("r", "5:4", 0));
  EXPECT_FALSE(parse_range("r", "5:", 0));
}

}  // namespace
}  // namespace warpscope
