#include "instrumentation/analysis/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_expression = 24;  // characters that a caption has room for

bool is_name_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::string_view skip_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

/// Length of "[…]" at the start of the text, 0 when it does not close there.
std::size_t bracket_length(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return i + 1;
  }
  return 0;
}

/// Whether what stands before `rest` is written to (`=`, `+=`), and whether it is read (not `=`).
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

}  // namespace

std::string written_as(const Trace& trace, const Access& access) {
  const std::string& name = trace.arrays[access.array].name;
  const std::string line = source_line(trace.source_of(access), access.line);
  const std::string_view text = line;
  std::set<std::string_view> expressions;
  for (std::size_t at = text.find(name + '['); at != std::string_view::npos;
       at = text.find(name + '[', at + 1)) {
    const std::size_t bracket = bracket_length(text.substr(at + name.size()));
    if (bracket == 0 || (at > 0 && is_name_letter(text[at - 1]))) continue;
    const std::string_view expression = text.substr(at, name.size() + bracket);
    const Role role = role_before(text.substr(at + expression.size()));
    if (access.operation == Operation::store ? role.written : role.read) {
      expressions.insert(expression);
    }
  }
  const bool clear = expressions.size() == 1 && expressions.begin()->size() <= longest_expression;
  return clear ? std::string(*expressions.begin()) : name;
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
