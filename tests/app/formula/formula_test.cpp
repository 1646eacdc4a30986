#include "app/formula/formula.hpp"

#include <gtest/gtest.h>

#include <random>

#include "instrumentation/analysis/formula_parser.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using Evaluated = std::variant<std::int64_t, FormulaProblem>;

Evaluated value_of(std::string_view formula, std::int64_t lane = 5) {
  FormulaParser parser(formula, {"lane", "stride"});
  const std::array<std::int64_t, 2> values{lane, 3};
  return parser.value(values);
}

std::int64_t number(std::string_view formula, std::int64_t lane = 5) {
  const Evaluated outcome = value_of(formula, lane);
  if (const auto* problem = std::get_if<FormulaProblem>(&outcome)) {
    ADD_FAILURE() << formula << ": " << problem->sentence;
    return -1;
  }
  return std::get<std::int64_t>(outcome);
}

FormulaProblem problem(std::string_view formula) {
  const Evaluated outcome = value_of(formula);
  if (const auto* found = std::get_if<FormulaProblem>(&outcome)) return *found;
  ADD_FAILURE() << formula << " is understood: " << std::get<std::int64_t>(outcome);
  return {};
}

TEST(FormulaParser, ComputesInTheOrderOfC) {
  for (const std::int64_t lane : {0, 1, 5, 31}) {
    const std::int64_t stride = 3;
    EXPECT_EQ(number("lane*stride + (lane*stride >> 5)", lane),
              lane * stride + (lane * stride >> 5));
    EXPECT_EQ(number("lane + 1 << 2", lane), (lane + 1) << 2);
    EXPECT_EQ(number("1 << 2 + lane % 4", lane), std::int64_t{1} << (2 + lane % 4));
    EXPECT_EQ(number("lane & 3 | lane ^ 9", lane), (lane & 3) | (lane ^ 9));
    EXPECT_EQ(number("lane & 4 == 4", lane), lane & 1) << "C compares first";
    EXPECT_EQ(number("-lane % 3", lane), -lane % 3);
    EXPECT_EQ(number("~lane & 31", lane), ~lane & 31);
    EXPECT_EQ(number("-lane >> 1", lane), -lane >> 1);
    EXPECT_EQ(number("lane < 16 && lane != 5 || !lane", lane),
              ((lane < 16 && lane != 5) || lane == 0) ? 1 : 0);
    EXPECT_EQ(number("lane >= 16 ? lane - 16 : lane", lane), lane % 16);
    EXPECT_EQ(number("10 - 3 - lane / 2 * 2", lane), 10 - 3 - lane / 2 * 2);
  }
  EXPECT_EQ(number("min(7, lane, 9) + max(1, 2) + abs(-4) + mod(9, 4) + xor(6, 3)"),
            5 + 2 + 4 + 1 + 5);
  EXPECT_EQ(number("0x1f & lane"), 5);
  EXPECT_EQ(number("  42  "), 42);
  EXPECT_EQ(number("1 << 40"), std::int64_t{1} << 40);
}

TEST(FormulaParser, PointsAtWhatItDoesNotUnderstand) {
  struct Case {
    std::string_view formula, part;
    int column;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"lane +", "missing at the end", 6},
           {"(lane + 2", "not closed", 9},
           {"lane) + 2", "bracket", 4},
           {"lane + foo", "'foo' is not known", 7},
           {"2 lane", "before 'lane'", 2},
           {"lane ** 2", "", 6},
           {"lane + 1.5", "whole numbers", 8},
           {"lane = 3", "==", 5},
           {"lane ? 1", "':'", 8},
           {"min(lane", "", 8},
           {"abs(1, 2)", "fewer", 8},
           {"99999999999", "too large", 0},
           {"lane $ 2", "no operator", 5},
           {"lane + \"a\"", "Quotes", 7},
           {"ßß + lane", "", 0},
           {"lane + ß", "", 7},
           {"", "Write a formula", 0},
           {"   ", "Write a formula", 0},
       }) {
    const FormulaProblem found = problem(one.formula);
    EXPECT_NE(found.sentence.find(one.part), std::string::npos) << found.sentence;
    EXPECT_EQ(found.column, one.column) << one.formula << ": " << found.sentence;
    EXPECT_TRUE(found.sentence.ends_with('.')) << found.sentence;
  }
}

TEST(FormulaParser, WhatHasNoResultIsAProblemAndNoCrash) {
  for (const std::string_view formula :
       {"1 / 0", "lane / (lane - 5)", "lane % (lane - 5)", "mod(lane, 0)", "1 << 64", "1 << -1",
        "lane >> 99", "lane >> -1", "1 << 60", "(1 << 52) * lane * 1000", "1, 2", "lane, lane"}) {
    EXPECT_EQ(problem(formula).column, -1) << formula;
  }
  EXPECT_EQ(number("lane / (lane - 5)", 6), 6) << "for another lane it has one";
}

TEST(FormulaParser, EndlessAndRandomTextsDoNoHarm) {
  EXPECT_EQ(problem(std::string(5000, '(')).column, 300);
  static_cast<void>(value_of(std::string(300, '(')));
  static_cast<void>(value_of(std::string(300, '-') + "1"));
  static_cast<void>(value_of(std::string("lane\0lane", 9)));
  std::mt19937 random(4);
  constexpr std::string_view letters = "lane0123456789+-*/%<>=!&|^~?:(), .min$\\_\"'x\t\n{}[]@#;é";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t length = random() % 24; length > 0; --length) {
      text += letters[random() % letters.size()];
    }
    const Evaluated outcome = value_of(text);
    if (const auto* found = std::get_if<FormulaProblem>(&outcome)) {
      ASSERT_FALSE(found->sentence.empty()) << text;
      ASSERT_LE(found->column, static_cast<int>(text.size())) << text;
    }
  }
}

TEST(FormulaValues, AreReadAndWritten) {
  const FormulaValues read = formula_values(" stride = 2,pad=-1 ,, width = 33 ");
  ASSERT_FALSE(read.problem) << read.problem->sentence;
  const std::vector<FormulaValue> wanted{{"stride", 2}, {"pad", -1}, {"width", 33}};
  EXPECT_EQ(read.values, wanted);
  EXPECT_EQ(values_text(read.values), "stride = 2, pad = -1, width = 33");
  EXPECT_TRUE(formula_values("").values.empty());
  for (const auto& [text, column] :
       std::initializer_list<std::pair<std::string_view, int>>{{"stride", 0},
                                                               {"a = 1, 2b = 3", 7},
                                                               {"lane = 3", 0},
                                                               {"a = x", 0},
                                                               {"a = 1.5", 0},
                                                               {"a = 99999999999", 0},
                                                               {"min = 2", 0},
                                                               {" = 2", 1}}) {
    const FormulaValues wrong = formula_values(text);
    ASSERT_TRUE(wrong.problem) << text;
    EXPECT_EQ(wrong.problem->column, column) << text << ": " << wrong.problem->sentence;
  }
}

FormulaPlace desk(BankModel model = BankModel::cc5) {
  FormulaPlace place;
  place.model = model;
  place.block = 128;
  place.warp = 1;
  place.n = 1024;
  return place;
}

TEST(Formula, JudgesPatternsAsTheBankModelDoes) {
  const auto ask = [](std::string formula, std::string values, std::optional<BankModel> model = {},
                      std::optional<int> bytes = {}) {
    const FormulaAnswer found =
        answer({std::move(formula), std::move(values), bytes, {}, model, true}, desk());
    EXPECT_TRUE(found.good()) << (found.problem ? found.problem->sentence : "");
    return found;
  };
  EXPECT_EQ(ask("tid", "").cost, (Wavefronts{1, 1, 1}));
  EXPECT_EQ(ask("tid", "").index[0], 32) << "of warp 1";
  EXPECT_EQ(ask("tid * stride", "stride = 2").cost, (Wavefronts{2, 1, 2}));
  EXPECT_EQ(ask("tid * stride + (tid * stride >> 5)", "stride = 2").cost.actual, 1)
      << "padding moves the second half of the lanes to the odd banks";
  EXPECT_EQ(ask("lane * 32", "").cost.actual, 32);
  EXPECT_EQ(ask("lane * 33", "").cost.actual, 1);
  EXPECT_EQ(ask("lane * 32 + (column ^ lane)", "column = 7").cost.actual, 1);
  EXPECT_EQ(ask("7", "").verdict, "broadcast");
  EXPECT_EQ(ask("lane * 2", "", BankModel::cc1).cost, (Wavefronts{4, 2, 2})) << "half-warps";
  EXPECT_EQ(ask("lane", "", {}, 16).cost, (Wavefronts{4, 4, 1})) << "quarter-warps";
  EXPECT_EQ(ask("block + n + warp", "").index[3], 128 + 1024 + 1);
  EXPECT_EQ(ask("n + warp", "n = 5, warp = 2").index[3], 7) << "the user's own values";
  EXPECT_EQ(ask("tid", "warp = 3").index[1], 97);

  const FormulaAnswer column = ask("lane * 16", "");
  EXPECT_EQ(column.verdict, "16-way conflict");
  EXPECT_EQ(column.detail, "16 wavefronts, ideal 1");
  EXPECT_EQ(column.line, "16·lane");
  EXPECT_EQ(column.collision,
            "Bank 0 serves lanes 0, 2, 4, 6, 8, 10, … in 16 wavefronts; "
            "one other bank does the same.");
}

TEST(Formula, SaysWhatIsWrong) {
  const auto ask = [](std::string formula, std::string values = "") {
    return answer({std::move(formula), std::move(values)}, desk());
  };
  EXPECT_EQ(ask("lane * foo").problem->column, 7);
  EXPECT_NE(ask("lane - 3").problem->sentence.find("Lane 0 gets index -3"), std::string::npos);
  EXPECT_NE(ask("lane << 30").problem->sentence.find("Lane 1 gets"), std::string::npos);
  EXPECT_NE(ask("recorded").problem->sentence.find("no shared memory"), std::string::npos);
  EXPECT_TRUE(ask("lane", "a = ").values_problem);
  EXPECT_FALSE(ask("lane", "a = ").good());
}

class FormulaOfTraceTest : public testing::Test {
 protected:
  FormulaOfTraceTest() {
    test::TraceMaker make(64);
    make.shared("other", 8);  // so that data does not begin at 0
    const int data = make.shared("data", 2048);
    const int out = make.global("out", 64);
    make.warp(1);
    const test::Lanes x = make.load(data, 10, 0x0000FFFF, [](int lane) { return 6 * lane + 3; });
    make.store(
        data, 11, all_lanes, [](int lane) { return (lane * 7) ^ (lane >> 2); }, x);
    make.store(
        out, 12, all_lanes, [](int lane) { return lane; }, x);
    make.barrier("add");
    trace_ = make.take();
  }
  Trace trace_;
};

TEST_F(FormulaOfTraceTest, ThePresentAccessIsTheDefault) {
  for (const BankModel model : all_bank_models) {
    for (const std::uint32_t access : {0U, 1U}) {
      const FormulaPlace place = formula_place(trace_, model, access);
      const FormulaAnswer found = answer({}, place);
      ASSERT_TRUE(found.good());
      const SharedRequest real = shared_request(trace_, trace_.accesses[access]).value();
      EXPECT_EQ(found.cost, wavefronts(model, real));
      EXPECT_EQ(found.request.mask, real.mask);
      EXPECT_EQ(found.request.store, real.store);
      for_each_lane(real.mask, [&](int lane, int) {
        EXPECT_EQ(found.request.address.at(lane), real.address.at(lane));
      });
    }
  }
}

TEST_F(FormulaOfTraceTest, StartsAsALineWhereItIsOne) {
  const FormulaPlace first = formula_place(trace_, BankModel::cc5, 0);
  EXPECT_EQ(starting_formula(first), "6 * lane + 3");
  EXPECT_EQ(answer({starting_formula(first), ""}, first).cost, answer({}, first).cost);
  EXPECT_EQ(starting_formula(formula_place(trace_, BankModel::cc5, 1)), "recorded");
  EXPECT_EQ(starting_formula(formula_place(trace_, BankModel::cc5, 2)), "lane");
}

TEST_F(FormulaOfTraceTest, KeepsTheRecordedLanesUnlessAllAreWanted) {
  const FormulaPlace place = formula_place(trace_, BankModel::cc5, 0);
  EXPECT_EQ(answer({"lane * 32", ""}, place).cost.actual, 16);
  Playground all{"lane * 32", ""};
  all.all_lanes = true;
  EXPECT_EQ(answer(all, place).cost.actual, 32);
}

TEST(FormulaExamples, AreUnderstood) {
  FormulaPlace place = desk();
  place.request = SharedRequest{};
  place.request->mask = all_lanes;
  for (const FormulaExample& example : formula_examples()) {
    const FormulaAnswer found =
        answer({std::string(example.formula), std::string(example.values)}, place);
    EXPECT_TRUE(found.good()) << example.name << ": "
                              << (found.problem ? found.problem->sentence : "values");
  }
}

}  // namespace
}  // namespace warpscope
