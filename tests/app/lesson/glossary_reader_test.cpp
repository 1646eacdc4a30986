#include "app/lesson/glossary_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

constexpr std::string_view topic = R"yaml(- topic: {en: "Banks", ru: "Банки"}
  terms:
)yaml";
constexpr std::string_view bank = R"yaml(    - id: bank
      name: {en: "bank", ru: "банк"}
      forms: {en: "bank(|s)", ru: "банк(|а|и)"}
      text: {en: "A bank.", ru: "Банк."}
      show: {kernel: bank_stride, parameters: {stride: 4}, open: view.banks}
)yaml";

std::vector<Mistake> mistakes_in(const std::string& text) {
  std::vector<Mistake> mistakes;
  (void)read_glossary(text, "glossary.yaml", mistakes);
  return mistakes;
}

/// The only mistake of a text: its line and words.
void expect_mistake(const std::string& text, int line, std::string_view part) {
  const std::vector<Mistake> mistakes = mistakes_in(text);
  ASSERT_EQ(mistakes.size(), 1U) << part;
  EXPECT_EQ(mistakes.front().line, line) << mistakes.front().message;
  EXPECT_NE(mistakes.front().message.find(part), std::string::npos) << mistakes.front().message;
}

std::string with(std::string_view from, std::string_view to) {
  std::string text = std::string(topic) + std::string(bank);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(GlossaryReader, ReadsATerm) {
  std::vector<Mistake> mistakes;
  const Glossary read =
      read_glossary(std::string(topic) + std::string(bank), "glossary.yaml", mistakes);
  ASSERT_TRUE(mistakes.empty()) << mistakes.front().text();
  ASSERT_EQ(read.terms.size(), 1U);
  const Term& term = read.terms.front();
  EXPECT_EQ(term.id, "bank");
  EXPECT_EQ(read.topics[term.topic].own("ru"), "Банки");
  EXPECT_EQ(term.forms, (std::vector<std::string>{"bank", "banks", "банк", "банка", "банки"}));
  EXPECT_EQ(term.kernel, "bank_stride");
  EXPECT_EQ(term.parameters.at("stride"), "4");
  EXPECT_EQ(term.open, "view.banks");
  EXPECT_EQ(term.line, 3);
}

TEST(GlossaryReader, SaysWhatIsWrongAndWhere) {
  expect_mistake(with("ru: \"Банк.\"", ""), 6, "has no \"ru\"");
  expect_mistake(with("{en: \"A bank.\", ru: \"Банк.\"}", "{ru: \"Банк.\"}"), 6, "has no English");
  expect_mistake(with("open: view", "opens: view"), 7, "Did you mean \"open\"?");
  expect_mistake(with("kernel: bank_stride", "kernel: bank_strid"), 7, "bank_stride");
  expect_mistake(with("stride: 4", "stridde: 4"), 7, "stride");
  expect_mistake(with("bank(|s)", "bank(|s"), 5, "is no pattern");
  const std::string whole = std::string(topic) + std::string(bank);
  expect_mistake(whole + "      see: [bnak]\n", 3, "Did you mean \"bank\"?");
  expect_mistake(whole + "      see: [bank]\n", 3, "leads to itself");
  expect_mistake("topic: 1", 0, "list of topics");
  expect_mistake("- topic: [", 1, "This is not YAML");
}

TEST(GlossaryReader, AWordHasOneMeaning) {
  std::string other(bank);
  other.replace(other.find("id: bank"), 8, "id: shore");
  const auto mistakes = mistakes_in(std::string(topic) + std::string(bank) + other);
  ASSERT_FALSE(mistakes.empty());
  EXPECT_NE(mistakes.front().message.find("\"bank\" stands for \"bank\" already"),
            std::string::npos)
      << mistakes.front().message;
  const auto twice = mistakes_in(std::string(topic) + std::string(bank) + std::string(bank));
  ASSERT_FALSE(twice.empty());
  EXPECT_NE(twice.front().message.find("is a term already"), std::string::npos);
}

TEST(GlossaryReader, SpellsPatternsOut) {
  using Forms = std::vector<std::string>;
  EXPECT_EQ(spelled_out("bank"), (Forms{"bank"}));
  EXPECT_EQ(spelled_out("a(b|c)d(|e)"), (Forms{"abd", "abde", "acd", "acde"}));
  EXPECT_EQ(spelled_out("a(|b(c|d))"), (Forms{"a", "abc", "abd"}));
  for (const char* wrong :
       {"a(b", "a)b", "(a", "a|b", "(1|2|3|4|5)(1|2|3|4|5)(1|2|3|4|5)(1|2|3|4|5)"}) {
    EXPECT_FALSE(spelled_out(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace warpscope
