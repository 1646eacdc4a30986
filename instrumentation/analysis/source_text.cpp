#include "instrumentation/analysis/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

// Characters that a caption has room for; of a matrix, more of them tell something.
constexpr std::size_t longest_expression = 24, longest_of_matrix = 40;

bool is_name_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::string_view skip_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

std::string_view skip_blanks_back(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\n") + 1);
}

/// Length of "[…]", or "[…][…]", at the start of the text, 0 when it does not close there.
std::size_t bracket_length(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] != ']' || --depth > 0) continue;
    if (i + 1 == text.size() || text[i + 1] != '[') return i + 1;
    const std::size_t next = bracket_length(text.substr(i + 1));
    return i + 1 + next;
  }
  return 0;
}

/// Whether the code before `rest` is written to (`=`, `+=`), and whether it is read (all but `=`).
struct Role {
  bool written = false, read = true;
};
Role role_before(std::string_view rest) {
  rest = skip_blanks(rest);
  if (rest.starts_with("==")) return {};
  if (rest.starts_with('=')) return {true, false};
  const bool updated = rest.size() > 1 && rest[1] == '=' && rest.find_first_of("+-*/&|^") == 0;
  return {updated, true};
}

/// The plain name that follows a comma up to the closing parenthesis.
std::string_view name_argument(std::string_view text) {
  text = skip_blanks(text);
  if (!text.starts_with(',')) return {};
  text = skip_blanks(text.substr(1));
  const auto end = std::ranges::find_if_not(text, is_name_letter);
  const std::string_view name(text.begin(), end);
  const bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  return plain && skip_blanks(text.substr(name.size())).starts_with(')') ? name
                                                                         : std::string_view{};
}

/// The name at the end of the text; empty if there is none.
std::string_view last_name(std::string_view text) {
  std::size_t first = text.size();
  while (first > 0 && is_name_letter(text[first - 1])) --first;
  const std::string_view name = text.substr(first);
  const bool number = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) != 0;
  return number ? std::string_view{} : name;
}

/// All `name[…]` of a line that an access of this kind may mean.
std::vector<SourceName> subscripts(std::string_view line, Operation operation) {
  std::vector<SourceName> found;
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    const std::string_view name = last_name(line.substr(0, at));
    const std::size_t length = bracket_length(line.substr(at));
    if (name.empty() || length == 0) continue;
    const Role role = role_before(line.substr(at + length));
    if (stores(operation) ? !role.written : !role.read) continue;
    found.push_back(
        {std::string(name), std::string(line.substr(at - name.size(), name.size() + length))});
  }
  return found;
}

/// What the line's one store stores, up to its semicolon; empty if it is not clear.
std::string_view stored_expression(std::string_view line) {
  line = line.substr(0, line.find("//"));
  std::string_view stored;
  for (std::size_t at = line.find('='); at != std::string_view::npos; at = line.find('=', at + 1)) {
    const bool compares =
        line.substr(at + 1).starts_with('=') ||
        (at > 0 && std::string_view("=<>!+-*/%&|^").find(line[at - 1]) != std::string_view::npos);
    if (compares) continue;
    if (!stored.empty()) return {};  // `a[i] = b[i] = 0`, or several statements
    const bool plain = at > 0 && skip_blanks_back(line.substr(0, at)).ends_with(']');
    const std::size_t end = line.find(';', at);
    if (!plain || end == std::string_view::npos) return {};
    stored = skip_blanks_back(skip_blanks(line.substr(at + 1, end - at - 1)));
  }
  return stored;
}

/// A number as C++ writes it, true or false; alone, or within the name of a type: `T(0)`, `float{}`.
bool is_literal(std::string_view text) {
  const auto first_other = std::ranges::find_if_not(text, is_name_letter);
  const std::string_view word(text.begin(), first_other);
  const std::string_view rest = text.substr(word.size());
  if (word == "true" || word == "false") return rest.empty();
  const bool begins_digit = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
  if (!begins_digit && rest.size() >= 2 &&
      ((rest.front() == '(' && rest.back() == ')') ||
       (rest.front() == '{' && rest.back() == '}'))) {
    const std::string_view inner = rest.substr(1, rest.size() - 2);
    return (inner.empty() && rest.front() == '{') || (!inner.empty() && is_literal(inner));
  }
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::string number(text);
  const char* const digits = number.c_str();
  const bool begins = std::isdigit(static_cast<unsigned char>(*digits)) != 0 || *digits == '.';
  char* end = nullptr;
  std::strtod(digits, &end);
  return begins && end != digits &&
         std::string_view(end).find_first_not_of("uUlLfF") == std::string_view::npos;
}

/// All names to which a line applies an atomic: `name.atomic_add(…)`.
std::vector<SourceName> atomic_names(std::string_view line) {
  constexpr std::string_view call = ".atomic_";
  std::vector<SourceName> found;
  for (std::size_t at = line.find(call); at != std::string_view::npos;
       at = line.find(call, at + 1)) {
    const std::string name(last_name(line.substr(0, at)));
    if (!name.empty()) found.push_back({name, name});
  }
  return found;
}

/// All that a line hands to CUDA's atomics: `name[…]` of `atomicAdd(&name[…], 1)`.
std::vector<SourceName> atomic_arguments(std::string_view line) {
  constexpr std::string_view call = "atomic";
  std::vector<SourceName> found;
  for (std::size_t at = line.find(call); at != std::string_view::npos;
       at = line.find(call, at + 1)) {
    std::string_view rest = line.substr(at);
    rest = rest.substr(std::ranges::find_if_not(rest, is_name_letter) - rest.begin());
    if (!rest.starts_with('(')) continue;
    rest = skip_blanks(rest.substr(1));
    if (!rest.starts_with('&')) continue;
    rest = skip_blanks(rest.substr(1));
    const auto letters =
        static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_letter) - rest.begin());
    const std::size_t brackets = bracket_length(rest.substr(letters));
    if (letters == 0 || brackets == 0 || rest[letters] != '[') continue;
    found.push_back(
        {std::string(rest.substr(0, letters)), std::string(rest.substr(0, letters + brackets))});
  }
  return found;
}

}  // namespace

SourceName name_in_source(const Trace& trace, const Access& access) {
  const std::uint32_t launch = trace.steps[access.step].launch;
  std::string own = name_in(trace, launch, access.array);
  const std::string line = source_line(trace.source_of(access), trace.line_of(access));
  std::vector<SourceName> said =
      is_atomic(access.operation) ? atomic_names(line) : subscripts(line, access.operation);
  if (is_atomic(access.operation) && said.empty()) said = atomic_arguments(line);
  // Two parameters may be one array.
  const auto other_name = std::ranges::find_if(said, [&](const SourceName& one) {
    return is_name_in(trace, launch, access.array, one.name);
  });
  if (other_name != said.end() && std::ranges::count(said, own, &SourceName::name) == 0) {
    own = other_name->name;
  }
  // A line that says the array's own name means it; another name is clear only if it is alone.
  const bool own_name = std::ranges::find(said, own, &SourceName::name) != said.end();
  SourceName found{own_name || said.empty() ? own : said.front().name, "", ""};
  for (const SourceName& one : said) {
    if (own_name && one.name != own) continue;
    if (one.name != found.name) return {own, own, ""};
    const bool again = found.expression.empty() || found.expression == one.expression;
    found.expression = again ? one.expression : found.name;
  }
  const bool matrix = found.expression.find("][") != std::string::npos;
  const std::size_t longest = matrix ? longest_of_matrix : longest_expression;
  const bool clear = !found.expression.empty() && found.expression.size() <= longest;
  if (!clear) found.expression = found.name;
  if (!is_name_in(trace, launch, access.array, found.name)) {
    found.array = name_in(trace, launch, access.array);
  }
  return found;
}

std::string written_text(const SourceName& name) {
  // Translators: {0} is how the source writes what it reads, {1} the name of the array: "x0[j]", "x1".
  return name.array.empty() ? name.expression : tr("{0} (array {1})", name.expression, name.array);
}

bool is_bare_name(std::string_view code) {
  return !code.empty() && std::ranges::all_of(code, [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

std::string written_as(const Trace& trace, const Access& access) {
  return written_text(name_in_source(trace, access));
}

std::string named_as(const Trace& trace, const Access& access) {
  SourceName found = name_in_source(trace, access);
  found.expression = found.name;
  return written_text(found);
}

bool stores_literal(const Trace& trace, const Access& access) {
  if (!stores(access.operation)) return false;
  return is_literal(stored_expression(source_line(trace.source_of(access), trace.line_of(access))));
}

std::string step_variable(const SourceFile& file, const std::string& step_name) {
  const std::string_view source = file.text;
  const std::string literal = "(\"" + step_name + '"';
  for (std::size_t at = source.find(literal); at != std::string_view::npos;
       at = source.find(literal, at + 1)) {
    const std::string_view before = source.substr(0, at);
    if (!before.ends_with("sync") && !before.ends_with("step")) continue;
    return std::string(name_argument(source.substr(at + literal.size())));
  }
  return {};
}

}  // namespace warpscope
