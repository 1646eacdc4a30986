#include "instrumentation/program/build/cuda_declarations.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// What stands in declarations with parentheses and declares nothing.
bool is_attribute(std::string_view word) {
  constexpr std::array<std::string_view, 13> attributes{
      "__launch_bounds__", "__align__",   "alignas",          "__attribute__",     "__declspec",
      "decltype",          "__maxnreg__", "__cluster_dims__", "__builtin_align__", "typeof",
      "__typeof__",        "noexcept",    "__block_size__"};
  return is_one_of(word, attributes);
}

bool is_arithmetic(std::string_view word) {
  constexpr std::array<std::string_view, 27> types{
      "bool",     "char",      "short",    "int",      "long",     "unsigned", "signed",
      "float",    "double",    "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",
      "uint8_t",  "uint16_t",  "uint32_t", "uint64_t", "std",      "::",       "uint",
      "unsigned", "ptrdiff_t", "wchar_t",  "char16_t", "char32_t", "ulong"};
  return is_one_of(word, types);
}

bool is_specifier(std::string_view word) {
  constexpr std::array<std::string_view, 14> specifiers{
      "static",       "extern",       "const",        "constexpr", "volatile",
      "inline",       "__device__",   "__constant__", "__host__",  "__forceinline__",
      "__noinline__", "__restrict__", "mutable",      "constinit"};
  return is_one_of(word, specifiers);
}

/// "#", a name and what follows.
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

}  // namespace

CudaDeclarations::CudaDeclarations(std::string_view text, const std::vector<CudaToken>& tokens)
    : text_(text),
      tokens_(tokens),
      hidden_(tokens.size(), false),
      runs_on_(tokens.size(), RunsOn::host),
      partner_(tokens.size(), none) {
  read();
}

std::string_view CudaDeclarations::word(std::size_t i) const {
  return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                            : std::string_view{};
}
bool CudaDeclarations::is_name(std::size_t i) const {
  return i < tokens_.size() && tokens_[i].kind == TokenKind::name;
}
/// Whether token i is none of those that token `of` stands among.
bool CudaDeclarations::is_other(std::size_t i, std::size_t of) const {
  return tokens_[i].directive != tokens_[of].directive || hidden_[i] != hidden_[of];
}
bool CudaDeclarations::is_run(std::size_t i, char letter, std::size_t length) const {
  const std::string_view is = word(i);
  return is.size() == length && is.front() == letter && tokens_[i].kind == TokenKind::symbol;
}

void CudaDeclarations::match_brackets() {
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

std::size_t CudaDeclarations::close_angle(std::size_t open) const {
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
std::size_t CudaDeclarations::open_angle(std::size_t close) const {
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

std::size_t CudaDeclarations::after_attribute(std::size_t i) const {
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

bool CudaDeclarations::has(Range range, std::string_view wanted) const {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (word(i) == wanted) return true;
  }
  return false;
}

std::vector<CudaDeclarations::Range> CudaDeclarations::parts(std::size_t open,
                                                             std::size_t close) const {
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

void CudaDeclarations::read() {
  std::vector<bool> hides;  // of each #if that is open: what stood before it
  bool hidden = false;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::directive) read_condition(i, hides, hidden);
    hidden_[i] = hidden;
  }
  match_brackets();
  std::size_t begin = 0;                         // of the declaration
  constexpr std::size_t deepest = 50;            // of real programs
  std::vector<std::vector<Scope>> conditionals;  // what to come back to at the #else of each #if
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == TokenKind::directive) {
      if (!scopes_.empty()) runs_on_[i] = scopes_.back().runs_on;
      const std::string_view name = split_directive(word(i)).first;
      if (name.starts_with("if")) {
        conditionals.push_back(conditionals.size() < deepest ? scopes_ : std::vector<Scope>{});
      }
      if (name.starts_with("el") && !conditionals.empty() && conditionals.size() <= deepest) {
        scopes_ = conditionals.back();
      }
      if (name == "endif" && !conditionals.empty()) conditionals.pop_back();
      continue;
    }
    if (hidden_[i] || tokens_[i].directive != 0) continue;
    if (!scopes_.empty()) runs_on_[i] = scopes_.back().runs_on;
    const std::string_view is = word(i);
    if (is == "{") {
      read_open_brace(i, begin);
    } else if (is == "}") {
      read_close_brace(i, begin);
    } else if (!in_code()) {
      if (is == ";") {
        read_kernel(begin, i, nullptr);
        begin = i + 1;
      } else if (is == "(" && i > 0 && !is_attribute(word(i - 1)) && word(i - 1) == "main" &&
                 in_spaces_only()) {
        has_main_ = true;
      }
    }
  }
}

bool CudaDeclarations::in_spaces_only() const {
  return std::ranges::all_of(scopes_,
                             [](const Scope& scope) { return scope.kind == Scope::Kind::space; });
}

void CudaDeclarations::read_condition(std::size_t i, std::vector<bool>& hides, bool& hidden) {
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

void CudaDeclarations::read_open_brace(std::size_t& i, std::size_t& begin) {
  using enum Scope::Kind;
  if (in_code()) {
    Scope inner{.kind = block, .declaration = begin, .runs_on = scopes_.back().runs_on};
    // [=] __device__ (int i) mutable -> int {
    std::size_t at = i;
    while (at > 0 && at + 24 > i && !is_other(at - 1, i)) {
      const std::string_view before = word(at - 1);
      if (before == ")") {
        const std::size_t first = open(at - 1);
        at = first == none ? 0 : first;
        break;
      }
      if (before == ";" || before == "{" || before == "}" || before == "(") {
        at = 0;
        break;
      }
      if (before == "__device__" || before == "__host__") break;
      --at;
    }
    bool device = false, host = false;
    for (; at > 0 && (word(at - 1) == "__device__" || word(at - 1) == "__host__"); --at) {
      device = device || word(at - 1) == "__device__";
      host = host || word(at - 1) == "__host__";
    }
    if (device && at > 0 && word(at - 1) == "]") {
      inner.runs_on = host ? RunsOn::both : RunsOn::device;
    }
    scopes_.push_back(std::move(inner));
    return;
  }

  bool is_space = false, is_type = false, is_enum = false, is_function = false, is_value = false;
  bool in_initialisers = false, is_operator = false;
  std::size_t parameters_end = none;
  for (std::size_t j = begin; j < i; ++j) {
    if (is_other(j, i) || tokens_[j].kind == TokenKind::directive) continue;
    const std::size_t after = after_attribute(j);
    if (after != j) {
      j = after - 1;
      continue;
    }
    const std::string_view is = word(j);
    if (is == "<" && is_name(j - 1) && j > 0 && !is_operator) {
      const std::size_t last = close_angle(j);
      if (last < i) j = last;
    } else if (is == "namespace" ||
               (is == "extern" && tokens_[j + 1].kind == TokenKind::text && j + 2 == i)) {
      is_space = true;
    } else if (is == "struct" || is == "class" || is == "union") {
      is_type = true;
    } else if (is == "enum") {
      is_enum = true;
    } else if (is == "operator") {
      is_operator = true;
    } else if (is == "=" && !is_operator && parameters_end == none) {
      is_value = true;
    } else if (is == "(" && !is_value) {
      is_function = true;
      const std::size_t last = close(j);
      if (last < i) j = last;
      parameters_end = j;
    } else if (is == ":" && parameters_end != none) {
      in_initialisers = true;
    } else if (is == "{") {  // of a class before its variable
      const std::size_t last = close(j);
      if (last < i) j = last;
      is_type = is_enum = false;
    }
  }
  if (is_value || is_enum || (in_initialisers && word(i - 1) != ")" && word(i - 1) != "}") ||
      (!is_space && !is_type && !is_function)) {
    const std::size_t last = close(i);  // a value, enumerators, or a member's initialiser
    if (last == none) {
      begin = i + 1;
    } else {
      i = last;
    }
    return;
  }
  if (is_space) {
    scopes_.push_back({.kind = space, .declaration = i + 1});
  } else if (is_function || is_operator) {
    Scope body{.kind = function, .declaration = begin};
    const Range declaration{begin, i};
    const bool device = has(declaration, "__device__"), global = has(declaration, "__global__");
    if (device || global) {
      body.runs_on = has(declaration, "__host__") ? RunsOn::both : RunsOn::device;
    }
    if (global) read_kernel(begin, i, &body);
    scopes_.push_back(std::move(body));
  } else {
    scopes_.push_back({.kind = type, .declaration = begin});
  }
  begin = i + 1;
}

void CudaDeclarations::read_close_brace(std::size_t i, std::size_t& begin) {
  if (scopes_.empty()) {
    begin = i + 1;
    return;
  }
  const Scope ended = std::move(scopes_.back());
  scopes_.pop_back();
  if (ended.kind == Scope::Kind::type) {
    begin = ended.declaration;  // its variables may follow
    return;
  }
  if (!ended.kernel.empty()) definitions_.push_back({.name = ended.kernel, .last = i});
  if (!ended.finder.empty()) {
    finders_.push_back({.name = ended.finds, .text = ended.finder, .last = i});
  }
  if (!in_code()) begin = i + 1;
}

/// Reads the declaration of a kernel, if it is one. `body`: that of a definition, else null.
void CudaDeclarations::read_kernel(std::size_t begin, std::size_t end, Scope* body) {
  const bool in_type = std::ranges::any_of(
      scopes_, [](const Scope& scope) { return scope.kind == Scope::Kind::type; });
  if (in_type || end >= tokens_.size() || !has({begin, end}, "__global__")) return;
  KernelShape shape;
  bool specialised = false;
  int headers = 0;
  Range template_parameters;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_other(i, end)) continue;
    if (const std::size_t after = after_attribute(i); after != i) {
      i = after - 1;
      continue;
    }
    if (word(i) == "template") {
      if (word(i + 1) != "<") return;  // an explicit instantiation
      const std::size_t last = close_angle(i + 1);
      if (last >= end) return;
      specialised = last == i + 2;
      shape.is_template = true;
      ++headers;
      template_parameters = {i + 1, last};
      for (const Range& parameter : parts(i + 1, last)) {
        const bool pack = has(parameter, ".");  // of "..."
        shape.template_pack = shape.template_pack || pack;
        if (!pack && !has(parameter, "=")) ++shape.template_arguments;
      }
      i = last;
    } else if (is_name(i) && word(i + 1) == "<") {
      specialised = true;  // k<int>(…)
      return;
    } else if (is_name(i) && word(i + 1) == "(") {
      const std::size_t last = close(i + 1);
      if (last >= end || specialised) return;
      std::size_t next = last + 1;
      while (after_attribute(next) != next) next = after_attribute(next);
      if (is_name(next) && next < end) {  // it was a macro: LIMITS(256) k(…)
        i = last;
        continue;
      }
      if (next != end) return;
      for (const Range& parameter : parts(i + 1, last)) {
        if (parameter.end - parameter.begin == 1 && word(parameter.begin) == "void") continue;
        ++shape.parameters;
        shape.has_defaults = shape.has_defaults || has(parameter, "=");
        shape.parameter_types += parameter_type(parameter) + ",";
      }
      const std::string name(word(i));
      std::string find;
      if (headers == 1) find = finder(name, template_parameters, {i + 1, last});
      shape.has_finder = !find.empty();
      kernels_.add(name, shape);
      if (body == nullptr) {
        if (!find.empty()) finders_.push_back({.name = name, .text = std::move(find), .last = end});
      } else if (shape.is_template) {
        body->finder = std::move(find);
        body->finds = name;
      } else {
        body->kernel = name;
      }
      return;
    }
  }
}

std::string CudaDeclarations::joined(Range range) const {
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

std::size_t CudaDeclarations::template_name(Range parameter, bool& named) const {
  std::size_t end = parameter.begin;
  while (end < parameter.end && word(end) != "=") {
    std::size_t last = end;
    if (word(end) == "(" || word(end) == "[" || word(end) == "{") last = close(end);
    if (word(end) == "<") last = close_angle(end);
    end = (last < parameter.end ? last : end) + 1;
  }
  end = std::min(end, parameter.end);
  const std::string_view last = word(end - 1), before = end >= 2 ? word(end - 2) : "";
  constexpr std::array<std::string_view, 4> no_names{"class", "typename", "auto", "struct"};
  named = end > parameter.begin + 1 && is_name(end - 1) && !is_one_of(last, no_names) &&
          !is_arithmetic(last) && before != "::";
  return named ? end - 1 : end;
}

std::string CudaDeclarations::finder(std::string_view name, Range template_parameters,
                                     Range parameters) const {
  std::string header, arguments;
  for (const Range& parameter : parts(template_parameters.begin, template_parameters.end)) {
    bool named = false;
    const std::size_t at = template_name(parameter, named);
    const bool pack = has({parameter.begin, at}, ".");
    const std::string own =
        named ? std::string(word(at))
              : "ws_t" + std::to_string(parameter.begin - template_parameters.begin);
    if (!header.empty()) header += ", ";
    header += joined({parameter.begin, at}) + " " + own;
    const std::size_t rest = named ? at + 1 : at;
    if (rest < parameter.end) header += " " + joined({rest, parameter.end});
    if (!arguments.empty()) arguments += ", ";
    arguments += own + (pack ? "..." : "");
  }
  if (header.empty() || word(template_parameters.end) != ">") return {};  // none, or >> as its end
  const std::string kernel = "&" + std::string(name) + "<" + arguments + ">";
  return "template <" + header + "> ::ws::found_kernel<decltype(" + kernel + "), " + kernel +
         "> ws_of_" + std::string(name) + joined({parameters.begin, parameters.end + 1}) + ";";
}

/// Without its name and default argument.
std::string CudaDeclarations::parameter_type(Range parameter) const {
  std::vector<std::string_view> words;
  for (std::size_t i = parameter.begin; i < parameter.end; ++i) {
    const std::string_view is = word(i);
    if (is == "=") break;
    if (is == "__restrict__" || is == "__restrict" || is == "__grid_constant__") continue;
    words.push_back(is);
  }
  std::size_t array = 0;
  while (array < words.size() && words[array] != "[") ++array;
  const bool is_array = array < words.size();
  words.resize(array);
  const auto is_word = [](std::string_view is) {
    return !is.empty() &&
           (is[0] == '_' || (is[0] >= 'a' && is[0] <= 'z') || (is[0] >= 'A' && is[0] <= 'Z'));
  };
  // The last of two words is the parameter's name: "unsigned n", "T* data". Not "unsigned int".
  // NOLINTBEGIN(bugprone-branch-clone): two rules of the language, one consequence
  if (words.size() > 1 && is_word(words.back()) && !is_arithmetic(words.back()) &&
      words.back() != "const" && words[words.size() - 2] != "::" &&
      words[words.size() - 2] != "struct" && words[words.size() - 2] != "const") {
    words.pop_back();
  } else if (words.size() > 2 && is_word(words.back()) && words[words.size() - 2] == "const" &&
             words[words.size() - 3] == "*") {
    words.pop_back();  // T* const data
  }
  // NOLINTEND(bugprone-branch-clone)
  if (!words.empty() && words.back() == "const" && words.size() > 1 &&
      words[words.size() - 2] == "*") {
    words.pop_back();
  }
  std::string type;
  for (const std::string_view each : words) {
    type += each;
    type += ' ';
  }
  return is_array ? type + '*' : type;
}

/// Whether three > with blanks between them and a parenthesis begin at token j.
bool CudaDeclarations::ends_spaced(std::size_t j) const {
  std::size_t count = 0, next = j;
  while (next < tokens_.size() && !is_other(next, j) && tokens_[next].kind == TokenKind::symbol &&
         text_[tokens_[next].begin] == '>') {
    count += tokens_[next].end - tokens_[next].begin;
    ++next;
  }
  return count == 3 && word(next) == "(" && !is_other(next, j);
}

bool CudaDeclarations::opens_launch(std::size_t i) const {
  if (is_run(i, '<', 3)) return true;
  // "<< <" is no C++ either, but for "operator<< <".
  return is_run(i, '<', 2) && i + 1 < tokens_.size() && !is_other(i + 1, i) &&
         is_run(i + 1, '<', 1) && i > 0 && word(i - 1) != "operator";
}

std::size_t CudaDeclarations::after_launch(std::size_t byte) const {
  const auto found = std::ranges::lower_bound(tokens_, byte + 1, {}, &CudaToken::end);
  auto i = static_cast<std::size_t>(found - tokens_.begin());
  while (i < tokens_.size() && text_[tokens_[i].begin] == '>') ++i;
  return i;
}

std::optional<std::size_t> CudaDeclarations::launch_end(std::size_t i) const {
  const bool spaced = !is_run(i, '<', 3);
  std::ptrdiff_t angles = 0;  // of template arguments that are open
  std::optional<std::size_t> perhaps;
  for (std::size_t j = i + (spaced ? 2 : 1); j < tokens_.size(); ++j) {
    if (is_other(j, i) || tokens_[j].kind == TokenKind::directive) {
      if (tokens_[i].directive != 0) break;
      continue;
    }
    if (tokens_[j].kind != TokenKind::symbol) continue;
    const std::string_view is = word(j);
    if (is == ";" || is == ")" || is == "]" || is == "}" || opens_launch(j)) break;
    if (is == "(" || is == "[" || is == "{") {
      j = close(j);
      if (j == none) break;
    } else if (is == "<") {
      if (is_name(j - 1) && tokens_[j - 1].end == tokens_[j].begin) ++angles;
    } else if (is.front() == '>') {
      const auto length = static_cast<std::ptrdiff_t>(is.size());
      if (spaced && ends_spaced(j)) return tokens_[j].begin;
      if (length < 3) {
        angles = std::max<std::ptrdiff_t>(0, angles - length);
        continue;
      }
      const bool called = word(j + 1) == "(" && !is_other(j + 1, i);
      const bool ends = j + 1 == tokens_.size() || tokens_[j + 1].directive != tokens_[i].directive;
      if (called && (length > 3 || angles < 3)) return tokens_[j].end - 3;
      // A macro's name that stands for the arguments, or the end of a macro.
      if (!perhaps && (called || (tokens_[i].directive != 0 && ends) || is_name(j + 1)))
        perhaps = tokens_[j].end - 3;
      angles = std::max<std::ptrdiff_t>(0, angles - length);
    }
  }
  return perhaps;
}

LaunchedName CudaDeclarations::launched_name(std::size_t i) const {
  LaunchedName launched;
  if (i == 0 || is_other(i - 1, i)) return launched;
  std::size_t at = i - 1;
  if (tokens_[at].kind == TokenKind::symbol && word(at).front() == '>' && word(at) != "->") {
    const std::size_t first = open_angle(at);
    if (first == none || first == 0 || word(first) != "<") return launched;
    launched.template_arguments = static_cast<int>(parts(first, at).size());
    if (word(at).size() > 1) {  // a<b<c>>: the last argument ends within the token
      launched.template_arguments = std::max(1, *launched.template_arguments);
    }
    at = first - 1;
  }
  if (!is_name(at) || is_other(at, i)) return launched;
  launched.name = word(at);
  launched.last = at;
  while (at > 0 && !is_other(at - 1, i)) {
    if (word(at - 1) == "template") {
      --at;
      continue;
    }
    if (word(at - 1) != "::") break;
    --at;
    if (at == 0 || is_other(at - 1, i)) break;
    std::size_t before = at - 1;
    if (tokens_[before].kind == TokenKind::symbol && word(before).front() == '>') {
      before = open_angle(before);
      if (before == none || before == 0) return launched;
      --before;
    }
    constexpr std::array<std::string_view, 4> words{"return", "else", "do", "case"};
    if (!is_name(before) || is_one_of(word(before), words)) break;  // ::k
    at = before;
  }
  if (at > 0 && (word(at - 1) == "." || word(at - 1) == "->")) return launched;  // a member
  launched.first = at;
  return launched;
}

std::optional<int> CudaDeclarations::count_arguments(std::size_t open) const {
  if (word(open) != "(") return std::nullopt;
  const std::size_t last = close(open);
  if (last == none) return std::nullopt;
  const auto arguments = parts(open, last);
  if (std::ranges::any_of(arguments, [&](Range each) { return has(each, "."); })) {
    // A pack, perhaps: x... has as many as it has.
    for (std::size_t i = open; i < last; ++i) {
      if (word(i) == "." && word(i + 1) == "." && word(i + 2) == ".") return std::nullopt;
    }
  }
  return static_cast<int>(arguments.size());
}

std::size_t CudaDeclarations::declaration_begin(std::size_t i) const {
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

bool CudaDeclarations::is_dynamic_shared(std::size_t i) const {
  for (std::size_t j = declaration_begin(i); j < tokens_.size() && !is_other(j, i); ++j) {
    const std::string_view is = word(j);
    if (is == "extern" && tokens_[j + 1 < tokens_.size() ? j + 1 : j].kind != TokenKind::text) {
      return true;
    }
    if (j > i && (is == ";" || is == "[" || is == "=" || is == "{" || is == "}")) break;
  }
  return false;
}

DeviceVariable CudaDeclarations::device_variable(std::size_t i) const {
  DeviceVariable variable;
  const std::size_t begin = declaration_begin(i);
  bool shared_word = false, is_template = false, constant_expression = false, is_record = false;
  bool pointer = false, arithmetic = true;
  std::vector<std::size_t> consts;
  std::size_t names = 0;
  for (std::size_t j = begin; j < tokens_.size(); ++j) {
    if (is_other(j, i)) {
      if (tokens_[j].kind == TokenKind::directive || tokens_[j].directive != 0 || hidden_[j])
        continue;
      return variable;
    }
    if (const std::size_t after = after_attribute(j); after != j) {
      if (word(j) == "decltype") ++names;
      j = after - 1;
      continue;
    }
    const std::string_view is = word(j);
    if (is_name(j)) {
      if (is == "operator" || is == "__global__" || is == "typedef" || is == "using" ||
          is == "friend") {
        return variable;
      }
      if (is == "__shared__" || is == "__managed__" || (is == "__constant__" && j != i))
        shared_word = true;
      if (is == "template") is_template = true;
      if (is == "constexpr") constant_expression = true;
      if (is == "static" || is == "extern") variable.has_linkage = true;
      if (is == "const") consts.push_back(j);
      if (is == "struct" || is == "class" || is == "union" || is == "enum") {
        is_record = true;
      } else if (!is_specifier(is)) {
        ++names;
        const bool last_name = word(j + 1) == "=" || word(j + 1) == ";" || word(j + 1) == "{" ||
                               word(j + 1) == "," || word(j + 1) == "[";
        if (!last_name && !is_arithmetic(is)) arithmetic = false;
      }
      continue;
    }
    if (is == "<" && j > 0 && is_name(j - 1)) {
      const std::size_t last = close_angle(j);
      if (last == none) return variable;
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
      const std::size_t last = close(j);
      if (last == none) return variable;
      j = last;
      is_record = false;
      arithmetic = false;
      ++names;
      continue;
    }
    if (is == "::") continue;
    if (tokens_[j].kind == TokenKind::text) continue;  // extern "C"
    if (is == "(") {
      const std::string_view next = word(j + 1);
      const bool value = j + 1 < tokens_.size() && (tokens_[j + 1].kind == TokenKind::number ||
                                                    tokens_[j + 1].kind == TokenKind::text);
      const std::size_t last = close(j);
      if (last == none) return variable;
      if (next == "*" || next == "&") {
        consts.clear();
        for (std::size_t k = j + 1; k < last; ++k) {
          if (word(k) == "(") return variable;  // a function that returns a pointer to a function
          if (word(k) == "const") consts.push_back(k);
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
  if (shared_word || is_template) variable.is_variable = false;
  variable.folded = constant_expression || (!consts.empty() && arithmetic && !pointer);
  variable.consts = std::move(consts);
  return variable;
}

std::optional<AssemblerText> CudaDeclarations::assembler(std::size_t i) const {
  std::size_t at = i + 1;
  constexpr std::array<std::string_view, 5> words{"volatile", "__volatile__", "__volatile", "goto",
                                                  "inline"};
  while (is_name(at) && is_one_of(word(at), words)) ++at;
  if (word(at) != "(" || is_other(at, i)) return std::nullopt;
  const std::size_t last = close(at);
  if (last == none) return std::nullopt;
  AssemblerText found{.text = {}, .last = last};
  for (std::size_t j = at + 1; j < last && word(j) != ":" && word(j) != "::"; ++j) {
    if (tokens_[j].kind != TokenKind::text) continue;
    std::string_view part = word(j);
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
