#include "app/subject/fault_remedies.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include "app/subject/code_uses.hpp"
#include "app/subject/race_remedies.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

using StatementKind = CodeStatement::Kind;
using Range = CudaCode::Range;

/// "num_rows" and "N": how many there are of something.
bool names_a_size(std::string_view name) {
  std::string low(name);
  std::ranges::transform(low, low.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::array<std::string_view, 14> sizes{"n",      "m",      "num",   "size",  "len",
                                                   "length", "count",  "total", "limit", "elements",
                                                   "width",  "height", "rows",  "cols"};
  if (std::ranges::find(sizes, low) != sizes.end()) return true;
  return low.starts_with("n_") || low.starts_with("num") || low.ends_with("_size") ||
         low.ends_with("_count") || low.ends_with("_len") || low.ends_with("length") ||
         low.ends_with("elements") || low.ends_with("size") || low == "columns" || low == "w" ||
         low == "h" || low == "nx" || low == "ny" || low == "nrows" || low == "ncols";
}

bool names_a_height(std::string_view name) {
  std::string low(name);
  std::ranges::transform(low, low.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::array<std::string_view, 7> heights{"h",  "height", "rows",    "m",
                                                    "ny", "nrows",  "num_rows"};
  return std::ranges::find(heights, low) != heights.end();
}

/// The sizes among a kernel's parameters, and all its whole numbers.
struct Numbers {
  std::vector<std::string> sizes, whole;
};
Numbers numbers_of(const CodeStatements& code, std::size_t statement) {
  Numbers numbers;
  const Range parameters = code.parameters(statement);
  if (parameters.begin == 0 || parameters.begin >= parameters.end) return numbers;
  for (const Range part : code.code().parts(parameters.begin - 1, parameters.end)) {
    if (part.begin >= part.end) continue;
    const std::string text = code.text(part);
    const std::string name(code.code().word(part.end - 1));
    const bool plain = text.find_first_of("*&[") == std::string::npos;
    constexpr std::array<std::string_view, 6> types{"int",  "unsigned", "size_t",
                                                    "long", "uint32_t", "short"};
    const bool whole = std::ranges::any_of(
        types, [&](std::string_view type) { return code.code().has(part, type); });
    if (!plain || !whole) continue;
    numbers.whole.push_back(name);
    if (names_a_size(name)) numbers.sizes.push_back(name);
  }
  return numbers;
}

/// A constant of the file with the name of a size; empty: there is none, or several.
std::string constant_size(const CodeStatements& code) {
  const CudaCode& tokens = code.code();
  std::set<std::string> found;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens.hidden(i)) continue;
    const bool macro = tokens.word(i).starts_with("#") && tokens.word(i).ends_with("define") &&
                       tokens.token(i + 2).kind == CudaToken::Kind::number;
    const bool constant = tokens.token(i).directive == 0 && tokens.word(i) == "int" && i > 0 &&
                          (tokens.word(i - 1) == "const" || tokens.word(i - 1) == "constexpr") &&
                          tokens.word(i + 2) == "=";
    if ((macro || constant) && names_a_size(tokens.word(i + 1))) {
      found.emplace(tokens.word(i + 1));
    }
  }
  return found.size() == 1 ? *found.begin() : std::string();
}

/// The extent with which an array in shared or local memory is declared: "256", "N"; empty: it is not.
std::string declared_extent(const CodeStatements& code, std::size_t statement,
                            std::string_view array) {
  const CudaCode& tokens = code.code();
  const Range body = code.at(code.path(statement).front()).body;
  for (std::size_t i = body.begin; i + 1 < body.end; ++i) {
    const bool declared = tokens.word(i) == array && tokens.word(i + 1) == "[" &&
                          tokens.is_name(i - 1) && tokens.word(i - 1) != "return" &&
                          tokens.word(i - 1) != "else";
    if (!declared) continue;
    const std::size_t close = tokens.close(i + 1);
    if (close >= body.end || tokens.word(close + 1) == "[") return {};
    return code.text({i + 2, close});
  }
  return {};
}

/// The operators of an expression that stand in no brackets.
std::vector<std::size_t> outer_symbols(const CudaCode& code, Range range) {
  std::vector<std::size_t> found;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const std::string_view word = code.word(i);
    if ((word == "(" || word == "[") && code.close(i) < range.end) {
      i = code.close(i);
    } else if (code.token(i).kind == CudaToken::Kind::symbol && word != "." && word != "->" &&
               word != "::") {
      found.push_back(i);
    }
  }
  return found;
}

/// An index of a statement at fault.
struct Index {
  std::size_t statement = CodeStatement::none;
  Range range;
  std::string text;
};

/// The index of the only element of the array that the line uses, or of the one that can be beyond that end.
std::optional<Index> index_of(const CodeStatements& code, const HintSubject& subject) {
  std::vector<Index> found;
  for (const std::size_t i : code.on_line(subject.line)) {
    for (const CodeUse& use : uses_of(code, i, subject.array)) {
      if (use.subscripts.size() != 1) return std::nullopt;
      Index index{i, use.subscripts[0], code.text(use.subscripts[0])};
      const bool known =
          std::ranges::any_of(found, [&](const Index& other) { return other.text == index.text; });
      if (!known) found.push_back(std::move(index));
    }
  }
  if (found.size() > 1) {
    const char sign = subject.index < 0 ? '-' : '+';
    std::erase_if(found,
                  [&](const Index& index) { return index.text.find(sign) == std::string::npos; });
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

/// Row-major: `y * width + x`.
struct RowMajor {
  std::string row, width, column;
};
std::optional<RowMajor> row_major(const CodeStatements& code, const Index& index) {
  const CudaCode& tokens = code.code();
  const auto symbols = outer_symbols(tokens, index.range);
  if (symbols.size() != 2) return std::nullopt;
  const bool product_first = tokens.word(symbols[0]) == "*" && tokens.word(symbols[1]) == "+";
  const bool product_last = tokens.word(symbols[0]) == "+" && tokens.word(symbols[1]) == "*";
  if (!product_first && !product_last) return std::nullopt;
  const Range a =
      product_first ? Range{index.range.begin, symbols[0]} : Range{symbols[0] + 1, symbols[1]};
  const Range b =
      product_first ? Range{symbols[0] + 1, symbols[1]} : Range{symbols[1] + 1, index.range.end};
  const Range c =
      product_first ? Range{symbols[1] + 1, index.range.end} : Range{index.range.begin, symbols[0]};
  const auto names = code.thread_names(index.statement);
  const bool a_varies = code.names_any(a, names), b_varies = code.names_any(b, names);
  if (a_varies == b_varies) return std::nullopt;
  return RowMajor{code.text(a_varies ? a : b), code.text(a_varies ? b : a), code.text(c)};
}

bool is_simple(const CodeStatements& code, Range range) {
  return std::ranges::all_of(outer_symbols(code.code(), range), [&](std::size_t i) {
    const std::string_view word = code.code().word(i);
    return word == "+" || word == "-" || word == "*" || word == "/" || word == "%";
  });
}

bool has_brackets(const CodeStatements& code, Range range) {
  return code.code().has(range, "[") || code.text(range).find('[') != std::string::npos;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The line of a condition that already holds the threads back: around the statement, or of a return before it.
std::uint32_t guarded_on(const CodeStatements& code, std::size_t statement, const std::string& left,
                         const std::string& right) {
  const std::string inside = without_blanks(left) + "<" + without_blanks(right);
  const std::string outside = without_blanks(left) + ">=" + without_blanks(right);
  const auto path = code.path(statement);
  for (const std::size_t i : path) {
    const CodeStatement& of = code.at(i);
    if (of.kind != StatementKind::function && of.word != "else" &&
        without_blanks(code.text(of.head)).find(inside) != std::string::npos) {
      return of.line;
    }
  }
  for (const CodeStatement& of : code.all()) {
    const bool before = of.tokens.begin >= code.at(path.front()).tokens.begin &&
                        of.tokens.end <= code.at(statement).tokens.begin;
    if (before && of.word == "if" && code.code().has(of.body, "return") &&
        without_blanks(code.text(of.head)).find(outside) != std::string::npos) {
      return of.line;
    }
  }
  return 0;
}

Sentence guard(std::uint32_t line, const std::string& condition) {
  return say("Put if ({0}) around line {1}: the other threads have no element there.", condition,
             line);
}

bool is_barrier(const CudaCode& code, std::size_t i) {
  const std::string_view word = code.word(i);
  return code.is_name(i) && code.word(i + 1) == "(" &&
         (word.starts_with("__syncthreads") || word == "sync");
}

bool holds_barrier(const CodeStatements& code, Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_barrier(code.code(), i)) return true;
  }
  return false;
}

/// What a statement asks of a stream.
struct StreamWork {
  std::uint32_t line = 0;
  std::string stream;  ///< "0": the default stream
};
std::optional<StreamWork> work_on(const CodeStatements& code, std::uint32_t line) {
  const CudaCode& tokens = code.code();
  std::optional<StreamWork> found;
  const auto add = [&](std::string stream) {
    if (found) return false;  // it is not clear which
    found = StreamWork{line, stream.empty() || stream == "nullptr" ? "0" : std::move(stream)};
    return true;
  };
  for (const std::size_t statement : code.on_line(line)) {
    const Range own = code.own_tokens(statement);
    for (std::size_t i = own.begin; i < own.end; ++i) {
      if (tokens.is_run(i, '<', 3)) {
        std::vector<Range> parts{{i + 1, i + 1}};
        std::size_t at = i + 1;
        for (; at < own.end && !tokens.is_run(at, '>', 3); ++at) {
          const std::string_view word = tokens.word(at);
          if (word == ",") {
            parts.back().end = at;
            parts.push_back({at + 1, at + 1});
          } else if ((word == "(" || word == "[" || word == "{") && tokens.close(at) < own.end) {
            at = tokens.close(at);
          }
        }
        parts.back().end = at;
        if (!add(parts.size() == 4 ? code.text(parts[3]) : std::string())) return std::nullopt;
      } else if (tokens.is_name(i) && tokens.word(i + 1) == "(" &&
                 tokens.word(i).starts_with("cuda") && tokens.word(i).ends_with("Async") &&
                 tokens.close(i + 1) < own.end) {
        const auto parts = tokens.parts(i + 1, tokens.close(i + 1));
        const std::size_t most = tokens.word(i).starts_with("cudaMemset") ? 4 : 5;
        if (!add(parts.size() == most ? code.text(parts.back()) : std::string())) {
          return std::nullopt;
        }
      }
    }
  }
  return found;
}

}  // namespace

Sentence one_too_many(const CodeStatements& code, const HintSubject& subject) {
  const auto index = index_of(code, subject);
  if (!index || subject.host || subject.index < 0) return {};
  for (const std::size_t i : code.path(index->statement)) {
    const CodeStatement& of = code.at(i);
    if (of.kind == StatementKind::function || of.word == "else") continue;
    const CudaCode& tokens = code.code();
    for (std::size_t at = of.head.begin; at + 2 < of.head.end; ++at) {
      if (tokens.word(at + 1) != "<" || tokens.word(at + 2) != "=") continue;
      if (tokens.word(at) != index->text) continue;
      std::size_t end = at + 3;
      while (end < of.head.end && tokens.word(end) != ";" && tokens.word(end) != "&" &&
             tokens.word(end) != "|" && tokens.word(end) != ")") {
        ++end;
      }
      const std::string limit = code.text({at + 3, end});
      return say(
          "Write {0} < {1} in place of {0} <= {1} on line {2}: the last element is that of "
          "{1} - 1.",
          index->text, limit, of.line);
    }
  }
  return {};
}

Sentence index_beyond(const CodeStatements& code, const HintSubject& subject) {
  if (subject.host) return {};
  const auto index = index_of(code, subject);
  if (!index || has_brackets(code, index->range)) return {};
  const CudaCode& tokens = code.code();
  if (subject.index < 0) {
    const auto symbols = outer_symbols(tokens, index->range);
    if (symbols.empty() || tokens.word(symbols.back()) != "-" || symbols.size() > 1) return {};
    const std::string left = code.text({index->range.begin, symbols.back()});
    const std::string right = code.text({symbols.back() + 1, index->range.end});
    return guard(subject.line, right == "1" ? left + " > 0" : left + " >= " + right);
  }
  const std::string extent = declared_extent(code, index->statement, subject.array);
  const std::string left = is_simple(code, index->range) ? index->text : "(" + index->text + ")";
  if (!extent.empty()) {
    if (guarded_on(code, index->statement, left, extent) != 0) return {};
    return guard(subject.line, left + " < " + extent);
  }
  const Numbers numbers = numbers_of(code, index->statement);
  if (const auto matrix = row_major(code, *index)) {
    std::vector<std::string> heights;
    std::ranges::copy_if(numbers.sizes, std::back_inserter(heights), [&](const std::string& name) {
      return name != matrix->width && names_a_height(name);
    });
    const bool square = numbers.whole.size() <= 1;
    if (heights.size() != 1 && !square) return {};
    const std::string height = square ? matrix->width : heights[0];
    const bool row = guarded_on(code, index->statement, matrix->row, height) != 0;
    const bool column = guarded_on(code, index->statement, matrix->column, matrix->width) != 0;
    if (row && column) {
      return say(
          "Line {0} is guarded, so {1} is too short: give it {2} * {3} elements where it is "
          "allocated.",
          subject.line, subject.array, height, matrix->width);
    }
    const std::string of_row = matrix->row + " < " + height,
                      of_column = matrix->column + " < " + matrix->width;
    return guard(subject.line, row ? of_column : column ? of_row : of_column + " && " + of_row);
  }
  std::string limit = numbers.sizes.size() == 1 ? numbers.sizes[0] : std::string();
  if (limit.empty() && numbers.whole.empty()) limit = constant_size(code);
  if (limit.empty()) return {};
  if (const std::uint32_t line = guarded_on(code, index->statement, left, limit); line != 0) {
    return say(
        "Line {0} already lets only threads with {1} < {2} through, so {3} is too short: give it "
        "{2} elements where it is allocated.",
        line, left, limit, subject.array);
  }
  return guard(subject.line, left + " < " + limit);
}

namespace {

/// The remedy for the barrier of a line, if it stands in a branch or in a loop.
Sentence move_barrier(const CodeStatements& code, std::uint32_t line) {
  const CudaCode& tokens = code.code();
  std::size_t barrier = CodeStatement::none, word = 0;
  for (const std::size_t i : code.on_line(line)) {
    const Range own = code.own_tokens(i);
    for (std::size_t at = own.begin; at < own.end && barrier == CodeStatement::none; ++at) {
      if (!is_barrier(tokens, at)) continue;
      barrier = i;
      word = at;
    }
  }
  if (barrier == CodeStatement::none) return {};
  std::size_t begin = word;
  while (begin > 1 && tokens.word(begin - 1) == "." && tokens.is_name(begin - 2)) begin -= 2;
  const std::size_t close = tokens.close(word + 1);
  if (close == CudaCode::none) return {};
  const std::string name = code.text({begin, close + 1});
  const auto path = code.path(barrier);
  const CodeStatement* outer = nullptr;
  for (const std::size_t i : path) {
    const CodeStatement& of = code.at(i);
    if (of.kind != StatementKind::branch && of.kind != StatementKind::loop) continue;
    if (outer == nullptr && code.varies(i)) outer = &of;
  }
  for (auto i = path.rbegin(); outer == nullptr && i != path.rend(); ++i) {
    if (code.at(*i).kind == StatementKind::branch) outer = &code.at(*i);
  }
  if (outer == nullptr) return {};
  if (outer->kind == StatementKind::loop) {
    return say(
        "Let all threads do as many rounds of the loop of line {0}, with an if around what only "
        "some do, and put {1} outside of that if.",
        outer->line, name);
  }
  // The other branch of the same if.
  const CodeStatement* twin = nullptr;
  for (const CodeStatement& of : code.all()) {
    const bool other = of.word == "else" || outer->word == "else";
    if (&of != outer && other && of.parent == outer->parent && of.kind == StatementKind::branch &&
        of.head.begin == outer->head.begin) {
      twin = &of;
    }
  }
  const std::uint32_t end = std::max(outer->last_line, twin == nullptr ? 0 : twin->last_line);
  const std::uint32_t begins = std::min(outer->line, twin == nullptr ? outer->line : twin->line);
  std::size_t rest = code.at(barrier).tokens.end;
  const auto says_nothing = [&](std::size_t i) {
    return tokens.word(i) == "}" || tokens.word(i) == ";" ||
           tokens.token(i).kind == CudaToken::Kind::directive;
  };
  while (rest < outer->body.end && says_nothing(rest)) ++rest;
  const bool last = rest >= outer->body.end;
  if (twin != nullptr && holds_barrier(code, twin->body)) {
    return last ? say("Take the barriers out of both branches of the if of line {0}, and put one "
                      "{1} behind its end, on line {2}.",
                      begins, name, end)
                : say("End both branches of the if of line {0} before their barriers, put one {1} "
                      "there, outside of it, and begin the if again behind it.",
                      begins, name);
  }
  if (!last) {
    return say(
        "End the if of line {0} before line {1}, put {2} there, outside of it, and begin "
        "the if again behind it.",
        begins, line, name);
  }
  const CodeStatement& around = code.at(outer->parent);
  if (around.kind == StatementKind::loop && !around.braced) {
    return say("Give the loop of line {0} braces, and move {1} to its end, outside of the if.",
               around.line, name);
  }
  return end == line ? say("Move {0} of line {1} out of the if, behind its end.", name, line)
                     : say("Move {0} of line {1} out of the if of line {2}, behind its end on line "
                           "{3}.",
                           name, line, begins, end);
}

}  // namespace

Sentence barrier_in_branch(const CodeStatements& code, const HintSubject& subject) {
  Sentence remedy = move_barrier(code, subject.line);
  if (!remedy.empty() || !subject.same_file || subject.other_line == 0) return remedy;
  return move_barrier(code, subject.other_line);
}

namespace {

/// The race of which a read of what nobody has written yet is a sign: with the last store before it.
std::optional<HintSubject> race_of_early_read(const CodeStatements& code,
                                              const HintSubject& subject) {
  if (subject.host) return std::nullopt;
  HintSubject race = subject;
  race.one_round = true;
  race.writes = false;
  race.other_writes = true;
  // In the function that reads, else in those that called it.
  for (std::size_t depth = subject.calls.size() + 1; depth-- > 0;) {
    const bool innermost = depth == subject.calls.size();
    const HintLine line = innermost ? HintLine{&code, subject.line, {}} : subject.calls[depth];
    if (line.code != &code) return std::nullopt;
    for (const std::size_t reader : code.on_line(line.line)) {
      for (std::size_t i = reader; i-- > 0;) {
        const CodeStatement& of = code.at(i);
        if (of.kind == StatementKind::function) break;
        const auto stores = [](const CodeUse& use) { return use.written && !use.read; };
        if (of.kind != StatementKind::simple || !code.code().has(of.tokens, subject.array) ||
            std::ranges::none_of(uses_of(code, i, subject.array), stores)) {
          continue;
        }
        race.other_line = of.line;
        race.other_calls.assign(subject.calls.begin(),
                                subject.calls.begin() + static_cast<std::ptrdiff_t>(depth));
        return race;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Sentence read_too_early(const CodeStatements& code, const HintSubject& subject) {
  const auto race = race_of_early_read(code, subject);
  return race ? between_statements(code, *race) : Sentence();
}

std::optional<MissingBarrier> barrier_before_read(const CodeStatements& code,
                                                  const HintSubject& subject) {
  const auto race = race_of_early_read(code, subject);
  return race ? missing_barrier(code, *race) : std::nullopt;
}

Sentence not_cleared(const CodeStatements& code, const HintSubject& subject) {
  if (subject.host || subject.array.empty()) return {};
  const CudaCode& tokens = code.code();
  for (const std::size_t i : code.on_line(subject.line)) {
    bool counts = std::ranges::any_of(uses_of(code, i, subject.array), [](const CodeUse& use) {
      return use.updates() && !use.atomic.empty();
    });
    const Range own = code.own_tokens(i);
    for (std::size_t at = own.begin; at < own.end && !counts; ++at) {
      counts = tokens.is_name(at) && tokens.word(at).starts_with("atomic") &&
               code.names_any({at + 1, std::min(own.end, tokens.close(at + 1))}, {subject.array});
    }
    if (!counts) continue;
    const Range function = code.at(code.path(i).front()).tokens;
    bool shared = false;
    for (std::size_t at = function.begin; at < function.end && !shared; ++at) {
      if (tokens.word(at) != "__shared__") continue;
      std::size_t end = at;
      while (end < function.end && tokens.word(end) != ";") ++end;
      shared = code.names_any({at, end}, {subject.array});
    }
    if (shared) {
      return say("Set {0} to 0 first, and put __syncthreads() behind that, before line {1}.",
                 subject.array, subject.line);
    }
    const Range parameters = code.parameters(i);
    if (!code.names_any(parameters, {subject.array})) return {};
    return say("Set {0} to 0 before the launch, with cudaMemset().", subject.array);
  }
  return {};
}

Sentence between_streams(const CodeStatements& code, const HintSubject& subject) {
  if (!subject.host || !subject.same_file) return {};
  const auto first = work_on(code, subject.other_line), second = work_on(code, subject.line);
  if (!first || !second || first->stream == second->stream) return {};
  return say(
      "Record an event behind line {0}, cudaEventRecord(event, {1}), and let the other stream wait "
      "for it before line {2}: cudaStreamWaitEvent({3}, event).",
      first->line, first->stream, second->line, second->stream);
}

Sentence host_too_early(const CodeStatements& code, const HintSubject& subject) {
  if (!subject.host || !subject.same_file || subject.line == subject.other_line) return {};
  const auto work = work_on(code, subject.other_line);
  if (!work || work_on(code, subject.line)) return {};
  const std::string call = work->stream == "0" ? "cudaDeviceSynchronize()"
                                               : "cudaStreamSynchronize(" + work->stream + ")";
  return say("Put {0} before line {1}.", call, subject.line);
}

}  // namespace warpscope
