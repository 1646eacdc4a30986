#include "instrumentation/program/source/launch_syntax.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

/// Whether three > with blanks between them and a parenthesis begin at token j.
bool ends_spaced(const CudaCode& code, std::size_t j) {
  std::size_t count = 0, next = j;
  while (next < code.size() && !code.is_other(next, j) &&
         code.token(next).kind == TokenKind::symbol && code.letter(next) == '>') {
    count += code.token(next).end - code.token(next).begin;
    ++next;
  }
  return count == 3 && code.word(next) == "(" && !code.is_other(next, j);
}

}  // namespace

bool opens_launch(const CudaCode& code, std::size_t i) {
  if (code.is_run(i, '<', 3)) return true;
  // "<< <" is no C++ either, but for "operator<< <".
  return code.is_run(i, '<', 2) && i + 1 < code.size() && !code.is_other(i + 1, i) &&
         code.is_run(i + 1, '<', 1) && i > 0 && code.word(i - 1) != "operator";
}

std::size_t after_launch(const CudaCode& code, std::size_t byte) {
  const auto found = std::ranges::lower_bound(code.tokens(), byte + 1, {}, &CudaToken::end);
  auto i = static_cast<std::size_t>(found - code.tokens().begin());
  while (i < code.size() && code.letter(i) == '>') ++i;
  return i;
}

std::optional<std::size_t> launch_end(const CudaCode& code, std::size_t i) {
  const bool spaced = !code.is_run(i, '<', 3);
  std::ptrdiff_t angles = 0;  // of template arguments that are open
  std::optional<std::size_t> perhaps;
  for (std::size_t j = i + (spaced ? 2 : 1); j < code.size(); ++j) {
    if (code.is_other(j, i) || code.token(j).kind == TokenKind::directive) {
      if (code.token(i).directive != 0) break;
      continue;
    }
    if (code.token(j).kind != TokenKind::symbol) continue;
    const std::string_view is = code.word(j);
    if (is == ";" || is == ")" || is == "]" || is == "}" || opens_launch(code, j)) break;
    if (is == "(" || is == "[" || is == "{") {
      j = code.close(j);
      if (j == CudaCode::none) break;
    } else if (is == "<") {
      if (code.is_name(j - 1) && code.token(j - 1).end == code.token(j).begin) ++angles;
    } else if (is.front() == '>') {
      const auto length = static_cast<std::ptrdiff_t>(is.size());
      if (spaced && ends_spaced(code, j)) return code.token(j).begin;
      if (length < 3) {
        angles = std::max<std::ptrdiff_t>(0, angles - length);
        continue;
      }
      const bool called = code.word(j + 1) == "(" && !code.is_other(j + 1, i);
      const bool ends =
          j + 1 == code.size() || code.token(j + 1).directive != code.token(i).directive;
      if (called && (length > 3 || angles < 3)) return code.token(j).end - 3;
      // A macro's name that stands for the arguments, or the end of a macro.
      if (!perhaps && (called || (code.token(i).directive != 0 && ends) || code.is_name(j + 1)))
        perhaps = code.token(j).end - 3;
      angles = std::max<std::ptrdiff_t>(0, angles - length);
    }
  }
  return perhaps;
}

LaunchedName launched_name(const CudaCode& code, std::size_t i) {
  LaunchedName launched;
  if (i == 0 || code.is_other(i - 1, i)) return launched;
  std::size_t at = i - 1;
  if (code.token(at).kind == TokenKind::symbol && code.word(at).front() == '>' &&
      code.word(at) != "->") {
    const std::size_t first = code.open_angle(at);
    if (first == CudaCode::none || first == 0 || code.word(first) != "<") return launched;
    launched.template_arguments = static_cast<int>(code.parts(first, at).size());
    if (code.word(at).size() > 1) {  // a<b<c>>: the last argument ends within the token
      launched.template_arguments = std::max(1, *launched.template_arguments);
    }
    at = first - 1;
  }
  if (!code.is_name(at) || code.is_other(at, i)) return launched;
  launched.name = code.word(at);
  launched.last = at;
  while (at > 0 && !code.is_other(at - 1, i)) {
    if (code.word(at - 1) == "template") {
      --at;
      continue;
    }
    if (code.word(at - 1) != "::") break;
    --at;
    if (at == 0 || code.is_other(at - 1, i)) break;
    std::size_t before = at - 1;
    if (code.token(before).kind == TokenKind::symbol && code.word(before).front() == '>') {
      before = code.open_angle(before);
      if (before == CudaCode::none || before == 0) return launched;
      --before;
    }
    constexpr std::array<std::string_view, 4> words{"return", "else", "do", "case"};
    if (!code.is_name(before) || std::ranges::find(words, code.word(before)) != words.end())
      break;  // ::k
    at = before;
  }
  if (at > 0 && (code.word(at - 1) == "." || code.word(at - 1) == "->"))
    return launched;  // a member
  launched.first = at;
  return launched;
}

std::optional<std::size_t> launched_pointer(const CudaCode& code, std::size_t i) {
  constexpr std::array<std::string_view, 7> words{"return", "else",  "do",    "case",
                                                  "if",     "while", "switch"};
  const auto ends_with = [&](std::size_t at, std::string_view word) {
    return at > 0 && !code.is_other(at - 1, i) && code.word(at - 1) == word;
  };
  const auto is_operand = [&](std::size_t at) {
    return at > 0 && !code.is_other(at - 1, i) && code.is_name(at - 1) &&
           std::ranges::find(words, code.word(at - 1)) == words.end();
  };
  std::size_t first = i;
  for (;;) {
    const std::size_t before = first;
    while (ends_with(first, "]") && code.open(first - 1) != CudaCode::none) {
      first = code.open(first - 1);
    }
    const bool closes = ends_with(first, ")") && code.open(first - 1) != CudaCode::none;
    // Of "if (n) (*pointer)" only the last parentheses.
    if (closes) first = code.open(first - 1);
    if (is_operand(first)) {
      --first;
    } else if (first == before) {
      return std::nullopt;
    }
    if (!ends_with(first, ".") && !ends_with(first, "->") && !ends_with(first, "::")) return first;
    --first;
  }
}

bool has_braced_argument(const CudaCode& code, std::size_t open) {
  if (code.word(open) != "(" || code.close(open) == CudaCode::none) return false;
  const auto arguments = code.parts(open, code.close(open));
  return std::ranges::any_of(arguments,
                             [&](CudaCode::Range each) { return code.word(each.begin) == "{"; });
}

std::optional<int> count_arguments(const CudaCode& code, std::size_t open) {
  if (code.word(open) != "(") return std::nullopt;
  const std::size_t last = code.close(open);
  if (last == CudaCode::none) return std::nullopt;
  const auto arguments = code.parts(open, last);
  if (std::ranges::any_of(arguments, [&](CudaCode::Range each) { return code.has(each, "."); })) {
    // A pack, perhaps: x... has as many as it has.
    for (std::size_t i = open; i < last; ++i) {
      if (code.word(i) == "." && code.word(i + 1) == "." && code.word(i + 2) == ".")
        return std::nullopt;
    }
  }
  return static_cast<int>(arguments.size());
}

}  // namespace warpscope
