#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/analysis/relayout.hpp"

namespace warpscope {

/// index = stride · (lane mod width) + step · (lane / width) + offset. A width of 32 is the lane
/// itself.
struct LaneRule {
  int width = warp_lanes;
  std::int64_t stride = 0, step = 0, offset = 0;
  friend bool operator==(const LaneRule&, const LaneRule&) = default;
};
/// The rule that the indices of the active lanes follow, the widest there is; nullopt if there is
/// none. Two lanes at least, and five if the width is below 32: fewer would follow by chance.
[[nodiscard]] std::optional<LaneRule> lane_rule(std::uint32_t mask,
                                                std::span<const ElementIndex> indices);

/// A lane's bank as a function of the lane, and the banks that this gives.
struct BankFormula {
  std::string rule;   ///< "bank = (32·lane + 3) mod 32"
  std::string banks;  ///< " = 3 for every lane", " = 0, 8, 16, 24", ": 16 of 32 banks"
};
/// Of a shared access whose index is a simple function of the lane. Of elements wider than a bank it
/// is the first bank.
[[nodiscard]] std::optional<BankFormula> bank_formula(const Trace& trace, const Access& access,
                                                      BankModel model);

/// A layout of an array with which one access needs fewer wavefronts.
struct BankFix {
  Relayout relayout;
  Sentence text;              ///< as the source would say it: "tile[32][33]"
  int before = 0, after = 0;  ///< wavefronts of this access
  friend bool operator==(const BankFix&, const BankFix&) = default;
};
/// The layouts that are worth trying for any access to this array, in that order: unused elements
/// after each row, or, of an array without rows, after as many elements as all banks hold; the same
/// within rows, or more often; and, for a matrix, the exclusive or of column and row. Of an array of structures `name`
/// says which member: see layout_name(). So many elements, which a lane moves at once, stay side by side. None if the
/// trace is relaid already.
[[nodiscard]] std::vector<Relayout> relayouts_of(const Trace& trace, const Array& array,
                                                 BankModel model, const std::string& name,
                                                 int moved = 1);
/// Those of them, and of swizzles_of(), that lower the wavefronts of this access. None if it has no conflict.
[[nodiscard]] std::vector<BankFix> bank_fixes(const Trace& trace, const Access& access,
                                              BankModel model);

/// A fix that lowers the wavefronts of this access and does not raise those of the run.
struct OfferedFix {
  BankFix fix;
  RelayoutEffect effect;
  friend bool operator==(const OfferedFix& a, const OfferedFix& b) { return a.fix == b.fix; }
};
/// What is known of the effect that a layout has on the run.
struct KnownEffect {
  bool known = true;                       ///< else it is still being computed
  std::optional<RelayoutEffect> effect{};  ///< nullopt: the layout is not possible there
};
/// The best padding and the best exclusive or among fixes: of a kind the one with the fewest
/// wavefronts in this access, of equals the first. The one with fewer wavefronts in the run stands
/// first, of equals the padding, which changes one number of the source. Asks for no more effects than it needs; nullopt if
/// one of them is not known yet.
[[nodiscard]] std::optional<std::vector<OfferedFix>> best_fixes(
    std::span<const BankFix> fixes, const std::function<KnownEffect(const Relayout&)>& effect_of);

}  // namespace warpscope
