#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// What an expression may name. Each tells the value, or a sentence that says what is wrong.
struct ExpressionNames {
  std::function<Result<double>(std::string_view name)> value;  ///< "degree", "other.degree"
  /// name("text"), name(3): of one of these functions.
  std::vector<std::string> of_text, of_number;
  std::function<Result<double>(std::string_view function, const std::string& text)> text_value;
  std::function<Result<double>(std::string_view function, double number)> number_value;
};

/// A value, and those of the names that it was computed from.
struct Computed {
  double value = 0;
  std::vector<std::pair<std::string, double>> from;
  /// "degree = 4, size = 64".
  [[nodiscard]] std::string reasons() const;
};

/// Computes "2 * size + rival.degree": numbers with a point, + - * / ^, brackets, comparisons (1 or 0), && and
/// ||, a ? b : c, min, max, abs, sqrt, log2, floor, ceil, gcd(a, b), ratio(a, b), and within(a, b, p): whether a
/// differs from b by at most p % of b. Fails with a sentence; a result that is no number is a failure.
[[nodiscard]] Result<Computed> compute(const std::string& expression, const ExpressionNames& names);

/// The names of a whole expression, each once, without a value for any. Fails as compute() does, and with what `known`
/// says of a name; not where only numbers tell, as of a division by zero.
[[nodiscard]] Result<std::vector<std::string>> names_of_expression(
    const std::string& expression, const std::function<Status(std::string_view name)>& known);

}  // namespace warpscope
