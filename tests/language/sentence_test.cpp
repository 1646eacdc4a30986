#include "instrumentation/language/sentence.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

std::string in(int language, const Sentence& sentence) {
  const InLanguage speaking(language);
  return sentence.text();
}
int russian() { return find_language("ru").value(); }

TEST(Sentence, IsReadInTheLanguageOfTheReader) {
  const Sentence sentence = say("line {}", 41);
  EXPECT_EQ(in(english, sentence), "line 41");
  EXPECT_TRUE(in(pseudo_language, sentence).starts_with("⟦line 41"));
  const InLanguage speaking(pseudo_language);
  EXPECT_EQ(sentence.english(), "line 41") << "whatever is spoken";
}

TEST(Sentence, FillsFieldsAsFmtDoes) {
  EXPECT_EQ(say("{1} of {0}: {2:#x}, {3:.2g}", 7, "b", 255U, 0.125).english(),
            "b of 7: 0xff, 0.12");
  EXPECT_EQ(say("{} apart", std::uint64_t{18'446'744'073'709'551'615U}).english(),
            "18446744073709551615 apart");
  EXPECT_EQ(say("no {field}").english(), "no {field}") << "a message without fields";
}

TEST(Sentence, GroupsDigitsAsTheReaderDoes) {
  const Sentence sentence = say("{} bytes", Grouped(-5242880));
  EXPECT_EQ(sentence.english(), "-5,242,880 bytes");
  EXPECT_NE(in(russian(), sentence).find("-5\u202f242\u202f880"), std::string::npos);
}

TEST(Sentence, HasAFormForEachNumber) {
  const auto lanes = [](std::int64_t count) {
    return say_n("{0} lane waits", "{0} lanes wait", count).english();
  };
  EXPECT_EQ(lanes(1), "1 lane waits");
  EXPECT_EQ(lanes(0), "0 lanes wait");
  // A message of the catalogue with three forms.
  const auto form = [](std::int64_t count) {
    return in(russian(), say_n("Copied {1} line of {2}.", "Copied {1} lines of {2}.", count,
                               Grouped(count), "a.cu"));
  };
  EXPECT_NE(form(1), form(2));
  EXPECT_NE(form(2).find('2'), std::string::npos);
  EXPECT_EQ(form(1).find("Copied"), std::string::npos);
}

TEST(Sentence, HoldsSentences) {
  const Sentence sentence = say("{0} on {1}.", say("Thread {0}", 3), say("line {}", 41));
  EXPECT_EQ(sentence.english(), "Thread 3 on line 41.");
  const std::string pseudo = in(pseudo_language, sentence);
  EXPECT_NE(pseudo.find("⟦Thread 3"), std::string::npos) << pseudo;
  EXPECT_NE(pseudo.find("⟦line 41"), std::string::npos) << pseudo;
}

TEST(Sentence, LeavesDataAsItIs) {
  const Sentence data(std::string("error: {0} is no type"));
  EXPECT_TRUE(data.is_data());
  EXPECT_EQ(in(pseudo_language, data), "error: {0} is no type");
  EXPECT_TRUE(Sentence().empty());
  EXPECT_EQ(in(pseudo_language, Sentence()), "");
}

TEST(Sentence, IsEqualIfItSaysTheSameOfTheSame) {
  EXPECT_EQ(say("line {}", 41), say("line {}", std::uint64_t{41}));
  EXPECT_NE(say("line {}", 41), say("line {}", 42));
  EXPECT_NE(say("line {}", 41), Sentence(std::string("line 41"))) << "it is read in one language";
  EXPECT_NE(say("line {}", 41), say("line {}", Grouped(41)));
  EXPECT_EQ(say("{}!", Sentence(std::string("a"))), say("{}!", "a")) << "data is a text";
}

TEST(Sentence, SaysTheSameOfSomethingElse) {
  const Sentence sentence = say("{0} reads {1}.", say("Thread {0}", "a[1]"), "a[1]");
  EXPECT_EQ(sentence.replaced("a[1]", "b[2]").english(), "Thread b[2] reads b[2].");
  EXPECT_EQ(Sentence(std::string("It reads a[1].")).replaced("a[1]", "b").english(), "It reads b.");
}

}  // namespace
}  // namespace warpscope
