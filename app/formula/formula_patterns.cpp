#include "app/formula/formula_patterns.hpp"

#include <cstddef>

namespace warpscope {
namespace {

struct Pattern {
  FormulaPattern value;
  std::string_view formula, values;
  int bytes;
  BankModel model;
};

constexpr std::array patterns = std::to_array<Pattern>({
    {FormulaPattern::own, "recorded", "", 4, BankModel::cc5},
    {FormulaPattern::in_order, "lane", "", 4, BankModel::cc1},
    {FormulaPattern::any_order, "(5 * lane + 3) % 32", "", 4, BankModel::cc1},
    {FormulaPattern::one_word, "0", "", 4, BankModel::cc1},
    {FormulaPattern::two_words, "lane & 1", "", 4, BankModel::cc1},
    {FormulaPattern::x2, "2 * lane", "", 4, BankModel::cc1},
    {FormulaPattern::x6, "lane % 16 < 6 ? lane % 16 * 16 : lane % 16", "", 4, BankModel::cc1},
    {FormulaPattern::doubles, "lane", "", 8, BankModel::cc1},
    {FormulaPattern::stride_2, "stride * lane", "stride = 2", 4, BankModel::cc3x4},
    {FormulaPattern::stride_3_by_4, "stride * lane", "stride = 3", 4, BankModel::cc3x4},
    {FormulaPattern::stride_3_by_8, "stride * lane", "stride = 3", 4, BankModel::cc3x8},
    {FormulaPattern::column_by_4, "width * lane", "width = 33", 8, BankModel::cc3x4},
    {FormulaPattern::column_by_8, "width * lane", "width = 33", 8, BankModel::cc3x8},
});
static_assert(has_row_for_each_value(patterns));

}  // namespace

Playground pattern_question(FormulaPattern pattern) {
  const Pattern& row = patterns[static_cast<std::size_t>(pattern)];
  return {.formula = std::string(row.formula),
          .values = std::string(row.values),
          .bytes = row.bytes,
          .store = false,
          .model = row.model,
          .all_lanes = true};
}

FormulaAnswer pattern_answer(FormulaPattern pattern) {
  return answer(pattern_question(pattern), {});
}

std::array<int, all_bank_models.size()> degrees_of(const FormulaAnswer& answer) {
  std::array<int, all_bank_models.size()> degrees{};
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    degrees[i] = wavefronts(all_bank_models[i], answer.request).degree;
  }
  return degrees;
}

std::string_view short_label(BankModel model) {
  switch (model) {
    case BankModel::cc1: return tr_noop("1.x");
    case BankModel::cc2: return tr_noop("2.x");
    case BankModel::cc3x4: return tr_noop("3.x, 4 B");
    case BankModel::cc3x8: return tr_noop("3.x, 8 B");
    case BankModel::cc5: return tr_noop("5.x and later");
  }
  return "";
}

}  // namespace warpscope
