#include "app/expression/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <exception>
#include <numeric>
#include <optional>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_expression = 1000;
constexpr double largest_whole = 9007199254740992.0;  // 2^53

/// Thrown through muParser, which knows no other way out of a function.
struct NoValue : std::exception {
  explicit NoValue(Error why, bool of_name_ = false) : error(std::move(why)), of_name(of_name_) {}
  Error error;
  bool of_name;  ///< it is about a name, not about numbers
};

/// One run of the parser, and what it has met.
struct Evaluation {
  const ExpressionNames& names;
  std::deque<std::pair<std::string, double>> variables;  // muParser keeps pointers to the values
};
/// A function of `names`, as muParser calls it.
struct BoundFunction {
  Evaluation* evaluation;
  std::string name;
};

double told_value(Result<double> value) {
  if (!value) throw NoValue(value.error(), true);
  return value.value();
}

double* make_variable(const mu::char_type* name, void* data) {
  auto& evaluation = *static_cast<Evaluation*>(data);
  const double value = told_value(evaluation.names.value(name));
  evaluation.variables.emplace_back(name, value);
  return &evaluation.variables.back().second;
}

double call_with_text(void* data, const mu::char_type* text) {
  const auto& bound = *static_cast<const BoundFunction*>(data);
  const double value = told_value(bound.evaluation->names.text_value(bound.name, text));
  bound.evaluation->variables.emplace_back(fmt::format("{}(\"{}\")", bound.name, text), value);
  return value;
}

double call_with_number(void* data, double number) {
  const auto& bound = *static_cast<const BoundFunction*>(data);
  const double value = told_value(bound.evaluation->names.number_value(bound.name, number));
  bound.evaluation->variables.emplace_back(fmt::format("{}({})", bound.name, number), value);
  return value;
}

std::int64_t nearest_whole(double value) {
  if (value != std::floor(value) || std::abs(value) > largest_whole) {
    throw NoValue(usage_error(tr("gcd() and mod() want whole numbers, not {}.", value)));
  }
  return static_cast<std::int64_t>(value);
}

double quotient_of(double a, double b) {
  if (b == 0) throw NoValue(usage_error(tr("Something is divided by zero.")));
  return a / b;
}
double greatest_divisor(double a, double b) {
  return static_cast<double>(std::gcd(nearest_whole(a), nearest_whole(b)));
}
double remainder_of(double a, double b) {
  if (b == 0) throw NoValue(usage_error(tr("Something is divided by zero.")));
  return static_cast<double>(nearest_whole(a) % nearest_whole(b));
}
double is_within(double a, double b, double percent) {
  return std::abs(a - b) <= std::abs(b) * percent / 100 ? 1 : 0;
}

/// Whether a single "=", which would give a name another value, stands outside of texts.
bool assigns(std::string_view expression) {
  bool in_text = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] == '"') in_text = !in_text;
    if (in_text || expression[i] != '=') continue;
    if (i + 1 < expression.size() && expression[i + 1] == '=') {
      ++i;
    } else if (i == 0 ||
               std::string_view("<>!").find(expression[i - 1]) == std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// Infinity would be more than any number, and a condition hold or not by chance.
double number_in(double value) {
  if (!std::isfinite(value)) throw NoValue(usage_error(tr("A part of it gives no number.")));
  return value;
}

double power_of(double a, double b) { return std::pow(a, b); }
double sum_of(double a, double b) { return a + b; }
double difference_of(double a, double b) { return a - b; }
double product_of(double a, double b) { return a * b; }
double is_less(double a, double b) { return number_in(a) < number_in(b) ? 1 : 0; }
double is_at_most(double a, double b) { return number_in(a) <= number_in(b) ? 1 : 0; }
double is_more(double a, double b) { return number_in(a) > number_in(b) ? 1 : 0; }
double is_at_least(double a, double b) { return number_in(a) >= number_in(b) ? 1 : 0; }
double is_equal(double a, double b) { return number_in(a) == number_in(b) ? 1 : 0; }
double is_another(double a, double b) { return number_in(a) != number_in(b) ? 1 : 0; }
double holds_both(double a, double b) { return a != 0 && b != 0 ? 1 : 0; }
double holds_either(double a, double b) { return a != 0 || b != 0 ? 1 : 0; }

/// muParser's own operators, but that nothing is divided by zero: infinity is more than any number, so
/// conditions would hold.
void define_operators(mu::Parser& parser) {
  parser.EnableBuiltInOprt(false);
  parser.DefineOprt("||", holds_either, mu::prLOR);
  parser.DefineOprt("&&", holds_both, mu::prLAND);
  parser.DefineOprt("==", is_equal, mu::prCMP);
  parser.DefineOprt("!=", is_another, mu::prCMP);
  parser.DefineOprt("<=", is_at_most, mu::prCMP);
  parser.DefineOprt(">=", is_at_least, mu::prCMP);
  parser.DefineOprt("<", is_less, mu::prCMP);
  parser.DefineOprt(">", is_more, mu::prCMP);
  parser.DefineOprt("+", sum_of, mu::prADD_SUB);
  parser.DefineOprt("-", difference_of, mu::prADD_SUB);
  parser.DefineOprt("*", product_of, mu::prMUL_DIV);
  parser.DefineOprt("/", quotient_of, mu::prMUL_DIV);
  parser.DefineOprt("^", power_of, mu::prPOW, mu::oaRIGHT);
}

void define_names(mu::Parser& parser, Evaluation& evaluation, std::deque<BoundFunction>& bound) {
  parser.DefineNameChars("0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  parser.SetVarFactory(make_variable, &evaluation);
  parser.DefineFun("ratio", quotient_of);
  parser.DefineFun("gcd", greatest_divisor);
  parser.DefineFun("mod", remainder_of);
  parser.DefineFun("within", is_within);
  parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
  parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
  for (const std::string& name : evaluation.names.of_text) {
    bound.push_back({&evaluation, name});
    parser.DefineFunUserData(name, call_with_text, &bound.back(), false);
  }
  for (const std::string& name : evaluation.names.of_number) {
    bound.push_back({&evaluation, name});
    parser.DefineFunUserData(name, call_with_number, &bound.back(), false);
  }
}

Error not_understood(const std::string& expression, const mu::ParserError& error) {
  const auto at = std::min(static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos()))),
                           expression.size());
  const std::string rest = expression.substr(at);
  if (rest.empty()) {
    return usage_error(tr("The expression \"{}\" is not complete.", quotable(expression)));
  }
  return usage_error(tr("The expression \"{0}\" is not understood from \"{1}\" on.",
                        quotable(expression), quotable(rest)));
}

Error several_expressions(const std::string& expression) {
  return usage_error(
      tr("\"{}\" is more than one expression; put each in quotes.", quotable(expression)));
}

Status fit_to_parse(const std::string& expression) {
  if (expression.size() > longest_expression) {
    return usage_error(tr("An expression has more than {} characters.", longest_expression));
  }
  if (assigns(expression)) {
    return usage_error(tr("\"{}\" has a single \"=\"; compare with ==.", quotable(expression)));
  }
  return Done{};
}

}  // namespace

std::string Computed::reasons() const {
  std::string text;
  for (const auto& [name, number] : from) {
    text += fmt::format("{}{} = {:.6g}", text.empty() ? "" : ", ", name, number);
  }
  return text;
}

Result<Computed> compute(const std::string& expression, const ExpressionNames& names) {
  if (Status fit = fit_to_parse(expression); !fit) return fit.error();
  Evaluation evaluation{names, {}};
  std::deque<BoundFunction> bound;
  try {
    mu::Parser parser;
    define_operators(parser);
    define_names(parser, evaluation, bound);
    parser.SetExpr(expression);
    int results = 0;
    const double* const all = parser.Eval(results);
    if (results != 1) return several_expressions(expression);
    if (!std::isfinite(all[0])) {
      return usage_error(tr("\"{}\" gives no number.", quotable(expression)));
    }
    return Computed{all[0], {evaluation.variables.begin(), evaluation.variables.end()}};
  } catch (const NoValue& none) {
    return none.error;
  } catch (const mu::ParserError& error) {
    return not_understood(expression, error);
  }
}

Result<std::vector<std::string>> names_of_expression(
    const std::string& expression, const std::function<Status(std::string_view name)>& known) {
  if (Status fit = fit_to_parse(expression); !fit) return fit.error();
  const ExpressionNames names{.value = [&](std::string_view name) -> Result<double> {
                                if (Status there = known(name); !there) return there.error();
                                return 1.0;
                              },
                              .of_text = {},
                              .of_number = {},
                              .text_value = {},
                              .number_value = {}};
  Evaluation evaluation{names, {}};
  std::deque<BoundFunction> bound;
  try {
    mu::Parser parser;
    define_operators(parser);
    define_names(parser, evaluation, bound);
    parser.EnableOptimizer(false);  // which computes while it reads
    parser.SetExpr(expression);
    int results = 0;
    parser.Eval(results);
    if (results != 1) return several_expressions(expression);
  } catch (const NoValue& none) {
    if (none.of_name) return none.error;
  } catch (const mu::ParserError& error) {
    return not_understood(expression, error);
  }
  std::vector<std::string> found;
  for (const auto& [name, value] : evaluation.variables) found.push_back(name);
  return found;
}

}  // namespace warpscope
