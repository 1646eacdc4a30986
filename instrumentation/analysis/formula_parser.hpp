#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpscope {

/// The reason why a text is not understood.
struct FormulaProblem {
  std::string sentence;
  int column = -1;  ///< the character that it is about, from 0; the length: the end; -1: none
  friend bool operator==(const FormulaProblem&, const FormulaProblem&) = default;
};

/// A formula over whole numbers in C's words and C's order of operations:
/// + - * / % << >> < <= > >= == != & ^ | ~ ! && || ?: ( ), min, max, abs, mod, xor, 0x1f.
/// Whole numbers up to 2^53; what leaves them, division by zero and impossible shifts are problems.
class FormulaParser {
 public:
  /// Names are given once, their values with every evaluation.
  FormulaParser(std::string_view formula, std::vector<std::string> names);
  ~FormulaParser();
  FormulaParser(const FormulaParser&) = delete;
  FormulaParser& operator=(const FormulaParser&) = delete;

  /// `values` in the order of the names.
  [[nodiscard]] std::variant<std::int64_t, FormulaProblem> value(
      std::span<const std::int64_t> values);
  /// True if the formula mentions a name.
  [[nodiscard]] bool uses(std::string_view name) const;

  /// True if this can be a name: letters, digits, underscores, no digit first, not a function's
  /// name.
  [[nodiscard]] static bool is_name(std::string_view name);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace warpscope
