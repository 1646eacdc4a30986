#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "app/formula/formula.hpp"
#include "app/look/choice.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the formula view asks the banks: the user's own formula, or a pattern with a name.
enum class FormulaPattern : std::uint8_t {
  own,
  in_order,       ///< lane t wants word t
  any_order,      ///< a permutation
  one_word,       ///< all lanes want the same
  two_words,      ///< 1.x hands out one word at a time
  x2,             ///< two lanes of a half-warp queue at each of 8 banks
  x6,             ///< six lanes of a half-warp want different words of one bank
  doubles,        ///< 8 bytes a lane, side by side, on 1.x
  stride_2,       ///< of words, on 3.x: no conflict
  stride_3_by_4,  ///< of words, in 4-byte mode
  stride_3_by_8,  ///< the same in 8-byte mode
  column_by_4,    ///< of doubles in rows of 33, in 4-byte mode
  column_by_8,    ///< the same in 8-byte mode
  count,          ///< how many there are
};

inline constexpr std::array formula_patterns = std::to_array<Choice<FormulaPattern>>({
    {FormulaPattern::own, "own", tr_noop("your formula")},
    {FormulaPattern::in_order, "in_order", tr_noop("1.x: words in order")},
    {FormulaPattern::any_order, "any_order", tr_noop("1.x: words in any order")},
    {FormulaPattern::one_word, "one_word", tr_noop("1.x: one word for all")},
    {FormulaPattern::two_words, "two_words", tr_noop("1.x: two words for all")},
    {FormulaPattern::x2, "x2", tr_noop("1.x: two lanes a bank, ×2")},
    {FormulaPattern::x6, "x6", tr_noop("1.x: six lanes at one bank, ×6")},
    {FormulaPattern::doubles, "doubles", tr_noop("1.x: doubles side by side")},
    {FormulaPattern::stride_2, "stride_2", tr_noop("3.x, 4-byte mode: stride 2")},
    {FormulaPattern::stride_3_by_4, "stride_3_by_4", tr_noop("3.x, 4-byte mode: stride 3")},
    {FormulaPattern::stride_3_by_8, "stride_3_by_8", tr_noop("3.x, 8-byte mode: stride 3")},
    {FormulaPattern::column_by_4, "column_by_4", tr_noop("3.x, 4-byte mode: doubles, stride 33")},
    {FormulaPattern::column_by_8, "column_by_8", tr_noop("3.x, 8-byte mode: doubles, stride 33")},
});
[[nodiscard]] constexpr const auto& choices_of(FormulaPattern) { return formula_patterns; }

/// The question of a pattern: a load of all 32 lanes, with element and banks of its own. Not of `own`.
/// Source of the banks' rules: CUDA C Programming Guide, shared memory of 1.x and 3.x. ×2 and ×6, by
/// half-warps over 16 banks, are the lectures' names; how six lanes meet is this program's choice.
[[nodiscard]] Playground pattern_question(FormulaPattern pattern);
/// The banks' answer. Patterns begin at byte 0, whatever the present access is.
[[nodiscard]] FormulaAnswer pattern_answer(FormulaPattern pattern);

/// An answer under every bank model: the degree of the conflict, in the order of all_bank_models.
[[nodiscard]] std::array<int, all_bank_models.size()> degrees_of(const FormulaAnswer& answer);

/// Short enough for all of them in one row: "3.x, 8 B"; in English.
[[nodiscard]] std::string_view short_label(BankModel model);

}  // namespace warpscope
