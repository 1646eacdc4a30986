#include "app/formula/formula_patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace warpscope {
namespace {

/// Degrees on 1.x, 2.x, 3.x in 4- and in 8-byte mode, and on 5.x and later.
using Degrees = std::array<int, all_bank_models.size()>;

TEST(FormulaPatterns, HaveTheDegreesThatTheyAreNamedFor) {
  struct Known {
    FormulaPattern pattern;
    BankModel own;
    Degrees degrees;
  };
  constexpr std::array known = std::to_array<Known>({
      {FormulaPattern::in_order, BankModel::cc1, {1, 1, 1, 1, 1}},
      {FormulaPattern::any_order, BankModel::cc1, {1, 1, 1, 1, 1}},
      {FormulaPattern::one_word, BankModel::cc1, {1, 1, 1, 1, 1}},
      {FormulaPattern::two_words, BankModel::cc1, {2, 1, 1, 1, 1}},
      {FormulaPattern::x2, BankModel::cc1, {2, 2, 1, 1, 2}},
      {FormulaPattern::x6, BankModel::cc1, {6, 3, 2, 2, 3}},
      {FormulaPattern::doubles, BankModel::cc1, {2, 1, 1, 1, 1}},
      {FormulaPattern::stride_2, BankModel::cc3x4, {2, 2, 1, 1, 2}},
      {FormulaPattern::stride_3_by_4, BankModel::cc3x4, {1, 1, 1, 2, 1}},
      {FormulaPattern::stride_3_by_8, BankModel::cc3x8, {1, 1, 1, 2, 1}},
      {FormulaPattern::column_by_4, BankModel::cc3x4, {2, 1, 2, 1, 1}},
      {FormulaPattern::column_by_8, BankModel::cc3x8, {2, 1, 2, 1, 1}},
  });
  ASSERT_EQ(known.size() + 1, formula_patterns.size()) << "all but one's own formula";
  for (const Known& row : known) {
    const FormulaAnswer found = pattern_answer(row.pattern);
    const auto id = names_of(row.pattern).id;
    ASSERT_TRUE(found.good()) << id;
    EXPECT_EQ(found.model, row.own) << id;
    EXPECT_EQ(found.request.mask, all_lanes) << id;
    EXPECT_EQ(degrees_of(found), row.degrees) << id;
    const auto own = static_cast<std::size_t>(row.own);
    EXPECT_EQ(found.cost.degree, row.degrees.at(own)) << id;
  }
}

/// Counted without a bank model: words of each of 16 banks, by half-warps.
TEST(FormulaPatterns, TimesTwoAndTimesSixAreCountedByHalfWarps) {
  for (const auto& [pattern, queue, busy] :
       {std::tuple{FormulaPattern::x2, 2U, 8U}, std::tuple{FormulaPattern::x6, 6U, 1U}}) {
    const FormulaAnswer found = pattern_answer(pattern);
    for (std::size_t half = 0; half < 2; ++half) {
      std::map<std::int64_t, std::set<std::int64_t>> words;
      for (std::size_t lane = 16 * half; lane < 16 * half + 16; ++lane) {
        words[found.index.at(lane) % 16].insert(found.index.at(lane));
      }
      std::size_t most = 0;
      for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
      EXPECT_EQ(most, queue);
      EXPECT_EQ(
          std::ranges::count_if(words, [&](const auto& of) { return of.second.size() == most; }),
          busy);
    }
    EXPECT_EQ(found.cost.ideal, 2) << "a half-warp each";
    EXPECT_EQ(found.cost.actual, 2 * static_cast<int>(queue));
  }
}

}  // namespace
}  // namespace warpscope
