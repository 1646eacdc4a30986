#include "app/subject/command_words.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using WordList = std::vector<std::string>;

TEST(CommandWords, AreSplitAsAShellSplitsThem) {
  const auto words = [](std::string_view text) {
    const auto split = split_words(text);
    return split ? split.value() : WordList{"error: " + split.error().message};
  };
  EXPECT_EQ(words(""), WordList{});
  EXPECT_EQ(words("  4096\t-v "), (WordList{"4096", "-v"}));
  EXPECT_EQ(words("\"two words\" 'it is' a\\ b"), (WordList{"two words", "it is", "a b"}));
  EXPECT_EQ(words("\"\" x''y"), (WordList{"", "xy"}));
  EXPECT_EQ(words("'a\\b' \"c\\\"d\""), (WordList{"a\\b", "c\"d"}));
  EXPECT_EQ(words("a\\"), WordList{"a\\"});
  EXPECT_EQ(words("$HOME *.cu | cat"), (WordList{"$HOME", "*.cu", "|", "cat"}));
}

TEST(CommandWords, NeedTheirQuotesClosed) {
  const auto split = split_words("one \"two");
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().message, "A quote \" is not closed: one \"two");
}

TEST(CommandWords, AreTheSameAfterTheyWereWrittenAndSplit) {
  const WordList words{"4096",        "two words", "",    "a\"b",
                       "back\\slash", "'quoted'",  "ünï", "BLOCK=128"};
  const auto split = split_words(quoted_words(words));
  ASSERT_TRUE(split);
  EXPECT_EQ(split.value(), words);
  EXPECT_EQ(quoted_words(WordList{"BLOCK=128", "-v"}), "BLOCK=128 -v");
}

}  // namespace
}  // namespace warpscope
