#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "instrumentation/program/compile/module_types.hpp"

namespace warpscope {

/// A value as a sum: a constant and multiples of values that are not looked into, all modulo 2^32. Two addresses in
/// shared memory, where 32 bits are enough, have a constant distance if their terms are the same.
struct LinearValue {
  std::map<std::string_view, std::uint32_t> terms;  ///< by the name of the value: "%12", "@tile"
  std::uint32_t constant = 0;

  [[nodiscard]] bool same_terms(const LinearValue& other) const { return terms == other.terms; }
};

/// The values of one function in the text of an optimised module, as sums.
class ModuleAddresses {
 public:
  explicit ModuleAddresses(const ModuleTypes& types) : types_(types) {}

  /// Takes note of an instruction, "  %3 = shl i32 %2, 4". The text must outlive it.
  void read(std::string_view line);
  /// The name that an instruction gives its result; empty: it has none.
  [[nodiscard]] static std::string_view result_of(std::string_view line);

  /// What an instruction with a result does, "alloca i32, align 4"; empty: no instruction has that name.
  [[nodiscard]] std::string_view definition(std::string_view name) const;

  /// `value`: "%3", "@tile", "7" or a constant expression.
  [[nodiscard]] LinearValue linear(std::string_view value) const;
  /// By how many powers of two the sum of the terms, without the constant, can surely be divided; variables and
  /// arguments count as odd unless what they are made of tells. Global variables count as 0: the caller knows where they lie.
  [[nodiscard]] int known_zeros(const LinearValue& value) const;

 private:
  [[nodiscard]] LinearValue linear(std::string_view value, int depth) const;
  [[nodiscard]] LinearValue of_definition(std::string_view name, std::string_view text,
                                          int depth) const;
  /// "getelementptr …" behind that word, as an instruction or, in brackets, as a constant.
  [[nodiscard]] std::optional<LinearValue> of_element(std::string_view text, int depth) const;
  [[nodiscard]] int zeros_of(std::string_view name, int depth) const;
  [[nodiscard]] int zeros_of_value(std::string_view value, int depth) const;

  const ModuleTypes& types_;
  std::map<std::string_view, std::string_view> definitions_;
  std::map<std::string, std::string_view> masked_;  // "%2, -4": the value that is %2 and -4
  mutable std::map<std::string_view, LinearValue> known_;
  mutable std::set<std::string_view> asked_;  // loops lead back to a value that is being asked for
  mutable int looks_ = 0;                     // left for one answer
};

}  // namespace warpscope
