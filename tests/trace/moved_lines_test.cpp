#include "instrumentation/trace/moved_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace warpscope {
namespace {

using Lines = std::vector<std::uint32_t>;

TEST(MovedLines, StayInTextsThatAreEqual) {
  EXPECT_EQ(moved_lines("a\nb\nc\n", "a\nb\nc\n"), (Lines{0, 1, 2, 3}));
  EXPECT_EQ(moved_lines("a\nb", "a\nb\n"), (Lines{0, 1, 2}));
  EXPECT_EQ(moved_lines("", ""), (Lines{0}));
}

TEST(MovedLines, FollowLinesThatAreInsertedAndTakenAway) {
  EXPECT_EQ(moved_lines("a\nb\nc\n", "x\na\nb\ny\nc\n"), (Lines{0, 2, 3, 5}));
  EXPECT_EQ(moved_lines("a\nx\nb\ny\nc\n", "a\nb\nc\n"), (Lines{0, 1, 2, 2, 3, 3}));
}

TEST(MovedLines, TakeWhatCameInPlaceOfALine) {
  EXPECT_EQ(moved_lines("a\nold\nc\n", "a\nnew\nc\n"), (Lines{0, 1, 2, 3}));
  EXPECT_EQ(moved_lines("a\none\ntwo\nc\n", "a\nnew\nc\n"), (Lines{0, 1, 2, 2, 3}));
  EXPECT_EQ(moved_lines("a\nold\nc\n", "a\none\ntwo\nc\n"), (Lines{0, 1, 2, 4}));
}

TEST(MovedLines, DoNotMindBlanksAtTheEndsOfLines) {
  EXPECT_EQ(moved_lines("if (x)\n  y();\n", "// a remark\nif (x) \r\n\ty();\n"), (Lines{0, 2, 3}));
}

TEST(MovedLines, HaveAPlaceEvenIfLittleIsLeft) {
  EXPECT_EQ(moved_lines("a\nb\nc\n", "x\n"), (Lines{0, 1, 1, 1}));
  EXPECT_EQ(moved_lines("a\nb\nc\n", "a\n"), (Lines{0, 1, 1, 1}));
  EXPECT_EQ(moved_lines("a\nb\n", ""), (Lines{0, 0, 0}));
}

TEST(LineSpans, AreAllThatCameInALinesPlace) {
  const auto spans = [](std::string_view before, std::string_view after) {
    std::string text;
    for (const LineSpan& span : line_spans(before, after)) {
      text += std::to_string(span.first) + "-" + std::to_string(span.end) + " ";
    }
    return text;
  };
  EXPECT_EQ(spans("a\nb\n", "a\nb\n"), "0-0 1-2 2-3 ");
  EXPECT_EQ(spans("a\nold\nc\n", "a\none\ntwo\nc\n"), "0-0 1-2 2-4 4-5 ");
  EXPECT_EQ(spans("a\none\ntwo\nc\n", "a\nnew\nc\n"), "0-0 1-2 2-3 2-3 3-4 ");
  EXPECT_EQ(spans("a\ngone\nc\n", "a\nc\n"), "0-0 1-2 2-2 2-3 ");
}

TEST(MovedLines, OfLongTextsThatHaveNothingInCommonAreFoundFast) {
  std::string before, after;
  for (int k = 0; k < 5000; ++k) {
    before += "old " + std::to_string(k) + "\n";
    after += "new " + std::to_string(k) + "\n";
  }
  const Lines moved =
      moved_lines("head\n" + before + "tail\n", "head\n" + after + after + "tail\n");
  EXPECT_EQ(moved[1], 1U);
  EXPECT_EQ(moved[2], 2U);
  EXPECT_EQ(moved.back(), 10002U);
}

}  // namespace
}  // namespace warpscope
