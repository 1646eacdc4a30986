#include "instrumentation/trace/printable.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Printable, LeavesOrdinaryTextOfAnyLanguageAlone) {
  for (const char* text : {"", "data[tid] += x;", "Редукция, s = 8", "‖A‖ ≤ 1 → 𝕏", "two words"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(printable_lines(text), text);
    EXPECT_EQ(quotable(text), text);
    EXPECT_EQ(printable_message(text), text);
    EXPECT_EQ(escaped_in_json(text), text);
  }
}

TEST(Printable, ReplacesWhatMovesACursorOrTurnsTheText) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\ufffd[31mb");
  EXPECT_EQ(printable("\x1b]0;title\x07"), "\ufffd]0;title\ufffd");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\ufffdb");
  EXPECT_EQ(printable("\x7f"), "\ufffd");
  EXPECT_EQ(printable("\u009b"), "\ufffd") << "C1: a CSI of its own";
  for (const char* mark :
       {"\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u2028", "\u2029"}) {
    EXPECT_EQ(printable(mark), "\ufffd");
  }
  EXPECT_EQ(printable("a\rb"), "a\ufffdb");
}

TEST(Printable, IsOneLineUnlessSeveralAreMeant) {
  EXPECT_EQ(printable("a\nb\tc\r\nd"), "a b c d");
  EXPECT_EQ(printable_lines("a\nb\tc\r\nd"), "a\nb\tc\nd");
}

TEST(Printable, ReplacesEachByteThatIsNoUtf8) {
  EXPECT_EQ(printable("\xff"), "\ufffd");
  EXPECT_EQ(printable("\xc0\xaf"), "\ufffd\ufffd") << "overlong";
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\ufffd\ufffd\ufffd") << "overlong";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\ufffd\ufffd\ufffd") << "a surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\ufffd\ufffd\ufffd\ufffd") << "beyond U+10FFFF";
  EXPECT_EQ(printable("a\xe2\x82"), "a\ufffd\ufffd") << "cut short";
  EXPECT_EQ(printable("\xe2\x82z"), "\ufffd\ufffdz");
}

TEST(Quotable, ClipsAndCounts) {
  EXPECT_EQ(quotable("abc", 3), "abc");
  EXPECT_EQ(quotable("abcd", 3), "abc… (4 characters)");
  EXPECT_EQ(quotable("яяяя", 3), "яяя… (4 characters)");
  EXPECT_EQ(quotable(std::string(5'242'880, '7'), 2), "77… (5,242,880 characters)");
  EXPECT_EQ(quotable("\x1b\x1b\x1b", 2), "\ufffd\ufffd… (3 characters)");
}

TEST(PrintableMessage, ClipsWordsThatNoPathHas) {
  const std::string path(4000, 'p');
  EXPECT_EQ(printable_message(path + " is\nmissing."), path + " is\nmissing.");
  const std::string said = printable_message("The token " + std::string(10'000, 'x') + " is bad.");
  EXPECT_LT(said.size(), 200U);
  EXPECT_NE(said.find("(10,000 characters) is bad."), std::string::npos) << said;
}

TEST(EscapedInJson, KeepsWhatItMayNotShow) {
  EXPECT_EQ(escaped_in_json("\"\u202e\x7f\u009b\""), "\"\\u202e\\u007f\\u009b\"");
  EXPECT_EQ(escaped_in_json("\"я\""), "\"я\"");
}

TEST(Printable, LargeNumbersAreGrouped) {
  EXPECT_EQ(grouped(7), "7");
  EXPECT_EQ(grouped(1234), "1,234");
  EXPECT_EQ(grouped(123456), "123,456");
  EXPECT_EQ(grouped(1073741824), "1,073,741,824");
}

}  // namespace
}  // namespace warpscope
