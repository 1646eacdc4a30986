#include "instrumentation/program/source/cuda_code.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

}  // namespace

bool is_attribute(std::string_view word) {
  constexpr std::array<std::string_view, 13> attributes{
      "__launch_bounds__", "__align__",   "alignas",          "__attribute__",     "__declspec",
      "decltype",          "__maxnreg__", "__cluster_dims__", "__builtin_align__", "typeof",
      "__typeof__",        "noexcept",    "__block_size__"};
  return std::ranges::find(attributes, word) != attributes.end();
}

bool is_arithmetic(std::string_view word) {
  constexpr std::array<std::string_view, 27> types{
      "bool",     "char",      "short",    "int",      "long",     "unsigned", "signed",
      "float",    "double",    "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",
      "uint8_t",  "uint16_t",  "uint32_t", "uint64_t", "std",      "::",       "uint",
      "unsigned", "ptrdiff_t", "wchar_t",  "char16_t", "char32_t", "ulong"};
  return std::ranges::find(types, word) != types.end();
}

std::pair<std::string_view, std::string_view> split_directive(std::string_view line) {
  const auto skip = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\\\r\n"), line.size()));
  };
  line.remove_prefix(1);
  skip();
  std::size_t end = 0;
  while (end < line.size() && ((line[end] >= 'a' && line[end] <= 'z') || line[end] == '_')) ++end;
  const std::string_view name = line.substr(0, end);
  line.remove_prefix(end);
  skip();
  return {name, line};
}

CudaCode::CudaCode(std::string_view text, const std::vector<CudaToken>& tokens)
    : text_(text), tokens_(tokens), hidden_(tokens.size(), false), partner_(tokens.size(), none) {
  std::vector<bool> hides;  // of each #if that is open: what stood before it
  bool hidden = false;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::directive) read_condition(i, hides, hidden);
    hidden_[i] = hidden;
  }
  match_brackets();
}

void CudaCode::read_condition(std::size_t i, std::vector<bool>& hides, bool& hidden) {
  const auto [name, rest] = split_directive(word(i));
  if (name.starts_with("if")) {
    const bool zero = name == "if" && rest.starts_with('0') &&
                      (rest.size() == 1 || std::string_view(" \t\r\n/").find(rest[1]) != rest.npos);
    hides.push_back(hidden);
    hidden = hidden || zero;
  } else if (name.starts_with("el") && !hides.empty()) {  // else, elif, elifdef
    hidden = hides.back();
  } else if (name == "endif" && !hides.empty()) {
    hidden = hides.back();
    hides.pop_back();
  } else if (name == "include" && !hidden && !rest.empty()) {
    const char last = rest.front() == '<' ? '>' : '"';
    const std::size_t end = rest.find(last, 1);
    if ((rest.front() != '<' && rest.front() != '"') || end == std::string_view::npos) return;
    includes_.push_back({.name = std::string(rest.substr(1, end - 1)),
                         .quoted = last == '"',
                         .begin = static_cast<std::size_t>(rest.data() - text_.data()),
                         .length = end + 1});
  }
}

std::string_view CudaCode::word(std::size_t i) const {
  return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                            : std::string_view{};
}

bool CudaCode::is_name(std::size_t i) const {
  return i < tokens_.size() && tokens_[i].kind == TokenKind::name;
}

bool CudaCode::is_other(std::size_t i, std::size_t of) const {
  return tokens_[i].directive != tokens_[of].directive || hidden_[i] != hidden_[of];
}

bool CudaCode::is_run(std::size_t i, char letter, std::size_t length) const {
  const std::string_view is = word(i);
  return is.size() == length && is.front() == letter && tokens_[i].kind == TokenKind::symbol;
}

void CudaCode::match_brackets() {
  std::vector<std::size_t> open, open_of_directive, open_hidden;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::directive) open_of_directive.clear();
    if (tokens_[i].kind != TokenKind::symbol) continue;
    std::vector<std::size_t>& stack =
        tokens_[i].directive != 0 ? open_of_directive : (hidden_[i] ? open_hidden : open);
    const char letter = text_[tokens_[i].begin];
    if (letter == '(' || letter == '[' || letter == '{') stack.push_back(i);
    if ((letter == ')' || letter == ']' || letter == '}') && !stack.empty()) {
      partner_[i] = stack.back();
      partner_[stack.back()] = i;
      stack.pop_back();
    }
  }
}

std::size_t CudaCode::close_angle(std::size_t open) const {
  std::ptrdiff_t depth = 0;
  const std::size_t limit = std::min(tokens_.size(), open + longest_arguments);
  for (std::size_t i = open; i < limit; ++i) {
    if (is_other(i, open)) {
      if (tokens_[open].directive != 0) return none;
      continue;
    }
    if (tokens_[i].kind != TokenKind::symbol) continue;
    const std::string_view is = word(i);
    if (is.front() == '<') depth += static_cast<std::ptrdiff_t>(is.size());
    if (is.front() == '>') depth -= static_cast<std::ptrdiff_t>(is.size());
    if (depth <= 0) return i;
    if (is == ";" || is == "}" || is == ")" || is == "]") return none;
    if (is == "(" || is == "[" || is == "{") {
      i = close(i);
      if (i == none) return none;
    }
  }
  return none;
}

std::size_t CudaCode::open_angle(std::size_t close) const {
  std::ptrdiff_t depth = 0;
  const std::size_t limit = close - std::min(close, longest_arguments);
  for (std::size_t i = close + 1; i-- > limit;) {
    if (is_other(i, close)) {
      if (tokens_[close].directive != 0) return none;
      continue;
    }
    if (tokens_[i].kind != TokenKind::symbol) continue;
    const std::string_view is = word(i);
    if (is.front() == '>') depth += static_cast<std::ptrdiff_t>(is.size());
    if (is.front() == '<') depth -= static_cast<std::ptrdiff_t>(is.size());
    if (depth <= 0) return i;
    if (is == ";" || is == "{" || is == "(" || is == "[") return none;
    if (is == ")" || is == "]" || is == "}") {
      i = open(i);
      if (i == none) return none;
    }
  }
  return none;
}

std::size_t CudaCode::after_attribute(std::size_t i) const {
  if (is_attribute(word(i)) && word(i + 1) == "(") {
    const std::size_t last = close(i + 1);
    if (last != none) return last + 1;
  }
  if (word(i) == "[" && word(i + 1) == "[" && tokens_[i].end == tokens_[i + 1].begin) {
    const std::size_t last = close(i);
    if (last != none) return last + 1;
  }
  return i;
}

bool CudaCode::has(Range range, std::string_view wanted) const {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (word(i) == wanted) return true;
  }
  return false;
}

std::vector<CudaCode::Range> CudaCode::parts(std::size_t open, std::size_t close) const {
  std::vector<Range> found;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view is = word(i);
    std::size_t last = i;
    if (is == "(" || is == "[" || is == "{") last = this->close(i);
    if (is == "<" && is_name(i - 1)) last = close_angle(i);
    if (last < close) i = last;  // none is beyond
    if (is == ",") {
      found.push_back({begin, i});
      begin = i + 1;
    }
  }
  if (begin < close) found.push_back({begin, close});
  return found;
}

std::string CudaCode::joined(Range range) const {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_other(i, range.begin)) continue;
    // Three dots are one word, and > > is not >>.
    const bool apart = !text.empty() && (word(i) != "." || word(i - 1) != ".") &&
                       tokens_[i].begin != tokens_[i - 1].end;
    if (apart) text += ' ';
    text += word(i);
  }
  return text;
}

std::size_t CudaCode::declaration_begin(std::size_t i) const {
  std::size_t begin = i;
  while (begin > 0 && !is_other(begin - 1, i)) {
    const std::size_t at = begin - 1;
    const std::string_view is = word(at);
    if (is_name(at) || is == "*" || is == "&" || is == "::" ||
        tokens_[at].kind == TokenKind::text) {
      begin = at;
    } else if (is.front() == '>' && is != "->" && tokens_[at].kind == TokenKind::symbol) {
      const std::size_t first = open_angle(at);
      if (first == none) break;
      begin = first;
    } else if (is == ")" || is == "]") {
      const std::size_t first = open(at);
      if (first == none || first == 0) break;
      const bool attribute = is == ")" ? is_attribute(word(first - 1)) : word(at - 1) == "]";
      if (!attribute) break;
      begin = first;
    } else {
      break;
    }
  }
  return begin;
}

}  // namespace warpscope
