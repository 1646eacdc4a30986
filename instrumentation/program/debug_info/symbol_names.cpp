#include "instrumentation/program/debug_info/symbol_names.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace warpscope {

namespace {

constexpr std::size_t longest_symbol = 4096;

bool is_a_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
int nesting(char c) {
  if (std::string_view("<({[").find(c) != std::string_view::npos) return 1;
  return std::string_view(">)}]").find(c) != std::string_view::npos ? -1 : 0;
}

/// As c++filt writes it; empty: it cannot be read.
std::string demangled_symbol(const std::string& symbol) {
  if (symbol.size() > longest_symbol || !symbol.starts_with("_Z")) return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && plain ? plain.get() : std::string();
}

/// What stands after the last "::" or blank that is in no brackets.
std::string_view last_part(std::string_view text) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += nesting(text[i]);
    if (depth != 0) continue;
    if (text.substr(i, 2) == "::") begin = i + 2;
    if (text[i] == ' ') begin = i + 1;
  }
  return text.substr(begin);
}

/// Up to the parameters.
std::string_view without_parameters(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text[i] == '(' && i > 0) return text.substr(0, i);
    depth += nesting(text[i]);
  }
  return text;
}

/// "(lambda at FILE:LINE:COLUMN)" of clang, "FUNCTION::<lambda(int)>" of GCC.
void shorten_lambdas(std::string& text) {
  static constexpr std::string_view clang = "(lambda at ", gcc = "<lambda(";
  for (std::size_t at = 0; (at = text.find(clang, at)) != std::string::npos;) {
    std::size_t end = text.find(')', at);
    while (end != std::string::npos && !is_a_digit(text[end - 1])) end = text.find(')', end + 1);
    if (end == std::string::npos) return;
    text.replace(at, end + 1 - at, "lambda");
    at += std::string_view("lambda").size();
  }
  for (std::size_t at; (at = text.find(gcc)) != std::string::npos;) {
    std::size_t end = at;
    for (int depth = 0; end < text.size(); ++end) {
      depth += nesting(text[end]);
      if (depth == 0) break;
    }
    if (end == text.size()) return;
    std::size_t begin = at;
    for (int depth = 0; begin > 0; --begin) {
      const char before = text[begin - 1];
      depth -= nesting(before);
      if (depth < 0 || (depth == 0 && before == ',')) break;
    }
    while (begin < at && text[begin] == ' ') ++begin;
    text.replace(begin, end + 1 - begin, "lambda");
  }
}

}  // namespace

std::string tidy_name(std::string_view name) {
  std::string text(name.substr(0, longest_symbol));
  shorten_lambdas(text);
  std::string tidy;
  bool number = false;  // in one that no letter stands before
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const char before = tidy.empty() ? '\0' : tidy.back();
    if (c == ' ' && (next == '*' || next == '&' || next == '>')) continue;
    number = is_a_digit(c) ? number || !is_word(before) : number && is_word(c);
    if (number && std::string_view("uUlL").find(c) != std::string_view::npos) continue;
    tidy += c;
  }
  return tidy;
}

std::string last_name(const std::string& symbol) {
  const std::string plain = demangled_symbol(symbol);
  return plain.empty() ? symbol : std::string(last_part(plain));
}

std::string function_around(const std::string& symbol, const std::string& name) {
  if (!symbol.starts_with("_ZZ") || name.empty()) return {};
  const std::size_t end = symbol.rfind('E' + counted_name(name));
  if (end == std::string::npos || end <= 3) return {};
  const std::string function = symbol.substr(3, end - 3);
  // A C function has no types in its name: "_ZZ1fE4data".
  const auto digits =
      static_cast<std::size_t>(std::ranges::find_if_not(function, is_a_digit) - function.begin());
  if (digits > 0 && counted_name(function.substr(digits)) == function) {
    return function.substr(digits);
  }
  return "_Z" + function;
}

std::string function_around_lambda(const std::string& symbol) {
  const std::string plain = demangled_symbol(symbol);
  const std::size_t end = std::min(plain.find("::{lambda"), plain.find("::'lambda"));
  if (end == std::string::npos) return {};
  std::string_view function = without_parameters(std::string_view(plain).substr(0, end));
  return tidy_name(last_part(function));
}

std::string counted_name(const std::string& name) { return std::to_string(name.size()) + name; }

}  // namespace warpscope
