#include "app/lesson/lesson_reader.hpp"

#include <gtest/gtest.h>

#include "app/panes/view_list.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

constexpr std::string_view good = R"(kernel: reduce_strided
title: {en: "One", ru: "Раз"}
stage: tree
stops:
  - run: {size: 64, block: 64, input: ones, seed: 3, banks: cc1, parameters: {type: float}}
    at: {step: combine, value: 8, round: 2, line: "const T right", warp: 0, access: costliest}
    view: banks
    highlight: {line: "data[index]", lanes: [0..2, 5], cells: {array: data, indices: [8, 0]}}
    text: {en: "Some words.", ru: "Несколько слов."}
  - at: {access: 3}
    question:
      ask: degree
      choices: [1, 2]
      text: {en: "Which?"}
      after: {en: "Because."}
    note: {en: "An aside.", ru: "Кстати."}
    why:
      - text:
          en: >-
            One.

            Two.
      - text: {en: "Three.", ru: "Три."}
        at: {step: combine, value: 4}
        view: lanes
        show: {formula: x2}
        stage: network
        highlight: {lanes: [1]}
)";

/// The complaints about the text after `from` is replaced.
std::vector<Mistake> complaints(std::string_view from, std::string_view to) {
  std::string text(good);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  std::vector<Mistake> mistakes;
  (void)read_lesson(text, "own.yaml", mistakes, view_lists());
  return mistakes;
}

TEST(LessonReader, TakesEveryStageThatTheWindowHas) {
  for (const StageInfo& row : view_lists().stages) {
    EXPECT_TRUE(complaints("stage: tree", "stage: " + std::string(row.id)).empty()) << row.id;
  }
  EXPECT_EQ(complaints("stage: tree", "stage: count").size(), 1U);
}

TEST(LessonReader, GivesTheStagesRoomToAViewOnly) {
  std::vector<Mistake> mistakes;
  std::string text(good);
  text.replace(text.find("view: lanes"), 11, "view: lanes\n        large: true");
  text.replace(text.find("view: banks"), 11, "view: banks\n    large: true");
  const auto lesson = read_lesson(text, "own.yaml", mistakes, view_lists());
  EXPECT_TRUE(mistakes.empty());
  ASSERT_TRUE(lesson);
  EXPECT_TRUE(lesson->stops[0].large);
  EXPECT_FALSE(lesson->stops[1].large);
  EXPECT_TRUE(lesson->stops[1].why[1].large);
  EXPECT_EQ(complaints("view: banks", "view: banks\n    large: false").size(), 1U);
  EXPECT_EQ(complaints("view: banks", "view: stage\n    large: true").size(), 1U);
  EXPECT_EQ(complaints("view: banks", "large: true").size(), 1U) << "nothing is to be large";
}

TEST(LessonReader, ReadsEverythingThatAStopCanSay) {
  std::vector<Mistake> mistakes;
  const auto lesson = read_lesson(good, "own.yaml", mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->kernel, "reduce_strided");
  EXPECT_EQ(lesson->title.others.size(), 1U);
  EXPECT_EQ(lesson->title.in("ru"), "Раз");
  ASSERT_EQ(lesson->stops.size(), 2U);
  const Stop& first = lesson->stops[0];
  RunRequest request;
  for (const auto& [option, text] : first.run.options) {
    EXPECT_TRUE(option->read(option->id, text, request));
  }
  EXPECT_EQ(request.size, 64);
  EXPECT_EQ(request.block, 64);
  EXPECT_EQ(request.input, (InputSpec{"ones", 3}));
  EXPECT_EQ(request.parameters.at("type"), "float");
  EXPECT_EQ(first.run.banks, BankModel::cc1);
  EXPECT_EQ(first.at.value, 8);
  EXPECT_EQ(first.at.round, 2);
  EXPECT_EQ(first.at.pick, StopPlace::Pick::costliest);
  EXPECT_EQ(first.marks.lanes, (std::vector<std::int64_t>{0, 1, 2, 5}));
  EXPECT_EQ(first.marks.cells, (std::vector<std::int64_t>{8, 0}));
  const Stop& second = lesson->stops[1];
  EXPECT_EQ(second.at.pick, StopPlace::Pick::number);
  EXPECT_EQ(second.at.number, 3);
  ASSERT_TRUE(second.question);
  EXPECT_EQ(second.question->choices, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(second.question->text.in("ru"), "Which?") << "falls back to English";
  EXPECT_EQ(second.note.in("ru"), "Кстати.");
  ASSERT_EQ(second.why.size(), 2U);
  EXPECT_EQ(second.why[0].paragraphs("ru"), (std::vector<std::string>{"One.", "Two."}));
  EXPECT_FALSE(second.why[0].at || second.why[0].marks);
  EXPECT_EQ(second.why[1].paragraphs("ru"), std::vector<std::string>{"Три."});
  EXPECT_EQ(second.why[1].at.value().value, 4);
  EXPECT_EQ(second.why[1].view, "lanes");
  EXPECT_EQ(second.why[1].stage, "network");
  EXPECT_EQ(second.why[1].marks.value().lanes, std::vector<std::int64_t>{1});
}

TEST(LessonReader, ReadsWhatIsLearnedIfItIsShort) {
  const std::string stage = "stage: tree\n", key = "learned: {en: \"";
  std::string text(good);
  text.insert(text.find(stage), key + "It adds.\", ru: \"Складывает.\"}\n");
  std::vector<Mistake> mistakes;
  const auto lesson = read_lesson(text, "own.yaml", mistakes);
  ASSERT_TRUE(lesson);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(lesson->learned.en, "It adds.");
  EXPECT_EQ(lesson->learned.own("ru"), "Складывает.");

  const auto long_one = complaints(stage, stage + key + std::string(241, 'a') + "\"}\n");
  ASSERT_EQ(long_one.size(), 1U);
  EXPECT_NE(long_one[0].message.find("241"), std::string::npos) << long_one[0].text();
  EXPECT_EQ(complaints(stage, stage + "learned: {ru: \"Раз.\"}\n").size(), 1U) << "no English";
}

TEST(LessonReader, NamesTheLineAndWhatWasExpected) {
  struct Case {
    std::string_view from, to;
    int line;
    std::string_view says;
  };
  constexpr Case cases[] = {
      {"kernel: reduce_strided", "kernel: reduce_stridet", 1, "reduce_strided"},
      {"stage: tree", "stage: trea", 3, "tree, network"},
      {"size: 64", "size: many", 5, "whole number"},
      {"seed: 3", "seed: -3", 5, "from 0"},
      {"banks: cc1", "banks: cc9", 5, "cc1"},
      {"round: 2", "raund: 2", 6, "round"},
      {"access: costliest", "access: best", 6, "whole number"},
      {"lanes: [0..2, 5]", "lanes: [0..40]", 8, "0 to 31"},
      {"array: data, indices: [8, 0]", "array: data", 8, "needs both"},
      {"text: {en: \"Some words.\", ru", "text: {ru", 9, "English"},
      {"ask: degree", "ask: degre", 12, "degree"},
      {"choices: [1, 2]", "choices: [1]", 12, "2 to 6"},
      {"ask: degree", "ask: value", 12, "cell"},
      {"ask: degree", "ask: lives_in", 12, "variable"},
      {"ask: degree", "ask: degree\n      variable: sum", 12, "variable"},
      {"view: banks", "view: banks\n    view: stage", 8, "second time"},
      {"stage: network", "stage: net", 27, "stage"},
      {"view: lanes", "question: lanes", 25, "no key \"question\""},
      {"text: {en: \"Three.\"", "text: {la: \"Tria.\"", 23, "la"},
      {"formula: x2", "formula: x99", 26, "formula"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.to));
    const std::vector<Mistake> mistakes = complaints(c.from, c.to);
    ASSERT_FALSE(mistakes.empty());
    EXPECT_EQ(mistakes.front().file, "own.yaml");
    EXPECT_EQ(mistakes.front().line, c.line);
    EXPECT_NE(mistakes.front().message.find(c.says), std::string::npos) << mistakes.front().message;
  }
}

TEST(LessonReader, APageOfWhyIsShort) {
  const std::string longest(900, 'a');
  EXPECT_TRUE(complaints("Three.", longest).empty());
  const auto over = complaints("Three.", longest + "é");
  ASSERT_EQ(over.size(), 1U);
  EXPECT_NE(over.front().message.find("901 letters"), std::string::npos) << over.front().message;
  EXPECT_EQ(complaints("why:\n", "why: []\n    x:\n").front().line, 18);
}

TEST(LessonReader, OneBadStopLeavesTheOthers) {
  std::string text(good);
  text.replace(text.find("text: {en: \"Some words.\""), 4, "tekst");
  std::vector<Mistake> mistakes;
  const auto lesson = read_lesson(text, "own.yaml", mistakes);
  EXPECT_FALSE(mistakes.empty());
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->stops.size(), 1U);
}

TEST(LessonReader, SurvivesWhatIsNoLesson) {
  for (const std::string_view text :
       {"", "a", "[]", "{", "kernel: [1]", "stops: 3", "kernel: reduce_strided\nstops: []",
        "kernel: reduce_strided\nstops: [1, [], {}]", "\t- x: :", "&a [*a]", "\x01\xff\xfe",
        "kernel: reduce_strided\nstops:\n  - run:\n    at:\n    text:\n    question:\n"}) {
    std::vector<Mistake> mistakes;
    EXPECT_FALSE(read_lesson(text, "own.yaml", mistakes)) << text;
    EXPECT_FALSE(mistakes.empty()) << text;
  }
  std::vector<Mistake> mistakes;
  EXPECT_FALSE(read_lesson(std::string(2'000'000, ' '), "own.yaml", mistakes));
  EXPECT_FALSE(read_lesson(std::string(100'000, '['), "own.yaml", mistakes));
  EXPECT_EQ(mistakes.size(), 2U);
}

TEST(Words, AreThoseOfAnyLanguageElseEnglish) {
  const Words words{"One", {{"ru", "Раз"}, {"la", "Unum"}}};
  EXPECT_EQ(words.in("la"), "Unum");
  EXPECT_EQ(words.in("de"), "One");
  EXPECT_EQ(words.own("de"), "");
  EXPECT_EQ(words.own("en"), "One");
  EXPECT_EQ(words.now(), "One");
  const InLanguage speaking(find_language("ru").value());
  EXPECT_EQ(words.now(), "Раз");
}

}  // namespace
}  // namespace warpscope
