#include "app/subject/code_statements.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

using StatementKind = CodeStatement::Kind;
constexpr int deepest_statement = 200;  // files of users may be hostile

bool is_loop_word(std::string_view word) {
  return word == "for" || word == "while" || word == "do";
}

}  // namespace

CodeStatements::CodeStatements(std::string_view text, const CompiledSo& compiled)
    : text_(active_code(text, compiled)), tokens_(cuda_tokens(text_)), code_(text_, tokens_) {
  std::uint32_t line = 1;
  std::size_t at = 0;
  for (const CudaToken& token : tokens_) {
    line += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(at),
                   text_.begin() + static_cast<std::ptrdiff_t>(token.begin), '\n'));
    at = token.begin;
    lines_.push_back(line);
  }
  find_functions({0, tokens_.size()});
}

bool CodeStatements::skipped(std::size_t i) const {
  return code_.hidden(i) || tokens_[i].directive != 0 ||
         tokens_[i].kind == CudaToken::Kind::directive;
}

std::size_t CodeStatements::add(CodeStatement statement) {
  statement.line = lines_[statement.tokens.begin];
  all_.push_back(statement);
  return all_.size() - 1;
}

void CodeStatements::find_functions(CudaCode::Range range) {
  std::size_t before = CudaCode::none;  // the token before
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (skipped(i)) continue;
    const bool opens = code_.word(i) == "{" && code_.close(i) != CudaCode::none;
    const bool function = opens && before != CudaCode::none && code_.word(before) == ")" &&
                          code_.open(before) != CudaCode::none;
    if (!function) {
      before = i;
      continue;
    }
    const std::size_t last = code_.close(i), close = before;
    const std::size_t number = add({.kind = StatementKind::function,
                                    .tokens = {i, last + 1},
                                    .head = {code_.open(close) + 1, close},
                                    .body = {i + 1, last},
                                    .braced = true});
    all_[number].last_line = lines_[last];
    read_list({i + 1, last}, number, 0);
    i = last;
    before = last;
  }
}

void CodeStatements::read_list(CudaCode::Range range, std::size_t parent, int depth) {
  for (std::size_t i = range.begin; i < range.end;) {
    const std::size_t next = read_statement(i, range.end, parent, depth);
    i = std::max(next, i + 1);
  }
}

std::size_t CodeStatements::read_statement(std::size_t i, std::size_t end, std::size_t parent,
                                           int depth) {
  while (i < end && skipped(i)) ++i;
  if (i >= end || depth > deepest_statement) return end;
  const std::string_view word = code_.word(i);
  if (word == "{" && code_.close(i) != CudaCode::none) {
    const std::size_t last = std::min(code_.close(i), end);
    const std::size_t number = add({.kind = StatementKind::compound,
                                    .parent = parent,
                                    .tokens = {i, last + 1},
                                    .body = {i + 1, last},
                                    .braced = true});
    all_[number].last_line = lines_[std::min(last, lines_.size() - 1)];
    read_list({i + 1, last}, number, depth + 1);
    return last + 1;
  }
  if (word == "if" || word == "switch" || is_loop_word(word)) {
    return read_headed(i, end, parent, depth);
  }
  std::size_t last = i;
  for (; last < end && code_.word(last) != ";"; ++last) {
    const std::string_view is = code_.word(last);
    if ((is == "(" || is == "[" || is == "{") && !skipped(last)) {
      const std::size_t close = code_.close(last);
      if (close != CudaCode::none && close < end) last = close;
    }
  }
  last = std::min(last, end - 1);
  const std::size_t number =
      add({.kind = StatementKind::simple, .parent = parent, .tokens = {i, last + 1}});
  all_[number].last_line = lines_[last];
  return last + 1;
}

std::size_t CodeStatements::read_headed(std::size_t i, std::size_t end, std::size_t parent,
                                        int depth) {
  const std::string_view word = code_.word(i);
  const std::size_t number =
      add({.kind = is_loop_word(word) ? StatementKind::loop : StatementKind::branch,
           .word = word,
           .parent = parent,
           .tokens = {i, i + 1}});
  std::size_t at = i + 1;
  const auto read_head = [&] {
    while (at < end && code_.word(at) != "(" && code_.word(at) != ";") ++at;
    if (at >= end || code_.close(at) == CudaCode::none || code_.word(at) != "(") return;
    all_[number].head = {at + 1, code_.close(at)};
    at = code_.close(at) + 1;
  };
  const auto read_body = [&](std::size_t of) {
    while (at < end && skipped(at)) ++at;
    const std::size_t begin = at;
    const bool braced = at < end && code_.word(at) == "{" && code_.close(at) != CudaCode::none;
    at = read_statement(at, end, of, depth + 1);
    all_[of].braced = braced;
    all_[of].body = braced ? CudaCode::Range{begin + 1, at - 1} : CudaCode::Range{begin, at};
  };
  const auto finish = [&](std::size_t of) {
    all_[of].tokens.end = at;
    all_[of].last_line = lines_[std::min(at, lines_.size()) - 1];
  };
  if (word != "do") read_head();
  read_body(number);
  if (word == "do") {
    read_head();
    if (at < end && code_.word(at) == ";") ++at;
  }
  finish(number);
  std::size_t next = at;
  while (next < end && skipped(next)) ++next;
  if (word != "if" || next >= end || code_.word(next) != "else") return at;
  const std::size_t other = add({.kind = StatementKind::branch,
                                 .word = code_.word(next),
                                 .parent = parent,
                                 .tokens = {next, next + 1},
                                 .head = all_[number].head});
  at = next + 1;
  read_body(other);
  finish(other);
  return at;
}

CudaCode::Range CodeStatements::own_tokens(std::size_t i) const {
  const CodeStatement& of = all_[i];
  return of.kind == StatementKind::simple ? of.tokens : of.head;
}

std::vector<std::size_t> CodeStatements::on_line(std::uint32_t line) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const StatementKind kind = all_[i].kind;
    if (kind == StatementKind::function || kind == StatementKind::compound ||
        all_[i].word == "else")
      continue;
    const CudaCode::Range own = own_tokens(i);
    if (own.begin >= own.end || lines_[own.begin] > line || lines_[own.end - 1] < line) continue;
    found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> CodeStatements::path(std::size_t i) const {
  std::vector<std::size_t> path;
  for (; i != CodeStatement::none; i = all_[i].parent) {
    if (all_[i].kind != StatementKind::compound) path.push_back(i);
  }
  std::ranges::reverse(path);
  return path;
}

bool CodeStatements::names_any(CudaCode::Range range,
                               const std::set<std::string_view>& names) const {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (code_.is_name(i) && names.contains(code_.word(i))) return true;
  }
  return false;
}

std::set<std::string_view> CodeStatements::thread_names(
    std::size_t i, const std::set<std::string_view>& parameters) const {
  std::set<std::string_view> names{"threadIdx", "thread_rank", "laneid", "lane_id"};
  names.insert(parameters.begin(), parameters.end());
  const CudaCode::Range body = all_[path(i).front()].tokens;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t at = body.begin; at + 1 < body.end; ++at) {
      if (!code_.is_name(at) || code_.word(at + 1) != "=" || code_.word(at + 2) == "=") continue;
      std::size_t end = at + 2;
      while (end < body.end && code_.word(end) != ";" && code_.word(end) != "," &&
             code_.word(end) != ")") {
        const bool opens = code_.word(end) == "(" || code_.word(end) == "[";
        end = opens && code_.close(end) != CudaCode::none ? code_.close(end) + 1 : end + 1;
      }
      if (names_any({at + 2, std::min(end, body.end)}, names)) {
        more = names.insert(code_.word(at)).second || more;
      }
    }
  }
  return names;
}

bool CodeStatements::varies(std::size_t i) const {
  return names_any(all_[i].head, thread_names(i));
}

bool CodeStatements::is_called(std::size_t i) const {
  const CodeStatement& function = all_[path(i).front()];
  bool called = false;
  for (std::size_t at = function.head.begin; at-- > 0;) {
    const std::string_view word = code_.word(at);
    if (word == ";" || word == "}" || word == "{" || skipped(at)) break;
    if (word == "__global__") return false;
    called = called || word == "__device__";
  }
  return called;
}

CudaCode::Range CodeStatements::parameters(std::size_t i) const {
  return all_[path(i).front()].head;
}

}  // namespace warpscope
