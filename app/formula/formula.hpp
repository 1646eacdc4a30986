#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/analysis/formula_parser.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A user's question to the banks: an index for every lane, and how it is accessed. Anything left
/// out is taken from the present access; so the default is that access itself.
struct Playground {
  std::string formula = "recorded";
  std::string values = "stride = 2";  ///< "stride = 2, pad = 1": names for the formula
  std::optional<int> bytes;           ///< of an element: 1, 2, 4, 8 or 16
  std::optional<bool> store;
  std::optional<BankModel> model;
  bool all_lanes = false;  ///< instead of those that are active in the present access
  friend bool operator==(const Playground&, const Playground&) = default;
};
inline constexpr std::array formula_widths{1, 2, 4, 8, 16};

/// The values that an access gives to a formula.
struct FormulaPlace {
  int warp = 0;
  int block = warp_lanes;  ///< threads in it
  std::int64_t n = 0;      ///< elements of the problem
  BankModel model = BankModel::cc5;
  std::optional<SharedRequest> request;             ///< set if it touches shared memory
  std::array<std::int64_t, warp_lanes> recorded{};  ///< its index per lane
  std::uint32_t base = 0;                           ///< byte where its array begins
};
[[nodiscard]] FormulaPlace formula_place(const Trace& trace, BankModel model, std::uint32_t access);

struct FormulaValue {
  std::string name;
  std::int64_t value = 0;
  friend bool operator==(const FormulaValue&, const FormulaValue&) = default;
};

/// The banks' answer, or what is wrong with the question.
struct FormulaAnswer {
  std::optional<FormulaProblem> problem;  ///< of the formula
  std::optional<FormulaProblem> values_problem;
  bool unrecorded = false;  ///< the problem: the formula wants an index that is not recorded
  std::vector<FormulaValue> values;
  std::vector<FormulaValue> used;  ///< those of them that the formula names
  BankModel model = BankModel::cc5;
  SharedRequest request;
  std::array<std::int64_t, warp_lanes> index{};  ///< per lane; of those that are not active too
  Wavefronts cost;
  std::string line;       ///< "16·lane + 3", if the indices lie on a line
  std::string verdict;    ///< "4-way conflict", "conflict-free", "broadcast"
  std::string detail;     ///< "4 wavefronts, ideal 1"
  std::string collision;  ///< "bank 0: lanes 0, 8, 16, 24 want 4 different words"; may be empty
  [[nodiscard]] bool good() const { return !problem && !values_problem; }
};
[[nodiscard]] FormulaAnswer answer(const Playground& question, const FormulaPlace& place);

/// Reads "stride = 2, pad = 1".
struct FormulaValues {
  std::vector<FormulaValue> values;
  std::optional<FormulaProblem> problem;
};
[[nodiscard]] FormulaValues formula_values(std::string_view text);
[[nodiscard]] std::string values_text(std::span<const FormulaValue> values);

/// The present access as a formula: 16 * lane + 3 if its indices lie on a line, else recorded.
[[nodiscard]] std::string starting_formula(const FormulaPlace& place);

/// A pattern worth trying.
struct FormulaExample {
  std::string_view name, formula, values;
};
[[nodiscard]] std::span<const FormulaExample> formula_examples();

}  // namespace warpscope
