#include "instrumentation/program/bare/bare_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "instrumentation/program/source/kernel_finder.hpp"

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

constexpr std::size_t most_words = 50'000;  // of what macros make
constexpr std::size_t deepest_macro = 20;

bool is_operator(std::string_view text) {
  constexpr std::array<std::string_view, 20> operators{
      "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=",  "/=",
      "%=", "&=", "|=", "^=", "++", "--", "<<", ">>", "<<=", ">>="};
  return std::ranges::find(operators, text) != operators.end();
}

}  // namespace

BareText bare_text(const CudaCode& code, CudaCode::Range range) {
  BareText text;
  std::size_t last_end = 0;
  for (std::size_t i = range.begin; i < std::min(range.end, code.size()); ++i) {
    const CudaToken& token = code.token(i);
    if (token.kind == TokenKind::directive || code.is_other(i, range.begin)) continue;
    const std::string word(code.word(i));
    const bool joins = !text.empty() && token.kind == TokenKind::symbol &&
                       text.back().kind == TokenKind::symbol && last_end == token.begin &&
                       is_operator(text.back().text + word);
    if (joins) {
      text.back().text += word;
    } else {
      text.push_back({token.kind, word});
    }
    last_end = token.end;
  }
  return text;
}

void BareNames::define(std::string_view text) {
  const std::size_t sign = text.find('=');
  const std::string name(text.substr(0, sign));
  const std::string value(sign == std::string_view::npos ? "1" : text.substr(sign + 1));
  const auto tokens = cuda_tokens(value);
  const CudaCode code(value, tokens);
  Macro macro;
  macro.body = bare_text(code, {0, tokens.size()});
  constants_.try_emplace(name, macro.body);
  macros_.try_emplace(name, std::move(macro));
}

void BareNames::add_file(const CudaCode& code) {
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.hidden(i)) continue;
    const CudaToken& token = code.token(i);
    if (token.kind == TokenKind::directive) {
      if (!split_directive(code.word(i)).first.starts_with("define")) continue;
      std::size_t end = i + 1;
      while (end < code.size() && code.token(end).directive == token.directive) ++end;
      read_macro(code, {i + 1, end});
      continue;
    }
    if (token.directive != 0) continue;
    const std::string_view word = code.word(i);
    if (word == "const" || word == "constexpr") read_constant(code, i);
    if (word == "enum") read_enumerators(code, i);
    if (word == "typedef" || word == "using") read_alias(code, i);
    if (word == "(") read_function(code, i);
  }
}

void BareNames::read_macro(const CudaCode& code, CudaCode::Range range) {
  if (range.begin >= range.end || !code.is_name(range.begin)) return;
  Macro macro;
  std::size_t body = range.begin + 1;
  macro.is_function = body < range.end && code.word(body) == "(" &&
                      code.token(body).begin == code.token(range.begin).end;
  if (macro.is_function) {
    const std::size_t close = code.close(body);
    if (close >= range.end) return;
    for (const CudaCode::Range& part : code.parts(body, close)) {
      macro.parameters.emplace_back(code.word(part.begin));
    }
    body = close + 1;
  }
  if (body < range.end) macro.body = bare_text(code, {body, range.end});
  const std::string name(code.word(range.begin));
  if (!macro.is_function && !macro.body.empty()) constants_.try_emplace(name, macro.body);
  macros_.try_emplace(name, std::move(macro));
}

/// const int A = 1, B = 2;
void BareNames::read_constant(const CudaCode& code, std::size_t i) {
  std::size_t at = i + 1;
  bool named = false;
  while (at < code.size() && !code.is_other(at, i) && (code.is_name(at) || code.word(at) == "::")) {
    ++at;
    named = true;
  }
  while (named && code.word(at) == "=" && !code.is_other(at, i)) {
    std::size_t end = at + 1;
    while (end < code.size() && !code.is_other(end, i) && code.word(end) != ";" &&
           code.word(end) != ",") {
      const std::string_view word = code.word(end);
      const bool opens = word == "(" || word == "{" || word == "[";
      const std::size_t close = opens ? code.close(end) : end;
      if (close == CudaCode::none) return;
      end = close + 1;
    }
    constants_.try_emplace(std::string(code.word(at - 1)), bare_text(code, {at + 1, end}));
    if (code.word(end) != "," || !code.is_name(end + 1)) return;
    at = end + 2;
  }
}

void BareNames::read_enumerators(const CudaCode& code, std::size_t i) {
  std::size_t open = i + 1;
  while (open < code.size() && (code.is_name(open) || code.word(open) == ":")) ++open;
  if (code.word(open) != "{" || code.close(open) == CudaCode::none) return;
  std::string before;
  for (const CudaCode::Range& part : code.parts(open, code.close(open))) {
    const std::string name(code.word(part.begin));
    BareText value{{TokenKind::number, "0"}};
    if (!before.empty()) {
      value = {{TokenKind::name, before}, {TokenKind::symbol, "+"}, {TokenKind::number, "1"}};
    }
    if (code.word(part.begin + 1) == "=") value = bare_text(code, {part.begin + 2, part.end});
    constants_.try_emplace(name, std::move(value));
    before = name;
  }
}

void BareNames::read_alias(const CudaCode& code, std::size_t i) {
  std::size_t end = i + 1;
  while (end < code.size() && code.word(end) != ";" && !code.is_other(end, i)) {
    if (code.word(end) == "{" || code.word(end) == "(") return;
    ++end;
  }
  if (end - i < 3 || end >= code.size()) return;
  if (code.word(i) == "typedef") {
    aliases_.try_emplace(std::string(code.word(end - 1)), code.joined({i + 1, end - 1}));
  } else if (code.word(i + 2) == "=") {
    aliases_.try_emplace(std::string(code.word(i + 1)), code.joined({i + 3, end}));
  }
}

/// NAME(…) { of a function, outside of others.
void BareNames::read_function(const CudaCode& code, std::size_t open) {
  if (open == 0 || !code.is_name(open - 1) || code.close(open) == CudaCode::none) return;
  const std::size_t close = code.close(open);
  if (code.word(close + 1) != "{" || code.close(close + 1) == CudaCode::none) return;
  const CudaCode::Range before{code.declaration_begin(open - 1), open - 1};
  if (!code.has(before, "__device__")) return;
  Function function;
  for (const CudaCode::Range& part : code.parts(open, close)) {
    std::size_t last = part.begin;
    while (last < part.end && code.word(last) != "=" && code.word(last) != "[") ++last;
    function.parameters.emplace_back(code.word(last - 1));
    function.types.push_back(parameter_type(code, part));
  }
  function.body = bare_text(code, {close + 2, code.close(close + 1)});
  functions_.try_emplace(std::string(code.word(open - 1)), std::move(function));
}

void BareNames::expand(const BareText& text, std::vector<std::string>& hidden,
                       BareText& into) const {
  for (std::size_t i = 0; i < text.size() && into.size() < most_words; ++i) {
    const auto found = text[i].kind == TokenKind::name ? macros_.find(text[i].text) : macros_.end();
    const bool skip = found == macros_.end() || hidden.size() > deepest_macro ||
                      std::ranges::find(hidden, text[i].text) != hidden.end();
    if (skip || (found->second.is_function && (i + 1 >= text.size() || text[i + 1].text != "("))) {
      into.push_back(text[i]);
      continue;
    }
    const Macro& macro = found->second;
    BareText body = macro.body;
    if (macro.is_function) {
      std::vector<BareText> arguments(1);
      int depth = 0;
      std::size_t at = i + 1;
      for (; at < text.size(); ++at) {
        const std::string& word = text[at].text;
        if (word == "(" && depth++ == 0) continue;
        if (word == ")" && --depth == 0) break;
        if (word == "," && depth == 1) {
          arguments.emplace_back();
        } else {
          arguments.back().push_back(text[at]);
        }
      }
      BareText filled;
      for (const BareWord& word : body) {
        const auto parameter = std::ranges::find(macro.parameters, word.text);
        const auto number = static_cast<std::size_t>(parameter - macro.parameters.begin());
        if (parameter == macro.parameters.end() || number >= arguments.size()) {
          filled.push_back(word);
        } else if (filled.size() < most_words) {
          filled.insert(filled.end(), arguments[number].begin(), arguments[number].end());
        }
      }
      body = std::move(filled);
      i = at;
    }
    hidden.push_back(found->first);
    expand(body, hidden, into);
    hidden.pop_back();
  }
}

BareText BareNames::expanded(const BareText& text) const {
  BareText into;
  std::vector<std::string> hidden;
  expand(text, hidden, into);
  return into;
}

const BareText* BareNames::constant(const std::string& name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? nullptr : &found->second;
}

std::string BareNames::type(std::string name) const {
  for (int step = 0; step < 8; ++step) {
    const auto alias = aliases_.find(name);
    if (alias != aliases_.end()) {
      name = alias->second;
      continue;
    }
    const auto macro = macros_.find(name);
    if (macro == macros_.end() || macro->second.is_function || macro->second.body.empty()) break;
    std::string text;
    for (const BareWord& word : macro->second.body) text += (text.empty() ? "" : " ") + word.text;
    name = text;
  }
  return name;
}

const BareNames::Function* BareNames::function(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

}  // namespace warpscope
