#include "app/lesson/claim_check.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/lesson/claim_records.hpp"
#include "app/lesson/claim_values.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A lesson of one stop, at s = 4, where 8 lanes of a block of 64 add.
std::string with_claims(const std::string& claims) {
  return "kernel: reduce_strided\n"
         "stops:\n"
         "  - run: {size: 64, block: 64, input: ones, compare: reduce_sequential}\n"
         "    at: {step: combine, value: 4, line: \"const T right\"}\n"
         "    text:\n"
         "      en: \"8 lanes of 64 add. One warp of 2, and 1,024 of 0.25 ms.\"\n"
         "      ru: \"8 нитей из 64 складывают. Один варп из 2, и 1\u202f024 из 0,25 мс.\"\n"
         "    claims:\n" +
         claims;
}

struct CheckedClaims {
  std::vector<Mistake> mistakes;
  std::vector<Unclaimed> unclaimed;
  [[nodiscard]] std::string told() const {
    std::string all;
    for (const Mistake& mistake : mistakes) all += mistake.text() + "\n";
    return all;
  }
};

CheckedClaims checked(const std::string& claims, const std::string& file = "own.yaml") {
  CheckedClaims all;
  const auto lesson = read_lesson(with_claims(claims), file, all.mistakes);
  EXPECT_TRUE(lesson) << all.told();
  if (!lesson) return all;
  const auto walked = walk(*lesson, {}, all.mistakes);
  all.unclaimed = check_claims(*lesson, walked, all.mistakes);
  return all;
}

std::string told_of(const std::string& claims) { return checked(claims).told(); }

TEST(ClaimCheck, RightFiguresAreNoMistakes) {
  EXPECT_EQ(told_of("      - says: {en: \"{} lanes of {} add\", ru: \"{} нитей из {}\"}\n"
                    "        is: [active_lanes, block]\n"
                    "        holds: [active_lanes == 8, 'parameter(\"op=add\") == 1']\n"
                    "      - says: {en: \"and {} of {} ms\", ru: \"и {} из {} мс\"}\n"
                    "        is: [16 * size, 1 / 4]\n"),
            "");
}

TEST(ClaimCheck, AWrongFigureIsToldWithFileAndLine) {
  const CheckedClaims wrong = checked(
      "      - says: {en: \"{} lanes of\", ru: \"{} нитей\"}\n        is: [active_lanes / 2]\n");
  ASSERT_EQ(wrong.mistakes.size(), 2U) << wrong.told();
  EXPECT_EQ(wrong.mistakes[0].file, "own.yaml");
  EXPECT_EQ(wrong.mistakes[0].line, 9);
  EXPECT_NE(wrong.told().find("says 8, but active_lanes / 2 is 4"), std::string::npos)
      << wrong.told();
}

TEST(ClaimCheck, TheDigitsOfTheTextDecideHowAFigureIsRounded) {
  const std::string says = "      - says: {en: \"of {} ms\", ru: \"из {} мс\"}\n        is: ";
  EXPECT_EQ(told_of(says + "0.2549\n"), "");
  EXPECT_NE(told_of(says + "0.2551\n"), "");
}

TEST(ClaimCheck, EachLanguageHasItsOwnOrderOfFigures) {
  EXPECT_EQ(told_of("      - says: {en: \"{0} lanes of {1}\", ru: \"{0} нитей из {1}\"}\n"
                    "        is: [8, 64]\n"),
            "");
  EXPECT_NE(told_of("      - says: {en: \"{0} lanes of {1}\", ru: \"{1} нитей из {0}\"}\n"
                    "        is: [8, 64]\n"),
            "");
}

TEST(ClaimCheck, WordsThatStandNowhereAreAMistake) {
  EXPECT_NE(told_of("      - says: {en: \"nine lanes\", ru: \"девять\"}\n        holds: 1\n")
                .find("nine lanes"),
            std::string::npos);
  EXPECT_NE(told_of("      - says: {en: \"lanes of\", ru: \"девять\"}\n        holds: 1\n")
                .find("девять"),
            std::string::npos);
  EXPECT_NE(told_of("      - says: {en: \"lanes of\"}\n        holds: 1\n").find("write ru"),
            std::string::npos);
}

TEST(ClaimCheck, AConditionThatDoesNotHoldIsToldWithItsValues) {
  const std::string told =
      told_of("      - says: {en: \"lanes of\", ru: \"нитей из\"}\n        holds: degree == 7\n");
  EXPECT_NE(told.find("degree == 7 does not hold: degree = "), std::string::npos) << told;
}

TEST(ClaimCheck, OtherPlacesAndRunsHaveNames) {
  EXPECT_EQ(
      told_of("      - let:\n"
              "          other: {run: {size: 128, block: 128}, at: {step: combine, value: 8}}\n"
              "          stores: {of: step, at: {operation: store}}\n"
              "          idle: {of: step, where: warp > 0}\n"
              "          beside: {of: rival, at: {array: data, operation: store}}\n"
              "          blocks_of_any_size: {run: [{size: 64, block: 32}, {size: 64, block: 16}], "
              "at: {}}\n"
              "      - says: {en: \"lanes of\", ru: \"нитей из\"}\n"
              "        holds:\n"
              "          - other.size == 128 && other.step_value == 8\n"
              "          - stores.lanes == active_lanes && stores.count == 1 && idle.count == 0\n"
              "          - step.count == 3 && step.different_warp == 1\n"
              "          - rival.size == size && beside.count > 0 && beside.total_conflicts == 0\n"
              "          - blocks_of_any_size.most_blocks == 4 && blocks_of_any_size.least_blocks "
              "== 2\n"
              "          - element(1) - element(0) == apart && bank(0) == mod(element(0), 32)\n"
              "          - 'cell(\"data[0]\") == 4 && steps_named(\"combine\") == 6'\n"
              "          - 'lanes_where(\"value == 4\") == 8 && findings(\"race\") == 0'\n"),
      "");
}

TEST(ClaimCheck, NamesThatDoNotExistAreToldWithThoseThatDo) {
  const std::string says = "      - says: {en: \"lanes of\", ru: \"нитей из\"}\n        holds: ";
  EXPECT_NE(told_of(says + "degre == 1\n").find("\"degree\""), std::string::npos);
  EXPECT_NE(told_of(says + "nobody.degree == 1\n").find("nobody"), std::string::npos);
  EXPECT_NE(told_of(says + "sectors == 1\n").find("sectors"), std::string::npos)
      << "shared memory has none";
  EXPECT_NE(told_of(says + "'ms(\"h200/none x 1\") > 0'\n").find("h200/none"), std::string::npos);
  EXPECT_NE(told_of(says + "'ms(\"h200/scan scan_blelloch 77\") > 0'\n").find("0 lines"),
            std::string::npos);
  EXPECT_NE(told_of("      - let: {other: {run: {size: 63}}}\n").find("63"), std::string::npos);
  EXPECT_NE(told_of("      - let: {step: {}}\n").find("\"step\""), std::string::npos);
}

TEST(ClaimCheck, MeasurementsOfTwoCardsAreNotCompared) {
  const std::string told = told_of(
      "      - says: {en: \"lanes of\", ru: \"нитей из\"}\n"
      "        holds: >-\n"
      "          ms(\"h200/reduction reduce_strided 2^28\") > 0 &&\n"
      "          ms(\"h100/compact limit_copy 2^26\") > 0\n");
  EXPECT_NE(told.find("h100, h200"), std::string::npos) << told;
}

TEST(ClaimCheck, ALessonMayHaveRecordsBesideIt) {
  const TestFolder folder;
  std::ofstream(folder.file("mine.json"))
      << R"({"device": "mine", "list": [{"n": 1, "x": 3}, {"n": 2, "x": 4}]})";
  const std::string says = "      - says: {en: \"lanes of\", ru: \"нитей из\"}\n        holds: ";
  EXPECT_EQ(
      checked(says + "'record(\"mine.json list n=2 x\") == 4'\n", folder.file("own.yaml")).told(),
      "");
  EXPECT_NE(checked(says + "'record(\"../mine.json x\") == 4'\n", folder.file("own.yaml"))
                .told()
                .find("leads out"),
            std::string::npos);
  std::ofstream(folder.file("mine.json")) << "{\"device\": \"mine\",\n \"list\"}";
  const std::string told =
      checked(says + "'record(\"mine.json list n=2 x\") == 4'\n", folder.file("own.yaml")).told();
  EXPECT_NE(told.find("mine.json cannot be read: it is no JSON object: see line 2, column 8"),
            std::string::npos)
      << told;
}

TEST(ClaimCheck, CountsSentencesThatNoClaimCovers) {
  const CheckedClaims none = checked("      - let: {}\n");
  ASSERT_EQ(none.unclaimed.size(), 2U) << none.told();
  EXPECT_EQ(none.unclaimed[0].sentence, "8 lanes of 64 add.") << "64 alone is the run's size";
  const CheckedClaims all = checked(
      "      - says: {en: \"{} lanes of\", ru: \"{} нитей\"}\n"
      "        is: active_lanes\n"
      "      - says: {en: \"of 2, and 1,024 of 0.25\", ru: \"из 2\"}\n"
      "        holds: block == 64\n");
  EXPECT_TRUE(all.unclaimed.empty()) << all.unclaimed.front().sentence;
}

TEST(ClaimReader, SaysWhatIsWrong) {
  const auto wrong = [](const std::string& claims) {
    std::vector<Mistake> mistakes;
    (void)read_lesson(with_claims(claims), "own.yaml", mistakes);
    return mistakes.empty() ? "" : mistakes.front().message;
  };
  EXPECT_EQ(wrong("      - says: {en: \"lanes\", ru: \"нитей\"}\n        holds: 1\n"), "");
  EXPECT_NE(wrong("      - says: {en: \"lanes\"}\n").find("\"is\""), std::string::npos);
  EXPECT_NE(wrong("      - holds: 1\n").find("\"says\""), std::string::npos);
  EXPECT_NE(wrong("      - says: {en: \"lanes\"}\n        is: [{a: b}]\n").find("quotes"),
            std::string::npos);
  EXPECT_NE(wrong("      - let: {3x: {}}\n").find("3x"), std::string::npos);
  EXPECT_NE(wrong("      - let: {a: {of: nobody}}\n").find("rival"), std::string::npos);
  EXPECT_NE(wrong("      - let: {a: {run: []}}\n").find("\"run\""), std::string::npos);
  EXPECT_NE(wrong("      - says: {en: \"" + std::string(3000, 'x') + "\"}\n        holds: 1\n")
                .find("bytes"),
            std::string::npos);
}

TEST(Claims, TheirNamesAreDocumented) {
  std::ifstream file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "docs/lessons.md");
  std::stringstream text;
  text << file.rdbuf();
  const auto expect_documented = [&](std::string_view id) {
    EXPECT_NE(text.str().find("`" + std::string(id)), std::string::npos) << id;
  };
  for (const RunValue& value : run_values()) expect_documented(value.id);
  for (const RunFunction& function : run_functions()) expect_documented(function.id);
  for (const LaneFunction& function : lane_functions()) expect_documented(function.id);
  for (const RecordFunction& function : record_functions()) expect_documented(function.id);
}

}  // namespace
}  // namespace warpscope
