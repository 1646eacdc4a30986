#include "app/subject/race_pair.hpp"

#include <algorithm>
#include <array>

#include "app/subject/code_uses.hpp"

namespace warpscope {
namespace {

using StatementKind = CodeStatement::Kind;
using Names = std::set<std::string_view>;

bool is_barrier_at(const CodeStatements& code, std::size_t token) {
  const std::string_view word = code.code().word(token);
  if (!code.code().is_name(token) || code.code().word(token + 1) != "(") return false;
  return word.starts_with("__syncthreads") || word == "sync" || word == "__syncwarp" ||
         word == "arrive_and_wait";
}

/// The call of a function in a statement: the token of its name; none: there is none, or several.
std::size_t call_in(const CodeStatements& code, std::size_t statement, std::string_view name) {
  const CudaCode& tokens = code.code();
  const CudaCode::Range own = code.own_tokens(statement);
  std::size_t found = CudaCode::none;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    if (!tokens.is_name(i) || tokens.word(i) != name) continue;
    if (tokens.word(i + 1) != "(" && tokens.word(i + 1) != "<") continue;
    if (found != CudaCode::none) return CudaCode::none;
    found = i;
  }
  return found;
}

/// "reduce" of "ws::reduce<256>".
std::string_view plain_name(std::string_view function) {
  function = function.substr(0, function.find('<'));
  const std::size_t colons = function.rfind("::");
  return colons == std::string_view::npos ? function : function.substr(colons + 2);
}

struct Call {
  std::size_t statement = CodeStatement::none;
  std::size_t token = CudaCode::none;  // of the function's name
};
Call call_at(const HintLine& line) {
  Call found;
  for (const std::size_t i : line.code->on_line(line.line)) {
    const std::size_t token = call_in(*line.code, i, plain_name(line.callee));
    if (token == CudaCode::none) continue;
    if (found.statement != CodeStatement::none) return {};
    found = {i, token};
  }
  return found;
}

/// The parameters of a function whose arguments differ from thread to thread.
Names varying_parameters(const CodeStatements& code, CudaCode::Range parameters,
                         const CodeStatements& caller, const Call& call, const Names& names) {
  const CudaCode& tokens = caller.code();
  std::size_t open = call.token + 1;
  if (tokens.word(open) == "<") open = tokens.close_angle(open);
  if (open != CudaCode::none && tokens.word(open) == ">") ++open;
  Names varying;
  if (open == CudaCode::none || tokens.word(open) != "(" || tokens.close(open) == CudaCode::none ||
      parameters.begin == 0) {
    return varying;
  }
  const auto arguments = tokens.parts(open, tokens.close(open));
  const auto parts = code.code().parts(parameters.begin - 1, parameters.end);
  for (std::size_t k = 0; k < std::min(arguments.size(), parts.size()); ++k) {
    if (!caller.names_any(arguments[k], names)) continue;
    std::size_t name = CudaCode::none;
    for (std::size_t i = parts[k].begin; i < parts[k].end; ++i) {
      const std::string_view word = code.code().word(i);
      if (word == "=" || word == "[") break;
      if (code.code().is_name(i)) name = i;
    }
    if (name != CudaCode::none) varying.insert(code.code().word(name));
  }
  return varying;
}

/// Follows the calls from a kernel to what a line is in.
struct Way {
  std::vector<RaceSurrounding> around;
  Names parameters;  // of the function that was called last: those that differ between threads
  bool known = true;
};

void add_surroundings(Way& way, const CodeStatements& code, const std::vector<std::size_t>& path,
                      const Names& names) {
  for (const std::size_t i : path) {
    const bool varies =
        code.at(i).kind != StatementKind::function && code.names_any(code.at(i).head, names);
    way.around.push_back({&code, i, varies});
  }
}

/// `calls`: the first so many.
Way way_through(const std::vector<HintLine>& calls, std::size_t count,
                const CodeStatements& last_code, std::size_t last_statement) {
  Way way;
  for (std::size_t k = 0; k < count; ++k) {
    const HintLine& line = calls[k];
    const Call call = call_at(line);
    if (call.statement == CodeStatement::none) return {.known = false};
    const Names names = line.code->thread_names(call.statement, way.parameters);
    auto path = line.code->path(call.statement);
    if (line.code->at(call.statement).kind != StatementKind::loop) path.pop_back();
    add_surroundings(way, *line.code, path, names);
    const bool innermost = k + 1 == count;
    const CodeStatements& into = innermost ? last_code : *calls[k + 1].code;
    const std::size_t there = innermost ? last_statement : call_at(calls[k + 1]).statement;
    if (there == CodeStatement::none) return {.known = false};
    way.parameters = varying_parameters(into, into.parameters(there), *line.code, call, names);
  }
  return way;
}

/// Whether a name stands for the number of a thread's warp: `int w = threadIdx.x / 32`.
bool is_warp_number(const CodeStatements& code, const CodeStatement& around,
                    std::string_view name) {
  const CudaCode& tokens = code.code();
  for (std::size_t i = around.tokens.begin; i + 3 < around.tokens.end; ++i) {
    if (tokens.word(i) != name || tokens.word(i + 1) != "=" || tokens.word(i + 2) == "=") continue;
    std::size_t end = i + 2;
    while (end < around.tokens.end && tokens.word(end) != ";" && tokens.word(end) != ",") ++end;
    const std::string_view last = tokens.word(end - 1), sign = tokens.word(end - 2);
    const bool divided = sign == "/" && (last == "32" || last == "warpSize" || last == "WARP_SIZE");
    return divided || (sign == ">>" && last == "5") ||
           (sign == ">" && tokens.word(end - 3) == ">" && last == "5");
  }
  return false;
}

/// Whether a condition lets whole warps through: `t < 32`, `warp == 0`.
bool of_whole_warps(const CodeStatements& code, std::size_t statement) {
  const CodeStatement& branch = code.at(statement);
  const CudaCode& tokens = code.code();
  const CudaCode::Range head = branch.head;
  if (branch.word != "if" || head.end - head.begin < 3) return false;
  const std::string text = code.text(head);
  if (text.find('&') != std::string::npos || text.find('|') != std::string::npos) return false;
  const std::string_view last = tokens.word(head.end - 1), sign = tokens.word(head.end - 2);
  constexpr std::array<std::string_view, 4> warps{"32", "64", "warpSize", "WARP_SIZE"};
  if (sign == "<" && std::ranges::find(warps, last) != warps.end()) return true;
  const CodeStatement& function = code.at(code.path(statement).front());
  return text == std::string(tokens.word(head.begin)) + " == 0" &&
         is_warp_number(code, function, tokens.word(head.begin));
}

}  // namespace

bool has_barrier(const CodeStatements& code, CudaCode::Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_barrier_at(code, i)) return true;
  }
  return false;
}

std::size_t statement_at(const CodeStatements& code, std::uint32_t line, const std::string& array,
                         std::optional<bool> writes) {
  const auto all = code.on_line(line);
  if (all.size() == 1) return all.front();
  std::vector<std::size_t> using_it;
  for (const std::size_t i : all) {
    if (!uses_of(code, i, array).empty()) using_it.push_back(i);
  }
  if (using_it.size() > 1 && writes) {
    std::erase_if(using_it, [&](std::size_t i) {
      return std::ranges::none_of(uses_of(code, i, array), [&](const CodeUse& use) {
        return *writes ? use.written : use.read;
      });
    });
  }
  if (using_it.size() == 1) return using_it.front();
  if (!using_it.empty()) return CodeStatement::none;
  // A macro may use it.
  const auto simple = [&](std::size_t i) { return code.at(i).kind == StatementKind::simple; };
  if (std::ranges::count_if(all, simple) != 1) return CodeStatement::none;
  return *std::ranges::find_if(all, simple);
}

std::optional<Names> names_of_threads(const CodeStatements& code, std::size_t statement,
                                      const HintSubject& subject) {
  const bool called = subject.cuda && code.is_called(statement);
  if (!called) return code.thread_names(statement);
  if (subject.calls.empty()) return std::nullopt;
  const Way way = way_through(subject.calls, subject.calls.size(), code, statement);
  if (!way.known) return std::nullopt;
  return code.thread_names(statement, way.parameters);
}

RacePair race_pair(const CodeStatements& code, const HintSubject& subject) {
  const auto line_of = [&](bool other, std::size_t level) -> HintLine {
    const auto& calls = other ? subject.other_calls : subject.calls;
    if (level < calls.size()) return calls[level];
    const CodeStatements* own = subject.other_code != nullptr ? subject.other_code : &code;
    return {other ? own : &code, other ? subject.other_line : subject.line, {}};
  };
  const std::size_t depth = subject.calls.size(), other_depth = subject.other_calls.size();
  std::size_t level = 0;
  while (level < std::min(depth, other_depth) && line_of(false, level) == line_of(true, level)) {
    ++level;
  }
  const HintLine own = line_of(false, level), other = line_of(true, level);
  if (own.code == nullptr || own.code != other.code) return {};
  if (depth == 0 && other_depth == 0 && !subject.same_file) return {};
  const auto statement_of = [&](const HintLine& line, std::optional<bool> writes) {
    return line.callee.empty() ? statement_at(*line.code, line.line, subject.array, writes)
                               : call_at(line).statement;
  };
  std::size_t a = statement_of(other, subject.other_writes);
  std::size_t b = statement_of(own, subject.writes);
  if (a == CodeStatement::none || b == CodeStatement::none) return {};
  if (a == b && !(own.callee.empty() && other.callee.empty())) return {};
  const CodeStatements& both = *own.code;
  if (both.at(a).tokens.begin > both.at(b).tokens.begin) std::swap(a, b);
  const auto of_a = both.path(a), of_b = both.path(b);
  const auto [at_a, at_b] = std::ranges::mismatch(of_a, of_b);
  if (at_a == of_a.begin()) return {};                             // of two functions
  if (level == 0 && subject.cuda && both.is_called(a)) return {};  // from where is not known
  Way way = way_through(subject.calls, level, both, a);
  if (!way.known) return {};
  RacePair pair{.code = &both, .first = a, .second = b, .inner = way.around.size()};
  pair.thread_names = both.thread_names(a, way.parameters);
  std::vector<std::size_t> inner(of_a.begin(), at_a);
  if (a == b) inner.pop_back();
  add_surroundings(way, both, inner, pair.thread_names);
  pair.around = std::move(way.around);
  pair.outer_first = at_a == of_a.end() ? a : *at_a;
  pair.outer_second = at_b == of_b.end() ? b : *at_b;
  const auto loop = std::find_if(pair.around.rbegin(), pair.around.rend(), [](const auto& around) {
    return around.of().kind == StatementKind::loop;
  });
  if (loop != pair.around.rend()) pair.loop = *loop;
  return pair;
}

std::optional<bool> between_rounds(const RacePair& pair, const HintSubject& subject) {
  if (!pair.loop) return false;
  const CodeStatements& code = *pair.code;
  const CudaCode::Range first = code.own_tokens(pair.first), second = code.own_tokens(pair.second);
  const auto loop = std::ranges::find(pair.around, *pair.loop);
  const bool waits = std::any_of(loop, pair.around.end(), [](const RaceSurrounding& around) {
    return (around.of().kind == StatementKind::loop ||
            around.of().kind == StatementKind::function) &&
           has_barrier(*around.code, around.of().body);
  });
  if (waits) return !pair.one_statement() && has_barrier(code, {first.end, second.begin});
  if (!subject.one_round) return std::nullopt;
  return !*subject.one_round;
}

BarrierRoom room_in(const RacePair& pair, std::size_t count, const HintSubject& subject) {
  BarrierRoom room{subject.cuda ? "__syncthreads()" : "block.sync()"};
  for (std::size_t k = 0; k < count; ++k) {
    const RaceSurrounding& around = pair.around[k];
    const CodeStatement& of = around.of();
    if (of.kind == StatementKind::function || !around.varies) continue;
    if (of.kind == StatementKind::branch && subject.one_warp && subject.cuda &&
        of_whole_warps(*around.code, around.statement)) {
      room.barrier = "__syncwarp()";
      continue;
    }
    (of.kind == StatementKind::loop ? room.loop : room.branch) = &of;
    room.in_caller = k < pair.inner;
  }
  return room;
}

}  // namespace warpscope
