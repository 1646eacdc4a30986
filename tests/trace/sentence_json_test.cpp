#include "instrumentation/trace/sentence_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

Sentence read_again(const Sentence& sentence) {
  Json json;
  write_sentence(json, "message", sentence);
  return read_sentence(Json::parse(json.dump()), "message", 500);
}

/// What is read where "message" says `english` and "message_said" is `said`.
Sentence read(const std::string& english, const Json& said) {
  return read_sentence({{"message", english}, {"message_said", said}}, "message", 500);
}

TEST(SentenceJson, ReadsWhatItWrote) {
  for (const Sentence& sentence :
       {say("It ended."), say("line {}", 41),
        say("{0} {1:#x} {2:g} {3}", "a", 255U, 3.0, Grouped(1 << 20)),
        say_n("{0} lane of {1}", "{0} lanes of {1}", 2, "w"), say_c("a colour", "red"),
        say("{0}, but {1}.", say("Thread {0}", say("({0})", 1)), say("it {}", "ends")),
        say("{}", std::uint64_t{18'446'744'073'709'551'615U}), say("{:g}", -0.5),
        Sentence(std::string("what a compiler {0} said")), Sentence()}) {
    EXPECT_EQ(read_again(sentence), sentence) << sentence.english();
  }
}

TEST(SentenceJson, SaysItInEnglishWhoeverWrites) {
  const InLanguage speaking(pseudo_language);
  Json json;
  write_sentence(json, "text", say("copies {0} to {1}", "4 int", "a"));
  EXPECT_EQ(json["text"], "copies 4 int to a");
  EXPECT_EQ(json["text_said"], (Json{{"id", "copies {0} to {1}"}, {"with", {"4 int", "a"}}}));
  Json data;
  write_sentence(data, "text", Sentence(std::string("a.cu")));
  EXPECT_EQ(data, (Json{{"text", "a.cu"}}));
}

TEST(SentenceJson, ReadsAnOldFile) {
  const Sentence sentence = read_sentence({{"message", "Thread 3 ends."}}, "message", 500);
  EXPECT_TRUE(sentence.is_data());
  EXPECT_EQ(sentence.text(), "Thread 3 ends.");
}

TEST(SentenceJson, TrustsOnlyWhatSaysTheSame) {
  const Json said = {{"id", "line {}"}, {"with", {41}}};
  EXPECT_FALSE(read("line 41", said).is_data());
  EXPECT_TRUE(read("line 42", said).is_data());
  EXPECT_EQ(read("line 42", said).text(), "line 42");
}

TEST(SentenceJson, TakesTheEnglishTextOfHostileOnes) {
  Json deep = {{"id", "{}"}, {"with", {"x"}}};
  for (int k = 0; k < 10; ++k) deep = {{"id", "{}"}, {"with", {deep}}};
  Json many = {{"id", "x"}, {"with", Json::array()}};
  for (int k = 0; k < 40; ++k) many["with"].push_back(k);
  for (const Json& said : {
           Json(3),
           Json("x"),
           Json::object(),
           Json{{"id", 3}},
           Json{{"id", "x {}"}, {"with", Json::array()}},
           Json{{"id", "x {0}{0}{0}"}, {"with", {""}}},
           Json{{"id", "x {1}"}, {"with", {1}}},
           Json{{"id", "x {0:>1000000000}"}, {"with", {1}}},
           Json{{"id", "x {:{}}"}, {"with", {1, 1}}},
           Json{{"id", "x {0:x}"}, {"with", {"text"}}},
           Json{{"id", "x {"}, {"with", {1}}},
           Json{{"id", "x }"}, {"with", {1}}},
           Json{{"id", "x {99999999999999999999}"}, {"with", {1}}},
           Json{{"id", "x {name}"}, {"with", {1}}},
           Json{{"id", "x"}, {"many", "x"}},
           Json{{"id", "x"}, {"many", "x"}, {"with", {"no number"}}},
           Json{{"id", std::string(100'000, 'x')}},
           Json{{"id", "x"}, {"context", {1}}},
           Json{{"id", "{}"}, {"with", {{{"grouped", "1e9"}}}}},
           Json{{"id", "{}"}, {"with", {nullptr}}},
           deep,
           many,
       }) {
    const Sentence sentence = read("x", said);
    EXPECT_TRUE(sentence.is_data()) << said;
    EXPECT_EQ(sentence.text(), "x") << said;
  }
}

TEST(SentenceJson, ReplacesWhatDoesHarm) {
  const Sentence sentence = read("in \xef\xbf\xbd[2J", {{"id", "in {}"}, {"with", {"\x1b[2J"}}});
  EXPECT_FALSE(sentence.is_data());
  EXPECT_EQ(sentence.text(), "in \xef\xbf\xbd[2J");
}

}  // namespace
}  // namespace warpscope
