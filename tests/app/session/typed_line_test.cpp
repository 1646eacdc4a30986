#include "app/session/typed_line.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpscope {
namespace {

const std::vector<SourceFile>& files() {
  static const std::vector<SourceFile> two{{"src/sum.cu", "a\nb\nc\n"},
                                           {"include/tile.cuh", "a\nb"}};
  return two;
}

TEST(TypedLine, IsOneOfThePresentFileOrOfOneThatIsNamed) {
  for (const char* text : {":3", "line 3", " line3 ", ": 3"}) {
    const auto line = parse_line(files(), 0, false, text);
    ASSERT_TRUE(line && line->ok()) << text;
    EXPECT_EQ(line->value().file, 0U);
    EXPECT_EQ(line->value().line, 3U);
  }
  for (const char* text : {"tile.cuh:2", "include/tile.cuh: 2"}) {
    const auto line = parse_line(files(), 0, false, text);
    ASSERT_TRUE(line && line->ok()) << text;
    EXPECT_EQ(line->value().file, 1U);
    EXPECT_EQ(line->value().line, 2U);
  }
}

TEST(TypedLine, ANumberAloneIsOneWhereLinesAreAskedFor) {
  EXPECT_FALSE(parse_line(files(), 0, false, "2"));
  const auto line = parse_line(files(), 1, true, "2");
  ASSERT_TRUE(line && line->ok());
  EXPECT_EQ(line->value().file, 1U);
  for (const char* text : {"#2", "step 2", "launch 1", ""}) {
    EXPECT_FALSE(parse_line(files(), 0, true, text)) << text;
  }
}

TEST(TypedLine, WhatIsNotThereIsToldWithWhatIs) {
  const auto error = [](std::string_view text) {
    const auto line = parse_line(files(), 1, true, text);
    return line && !line->ok() ? line->error().message : std::string("accepted");
  };
  EXPECT_NE(error("3").find("from 1 to 2"), std::string::npos);
  EXPECT_NE(error("0").find("from 1 to 2"), std::string::npos);
  EXPECT_NE(error(":99999999999999999999").find("from 1 to 2"), std::string::npos);
  EXPECT_NE(error("um.cu:1").find("src/sum.cu, include/tile.cuh"), std::string::npos);
  const auto none = parse_line({}, 0, true, "1");
  EXPECT_TRUE(none && !none->ok());
}

}  // namespace
}  // namespace warpscope
