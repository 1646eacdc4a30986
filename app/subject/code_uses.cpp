#include "app/subject/code_uses.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace warpscope {
namespace {

using Range = CudaCode::Range;

bool touches(const CudaCode& code, std::size_t i) {
  return i > 0 && code.token(i).begin == code.token(i - 1).end;
}

bool is_twice(const CudaCode& code, std::size_t i, std::string_view letter) {
  return code.word(i) == letter && code.word(i + 1) == letter && touches(code, i + 1);
}

/// Whether ++ or -- begins at i: "++" of two tokens, or "--" of one.
std::string_view step_at(const CudaCode& code, std::size_t i) {
  if (is_twice(code, i, "+")) return "++";
  return code.word(i) == "--" ? "--" : std::string_view();
}

/// The operators of a range that stand in no brackets.
std::vector<std::size_t> operators(const CudaCode& code, Range range) {
  std::vector<std::size_t> found;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const std::string_view word = code.word(i);
    if ((word == "(" || word == "[" || word == "{") && code.close(i) < range.end) {
      i = code.close(i);
      continue;
    }
    if (code.token(i).kind == CudaToken::Kind::symbol && word != "." && word != "->" &&
        word != "::") {
      found.push_back(i);
    }
  }
  return found;
}

bool only(const CudaCode& code, const std::vector<std::size_t>& operators,
          std::string_view letters) {
  return std::ranges::all_of(operators, [&](std::size_t i) {
    return code.word(i).size() == 1 && letters.find(code.word(i)[0]) != std::string_view::npos;
  });
}

std::string negative(const std::string& operand, bool simple) {
  return simple ? "-" + operand : "-(" + operand + ")";
}

struct Update {
  std::string atomic, operand;
};

/// "x + 1" of `x`, "max(x, v)".
std::optional<Update> update_of(const CudaCode& code, Range stored, const std::string& element) {
  const auto all = operators(code, stored);
  const auto text = [&](std::size_t begin, std::size_t end) { return code.joined({begin, end}); };
  constexpr std::string_view smallest = "min", largest = "max";
  const std::size_t call = stored.begin;
  if (code.is_name(call) && code.word(call + 1) == "(" && code.close(call + 1) + 1 == stored.end) {
    const std::string_view name = code.word(call);
    const bool is_min = name == smallest || name == "fminf" || name == "fmin";
    const bool is_max = name == largest || name == "fmaxf" || name == "fmax";
    const auto parts = code.parts(call + 1, code.close(call + 1));
    if ((!is_min && !is_max) || parts.size() != 2) return std::nullopt;
    const std::string first = code.joined(parts[0]), second = code.joined(parts[1]);
    if (first != element && second != element) return std::nullopt;
    return Update{is_min ? "Min" : "Max", first == element ? second : first};
  }
  if (all.empty()) return std::nullopt;
  const std::size_t first = all.front(), last = all.back();
  const std::string_view word = code.word(first);
  if (text(stored.begin, first) == element && first + 1 < stored.end) {
    const std::string operand = text(first + 1, stored.end);
    const std::vector<std::size_t> rest(all.begin() + 1, all.end());
    if (word == "+" && only(code, rest, "+-*/%")) return Update{"Add", operand};
    if (word == "-" && only(code, rest, "*/%"))
      return Update{"Add", negative(operand, rest.empty())};
    if (word == "|" && rest.empty()) return Update{"Or", operand};
    if (word == "&" && rest.empty()) return Update{"And", operand};
    if (word == "^" && rest.empty()) return Update{"Xor", operand};
  }
  if (text(last + 1, stored.end) == element && code.word(last) == "+" && only(code, all, "+-*/%")) {
    return Update{"Add", text(stored.begin, last)};
  }
  return std::nullopt;
}

class Uses {
 public:
  Uses(const CodeStatements& statements, std::size_t statement)
      : code_(statements.code()), own_(statements.own_tokens(statement)) {}

  /// The use whose name is token i.
  CodeUse use(std::size_t i) const {
    CodeUse use;
    std::size_t end = i + 1;
    for (;;) {
      if (code_.word(end) == "[" && code_.close(end) < own_.end) {
        use.subscripts.push_back({end + 1, code_.close(end)});
        end = code_.close(end) + 1;
      } else if ((code_.word(end) == "." || code_.word(end) == "->") && code_.is_name(end + 1) &&
                 code_.word(end + 2) != "(") {
        end += 2;
      } else {
        break;
      }
    }
    std::size_t begin = i;
    if (use.subscripts.empty() && i > own_.begin && code_.word(i - 1) == "*" && is_prefix(i - 1)) {
      begin = i - 1;
    }
    use.text = code_.joined({begin, end});
    read_role(use, begin, end);
    return use;
  }
  [[nodiscard]] bool is_use(std::size_t i) const {
    if (!code_.is_name(i) || code_.word(i + 1) == "(") return false;
    const std::string_view before = i == 0 ? std::string_view() : code_.word(i - 1);
    return before != "." && before != "->" && before != "::";
  }
  [[nodiscard]] Range own() const { return own_; }
  [[nodiscard]] const CudaCode& code() const { return code_; }

 private:
  /// Whether the symbol at i has no operand before it.
  [[nodiscard]] bool is_prefix(std::size_t i) const {
    if (i == own_.begin) return true;
    const std::string_view before = code_.word(i - 1);
    return code_.token(i - 1).kind == CudaToken::Kind::symbol && before != ")" && before != "]";
  }

  [[nodiscard]] std::size_t statement_end(std::size_t i) const {
    for (; i < own_.end; ++i) {
      const std::string_view word = code_.word(i);
      if (word == ";" || word == "," || word == ")" || word == "]" || word == "}") return i;
      const bool opens = word == "(" || word == "[" || word == "{";
      if (opens && code_.close(i) < own_.end) i = code_.close(i);
    }
    return own_.end;
  }

  void read_role(CodeUse& use, std::size_t begin, std::size_t end) const {
    const std::string_view next = code_.word(end), after = code_.word(end + 1);
    const auto becomes = [&](std::string atomic, std::string operand, Range update) {
      use.atomic = std::move(atomic);
      use.operand = std::move(operand);
      use.update = update;
    };
    const std::string_view before = begin < 2 ? std::string_view() : step_at(code_, begin - 2);
    const std::string_view one_before =
        begin >= 1 && code_.word(begin - 1) == "--" ? code_.word(begin - 1) : std::string_view();
    if (const std::string_view step = step_at(code_, end); !step.empty() && touches(code_, end)) {
      use.read = use.written = true;
      becomes("Add", step == "++" ? "1" : "-1", {begin, end + (step == "++" ? 2U : 1U)});
    } else if ((before == "++" || one_before == "--") &&
               begin - (before == "++" ? 2U : 1U) >= own_.begin) {
      use.read = use.written = true;
      const std::size_t first = begin - (before == "++" ? 2U : 1U);
      // Its value is used: that of the atomic is the one before.
      const bool alone = first == own_.begin && code_.word(end) == ";";
      if (alone) becomes("Add", before == "++" ? "1" : "-1", {first, end});
      use.update = {first, end};
    } else if (next == "=" && !(after == "=" && touches(code_, end + 1))) {
      use.written = true;
      const std::size_t last = statement_end(end + 1);
      const Range stored{end + 1, last};
      use.update = {begin, last};
      if (const auto update = update_of(code_, stored, use.text)) {
        becomes(update->atomic, update->operand, {begin, last});
        use.read = true;
      }
    } else if ((next.size() == 1 && after == "=" && touches(code_, end + 1) &&
                std::string_view("+-*/%&|^").find(next[0]) != std::string_view::npos) ||
               ((next == "<<" || next == ">>") && after == "=" && touches(code_, end + 1))) {
      use.read = use.written = true;
      const std::size_t last = statement_end(end + 2);
      use.update = {begin, last};
      const Range operand{end + 2, last};
      const std::string text = code_.joined(operand);
      const auto inside = operators(code_, operand);
      if (next == "+") becomes("Add", text, use.update);
      if (next == "-") becomes("Add", negative(text, inside.empty()), use.update);
      if (next == "|") becomes("Or", text, use.update);
      if (next == "&") becomes("And", text, use.update);
      if (next == "^") becomes("Xor", text, use.update);
    } else {
      use.read = true;
    }
  }

  const CudaCode& code_;
  Range own_;
};

bool is_type_word(std::string_view word) {
  constexpr std::array<std::string_view, 7> qualifiers{
      "const", "volatile", "static", "extern", "__shared__", "__device__", "__restrict__"};
  return std::ranges::find(qualifiers, word) != qualifiers.end();
}

/// The type of what is declared with the name at i; empty: that is no declaration.
std::string type_before(const CudaCode& code, std::size_t i) {
  std::size_t begin = i;
  while (begin > 0) {
    const std::string_view word = code.word(begin - 1);
    const bool symbol = code.token(begin - 1).kind == CudaToken::Kind::symbol;
    if (symbol && word != "*" && word != "&" && word != "::") break;
    if (!symbol && !code.is_name(begin - 1)) break;
    --begin;
  }
  std::string type;
  for (std::size_t at = begin; at < i; ++at) {
    const std::string_view word = code.word(at);
    if (is_type_word(word) || word == "*" || word == "&") continue;
    if (word == "return" || word == "else" || !(code.is_name(at) || word == "::")) return {};
    if (!type.empty() && word != "::" && !type.ends_with("::")) type += ' ';
    type += word;
  }
  return type;
}

/// The array, and pointers of the function that are declared as it: `volatile int* v = s;`, `&s[32]`.
std::set<std::string_view> names_of_array(const CudaCode& code, Range body,
                                          std::string_view array) {
  std::set<std::string_view> names{array};
  for (std::size_t i = body.begin; i + 2 < body.end; ++i) {
    if (!code.is_name(i) || i < 2 || code.word(i + 1) != "=") continue;
    const std::string_view before = code.word(i - 1);
    const bool pointer = before == "*" || (is_type_word(before) && code.word(i - 2) == "*");
    const std::size_t first = code.word(i + 2) == "&" ? i + 3 : i + 2;
    if (pointer && first < body.end && names.contains(code.word(first))) {
      names.insert(code.word(i));
    }
  }
  return names;
}

}  // namespace

std::vector<CodeUse> uses_of(const CodeStatements& code, std::size_t statement,
                             std::string_view array) {
  const Uses uses(code, statement);
  const CodeStatement& function = code.at(code.path(statement).front());
  const auto names = names_of_array(code.code(), function.body, array);
  std::vector<CodeUse> found, others;
  std::set<std::string_view> other_names;
  for (std::size_t i = uses.own().begin; i < uses.own().end; ++i) {
    if (!uses.is_use(i)) continue;
    if (names.contains(uses.code().word(i))) {
      found.push_back(uses.use(i));
    } else if (uses.code().word(i + 1) == "[") {
      others.push_back(uses.use(i));
      other_names.insert(uses.code().word(i));
    }
  }
  const bool named = code.names_any({function.head.begin, function.tokens.end}, {array});
  if (named || other_names.size() != 1) return found;
  return others;
}

std::string declared_type(const CodeStatements& code, std::size_t statement,
                          std::string_view name) {
  const CudaCode& tokens = code.code();
  const CodeStatement& function = code.at(code.path(statement).front());
  const auto search = [&](Range range) -> std::string {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (!tokens.is_name(i) || tokens.word(i) != name) continue;
      if (std::string type = type_before(tokens, i); !type.empty()) return type;
    }
    return {};
  };
  if (std::string type = search(function.head); !type.empty()) return type;
  if (std::string type = search(function.tokens); !type.empty()) return type;
  return search({0, function.head.begin});
}

}  // namespace warpscope
