#include "instrumentation/program/source/device_syntax.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

bool is_specifier(std::string_view word) {
  constexpr std::array<std::string_view, 14> specifiers{
      "static",       "extern",       "const",        "constexpr", "volatile",
      "inline",       "__device__",   "__constant__", "__host__",  "__forceinline__",
      "__noinline__", "__restrict__", "mutable",      "constinit"};
  return std::ranges::find(specifiers, word) != specifiers.end();
}

}  // namespace

bool is_dynamic_shared(const CudaCode& code, std::size_t i) {
  for (std::size_t j = code.declaration_begin(i); j < code.size() && !code.is_other(j, i); ++j) {
    const std::string_view is = code.word(j);
    if (is == "extern" && code.token(j + 1 < code.size() ? j + 1 : j).kind != TokenKind::text) {
      return true;
    }
    if (j > i && (is == ";" || is == "[" || is == "=" || is == "{" || is == "}")) break;
  }
  return false;
}

DeviceVariable declared_variable(const CudaCode& code, std::size_t i) {
  DeviceVariable variable;
  const std::size_t begin = code.declaration_begin(i);
  bool shared_word = false, constant_expression = false, is_record = false;
  bool pointer = false, arithmetic = true;
  std::vector<std::size_t> consts;
  std::size_t names = 0;
  for (std::size_t j = begin; j < code.size(); ++j) {
    if (code.is_other(j, i)) {
      if (code.token(j).kind == TokenKind::directive || code.token(j).directive != 0 ||
          code.hidden(j))
        continue;
      return variable;
    }
    if (const std::size_t after = code.after_attribute(j); after != j) {
      if (code.word(j) == "decltype") ++names;
      j = after - 1;
      continue;
    }
    const std::string_view is = code.word(j);
    if (code.is_name(j)) {
      if (is == "operator" || is == "__global__" || is == "typedef" || is == "using" ||
          is == "friend") {
        return variable;
      }
      if (is == "__shared__" || ((is == "__managed__" || is == "__constant__") && j != i))
        shared_word = true;
      if (is == "inline") variable.is_inline = true;
      if (is == "template") {
        const std::size_t last = code.word(j + 1) == "<" ? code.close_angle(j + 1) : j;
        if (last == CudaCode::none) return variable;
        variable.is_instantiation = last == j;
        variable.is_template = variable.is_template || last > j + 2;  // not template <>
        j = last;
        continue;
      }
      if (is == "constexpr") constant_expression = true;
      if (is == "static" || is == "extern") variable.has_linkage = true;
      if (is == "extern") variable.is_extern = true;
      if (is == "const") consts.push_back(j);
      if (is == "struct" || is == "class" || is == "union" || is == "enum") {
        is_record = true;
      } else if (!is_specifier(is)) {
        ++names;
        variable.name = is;
        const bool last_name = code.word(j + 1) == "=" || code.word(j + 1) == ";" ||
                               code.word(j + 1) == "{" || code.word(j + 1) == "," ||
                               code.word(j + 1) == "[";
        if (!last_name && !is_arithmetic(is)) arithmetic = false;
      }
      continue;
    }
    if (is == "<" && j > 0 && code.is_name(j - 1)) {
      const std::size_t last = code.close_angle(j);
      if (last == CudaCode::none) return variable;
      j = last;
      arithmetic = false;
      continue;
    }
    if (is == "*" || is == "&") {
      pointer = true;
      consts.clear();  // they are of what it points to
      continue;
    }
    if (is == "{" && is_record && names <= 1) {
      const std::size_t last = code.close(j);
      if (last == CudaCode::none) return variable;
      j = last;
      is_record = false;
      arithmetic = false;
      ++names;
      continue;
    }
    if (is == "::") continue;
    if (code.token(j).kind == TokenKind::text) continue;  // extern "C"
    if (is == "(") {
      const std::string_view next = code.word(j + 1);
      const bool value = j + 1 < code.size() && (code.token(j + 1).kind == TokenKind::number ||
                                                 code.token(j + 1).kind == TokenKind::text);
      const std::size_t last = code.close(j);
      if (last == CudaCode::none) return variable;
      if (next == "*" || next == "&") {
        consts.clear();
        for (std::size_t k = j + 1; k < last; ++k) {
          if (code.word(k) == "(")
            return variable;  // a function that returns a pointer to a function
          if (code.word(k) == "const") consts.push_back(k);
        }
        arithmetic = false;
        variable.is_variable = true;
      } else {
        variable.is_variable = value && names > 1;
      }
    } else if (is == "[" || is == "=" || is == "{" || is == ";" || is == ",") {
      variable.is_variable = names > 1;
      if (is == "[" || is == ";" || is == ",") arithmetic = false;  // no single value
    }
    break;
  }
  if (shared_word) variable.is_variable = false;
  variable.folded = constant_expression || (!consts.empty() && arithmetic && !pointer);
  variable.consts = std::move(consts);
  return variable;
}

std::optional<AssemblerText> assembler_text(const CudaCode& code, std::size_t i) {
  std::size_t at = i + 1;
  constexpr std::array<std::string_view, 5> words{"volatile", "__volatile__", "__volatile", "goto",
                                                  "inline"};
  while (code.is_name(at) && std::ranges::find(words, code.word(at)) != words.end()) ++at;
  if (code.word(at) != "(" || code.is_other(at, i)) return std::nullopt;
  const std::size_t last = code.close(at);
  if (last == CudaCode::none) return std::nullopt;
  AssemblerText found{.text = {}, .last = last};
  for (std::size_t j = at + 1; j < last && code.word(j) != ":" && code.word(j) != "::"; ++j) {
    if (code.token(j).kind != TokenKind::text) continue;
    std::string_view part = code.word(j);
    if (part.size() >= 2 && part.front() == '"') part = part.substr(1, part.size() - 2);
    for (std::size_t k = 0; k < part.size(); ++k) {
      const bool escape = part[k] == '\\' && k + 1 < part.size();
      const char letter = escape ? part[++k] : part[k];
      found.text +=
          escape && (letter == 'n' || letter == 't') ? (letter == 'n' ? '\n' : ' ') : letter;
    }
  }
  return found;
}

}  // namespace warpscope
