#include "instrumentation/analysis/formula_parser.hpp"

#include <muParserInt.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr double largest = 9007199254740992.0;  // 2^53: up to it doubles hold whole numbers
constexpr std::size_t longest_formula = 300;
constexpr std::array<std::string_view, 5> functions{"min", "max", "abs", "mod", "xor"};

/// Thrown if the result is no whole number.
struct NoNumber : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

double finite(double value) {
  if (std::abs(value) > largest) throw NoNumber(tr("A number grows beyond 2^53."));
  return value;
}

double back(std::int64_t value) { return finite(static_cast<double>(value)); }

std::int64_t divisor(double value) {
  if (value == 0) throw NoNumber(tr("Something is divided by zero."));
  return whole(value);
}

int shift(double value) {
  if (value < 0 || value > 63)
    throw NoNumber(tr("Something is shifted by less than 0 or more than 63 places."));
  return static_cast<int>(value);
}

double add(double a, double b) { return finite(a + b); }
double subtract(double a, double b) { return finite(a - b); }
double multiply(double a, double b) { return finite(a * b); }
double divide(double a, double b) { return back(whole(a) / divisor(b)); }
double remainder_of(double a, double b) { return back(whole(a) % divisor(b)); }
double shift_left(double a, double b) { return finite(std::ldexp(a, shift(b))); }
double shift_right(double a, double b) { return back(whole(a) >> shift(b)); }
double bit_and(double a, double b) { return back(whole(a) & whole(b)); }
double bit_or(double a, double b) { return back(whole(a) | whole(b)); }
double bit_xor(double a, double b) { return back(whole(a) ^ whole(b)); }
double both(double a, double b) { return a != 0 && b != 0 ? 1 : 0; }
double either(double a, double b) { return a != 0 || b != 0 ? 1 : 0; }
double less(double a, double b) { return a < b ? 1 : 0; }
double less_or_equal(double a, double b) { return a <= b ? 1 : 0; }
double greater(double a, double b) { return a > b ? 1 : 0; }
double greater_or_equal(double a, double b) { return a >= b ? 1 : 0; }
double equal(double a, double b) { return a == b ? 1 : 0; }
double differ(double a, double b) { return a != b ? 1 : 0; }
double minus(double a) { return -a; }
double plus(double a) { return a; }
double complement(double a) { return back(~whole(a)); }
double negation(double a) { return a == 0 ? 1 : 0; }
double absolute(double a) { return std::abs(a); }
double smallest_of(const double* values, int count) {
  return *std::min_element(values, values + count);
}
double largest_of(const double* values, int count) {
  return *std::max_element(values, values + count);
}

/// C's operators in C's order; muParser's own shift before they add, and crash on x / 0.
void define_words(mu::ParserInt& parser) {
  parser.ClearOprt();
  parser.ClearInfixOprt();
  parser.ClearFun();
  struct Operator {
    const char* text;
    double (*run)(double, double);
    int order;
  };
  constexpr std::array<Operator, 18> operators{{
      {"||", either, 1},
      {"&&", both, 2},
      {"|", bit_or, 3},
      {"^", bit_xor, 4},
      {"&", bit_and, 5},
      {"==", equal, 6},
      {"!=", differ, 6},
      {"<", less, 7},
      {"<=", less_or_equal, 7},
      {">", greater, 7},
      {">=", greater_or_equal, 7},
      {"<<", shift_left, 8},
      {">>", shift_right, 8},
      {"+", add, 9},
      {"-", subtract, 9},
      {"*", multiply, 10},
      {"/", divide, 10},
      {"%", remainder_of, 10},
  }};
  for (const Operator& one : operators) parser.DefineOprt(one.text, one.run, one.order);
  constexpr int before_all = 20;
  parser.DefineInfixOprt("-", minus, before_all);
  parser.DefineInfixOprt("+", plus, before_all);
  parser.DefineInfixOprt("~", complement, before_all);
  parser.DefineInfixOprt("!", negation, before_all);
  parser.DefineFun("min", smallest_of);
  parser.DefineFun("max", largest_of);
  parser.DefineFun("abs", absolute);
  parser.DefineFun("mod", remainder_of);
  parser.DefineFun("xor", bit_xor);
}

bool is_word_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The word, number or sign that stands at a place.
std::string token_at(std::string_view text, std::size_t at) {
  std::size_t end = std::min(at, text.size());
  while (end < text.size() && is_word_letter(text[end])) ++end;
  if (end == at && end < text.size()) ++end;
  return std::string(text.substr(at, end - at));
}

int characters(std::string_view bytes) { return static_cast<int>(count_characters(bytes)); }

std::string unknown(const std::string& token) {
  if (token == "=")
    return tr("A single '=' means nothing here: compare with ==, set values below.");
  if (!token.empty() && std::isdigit(static_cast<unsigned char>(token.front())) != 0) {
    return tr("'{}' is too large, or no whole number.", token);
  }
  if (token.size() == 1 &&
      std::string_view("+-*/%<>&|^").find(token[0]) != std::string_view::npos) {
    return tr("A number is missing before '{}'.", token);
  }
  if (token == ".") return tr("Indices are whole numbers: '.' has no place in them.");
  if (FormulaParser::is_name(token)) {
    return tr("'{}' is not known: use lane, tid, warp, block, n or recorded, or give it a value.",
              token);
  }
  return tr("'{}' is no operator: use + - * / % << >> & ^ | ~ and brackets.", token);
}

/// The problem of a token that may not stand there; empty if muParser means something else.
std::string misplaced(int code, const std::string& token) {
  switch (code) {
    case mu::ecUNASSIGNABLE_TOKEN: return unknown(token);
    case mu::ecUNEXPECTED_PARENS: return tr("This bracket has no place here.");
    case mu::ecMISPLACED_COLON: return tr("This ':' belongs to no '?'.");
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_FUN: return tr("An operator is missing before '{}'.", token);
    case mu::ecUNEXPECTED_OPERATOR:
    case mu::ecUNEXPECTED_CONDITIONAL:
    case mu::ecUNEXPECTED_ARG_SEP: return tr("A number is missing before '{}'.", token);
    default: return tr("This is not understood.");
  }
}

FormulaProblem problem_of(const mu::ParserError& error, std::string_view text) {
  const std::size_t end = text.size();
  const int told = std::max(0, static_cast<int>(error.GetPos()));
  std::size_t at = std::min(static_cast<std::size_t>(told), end);
  std::string sentence;
  switch (error.GetCode()) {
    case mu::ecEMPTY_EXPRESSION: return {tr("Write a formula, such as 2 * lane."), 0};
    case mu::ecUNEXPECTED_EOF:
      sentence = tr("Something is missing at the end.");
      at = end;
      break;
    case mu::ecMISSING_PARENS:
      sentence = tr("A bracket is not closed.");
      at = end;
      break;
    case mu::ecMISSING_ELSE_CLAUSE:
      sentence = tr("A ':' is missing after '?'.");
      at = end;
      break;
    case mu::ecTOO_FEW_PARAMS:
      sentence = tr("'{}' wants more numbers in its brackets.", error.GetToken());
      at = std::min(at, end - std::min<std::size_t>(end, 1));
      break;
    case mu::ecTOO_MANY_PARAMS:
      sentence = tr("'{}' wants fewer numbers in its brackets.", error.GetToken());
      break;
    default: sentence = misplaced(error.GetCode(), token_at(text, at)); break;
  }
  return {std::move(sentence), characters(text.substr(0, at))};
}

}  // namespace

struct FormulaParser::Engine {
  std::string text;
  std::vector<std::string> names;
  std::vector<double> values;
  mu::ParserInt parser;
  std::optional<FormulaProblem> problem;

  double evaluate() {
    int results = 0;
    const double* all = parser.Eval(results);
    if (results != 1) throw NoNumber(tr("A comma stands outside of a function's brackets."));
    return all[0];
  }
};

FormulaParser::FormulaParser(std::string_view formula, std::vector<std::string> names)
    : engine_(std::make_unique<Engine>()) {
  Engine& engine = *engine_;
  engine.text = formula;
  engine.names = std::move(names);
  engine.values.resize(engine.names.size());
  if (formula.size() > longest_formula) {
    engine.problem = {tr("The formula is longer than 300 characters."),
                      static_cast<int>(longest_formula)};
    return;
  }
  if (const std::size_t quote = formula.find_first_of(std::string_view("\"'\0", 3));
      quote != std::string_view::npos) {
    engine.problem = {tr("Quotes have no place in a formula."),
                      characters(formula.substr(0, quote))};
    return;
  }
  try {
    define_words(engine.parser);
    for (std::size_t i = 0; i < engine.names.size(); ++i) {
      engine.parser.DefineVar(engine.names[i], &engine.values[i]);
    }
    engine.parser.SetExpr(engine.text);
  } catch (const mu::ParserError& error) {
    engine.problem = problem_of(error, engine.text);
  }
}

FormulaParser::~FormulaParser() = default;

std::variant<std::int64_t, FormulaProblem> FormulaParser::value(
    std::span<const std::int64_t> values) {
  Engine& engine = *engine_;
  if (engine.problem) return *engine.problem;
  std::ranges::transform(values, engine.values.begin(),
                         [](std::int64_t value) { return static_cast<double>(value); });
  try {
    return whole(engine.evaluate());
  } catch (const mu::ParserError& error) {
    engine.problem = problem_of(error, engine.text);
    return *engine.problem;
  } catch (const NoNumber& reason) {
    return FormulaProblem{std::string(reason.what()), -1};
  }
}

bool FormulaParser::uses(std::string_view name) const {
  const std::string_view text = engine_->text;
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_word_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_word_letter(text[end]))) return true;
  }
  return false;
}

bool FormulaParser::is_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || digit(c); }) &&
         std::ranges::find(functions, name) == functions.end();
}

}  // namespace warpscope
