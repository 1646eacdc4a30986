#include "app/expect/expectation.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "app/expect/expected_figure.hpp"
#include "app/expression/expression.hpp"
#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/source/marked_comments.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_expectation = 1000;
constexpr std::int64_t largest_line = 1'000'000'000;
constexpr std::string_view outer_blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) { return without_outer_blanks(text, outer_blanks); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_a_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the colon stands that ends the part. Those of "a::b", "reduce:2" and "@sum.cu:17" are within it, the one of
/// "a ? b : c" within the condition.
std::optional<std::size_t> end_of_part(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '?') return std::nullopt;
    if (text[i] != ':') continue;
    if (i + 1 < text.size() && text[i + 1] == ':') {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool number_ends =
        end < text.size() &&
        (text[end] == ':' || text[end] == '@' ||
         (text[end] == '.' && end + 1 < text.size() && begins_a_name(text[end + 1])));
    if (end == i + 1 || !number_ends) return i;
    i = end - 1;
  }
  return std::nullopt;
}

/// The array behind the last '.' that begins a name, as far as "@sum.cu:17" has none behind its number.
std::size_t begin_of_array(std::string_view part) {
  std::size_t from = 0;
  if (const std::size_t at = part.find('@'); at != std::string_view::npos) {
    const std::size_t colon = part.rfind(':');
    from = colon != std::string_view::npos && colon > at ? colon : at + 1;
    if (from == at + 1 && from < part.size() && !is_digit(part[from])) return part.size();
  }
  return std::min(part.find('.', from), part.size());
}

Status read_line(std::string_view text, const std::string& own_file, ExpectedPart& part) {
  const std::size_t colon = text.rfind(':');
  const bool named = colon != std::string_view::npos;
  part.file = named ? std::string(text.substr(0, colon)) : own_file;
  const std::string_view digits = named ? text.substr(colon + 1) : text;
  const bool number = !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit);
  const auto line = parse_number("@", digits, 1, largest_line);
  if (!number || !line || part.file.empty()) {
    return usage_error(
        say("\"@{0}\" is no line: it must be @LINE or @FILE:LINE, as in @17 or "
            "@sum.cu:17.",
            quotable(text)));
  }
  part.line = static_cast<std::uint32_t>(line.value());
  return Done{};
}

Result<ExpectedPart> read_part(std::string_view text, const std::string& own_file) {
  ExpectedPart part;
  text = trimmed(text);
  const std::size_t dot = begin_of_array(text);
  if (dot < text.size()) {
    part.array = trimmed(text.substr(dot + 1));
    if (part.array.empty()) {
      return usage_error(say("The name of an array is missing behind \"{0}\".", quotable(text)));
    }
    text = text.substr(0, dot);
  }
  const std::size_t at = std::min(text.find('@'), text.size());
  if (at < text.size()) {
    if (Status line = read_line(trimmed(text.substr(at + 1)), own_file, part); !line) {
      return line.error();
    }
  }
  const std::string_view launches = trimmed(text.substr(0, at));
  if (launches.empty()) return part;
  auto choice = parse_launch_choice("KERNEL", std::string(launches));
  if (!choice) return choice.error();
  part.launches = std::move(choice).value();
  return part;
}

/// "max(wavefronts)", the costliest access, as "max.wavefronts"; max(a, b) stays.
std::string with_names_of_most(std::string_view condition) {
  constexpr std::string_view call = "max";
  std::string text;
  for (std::size_t i = 0; i < condition.size();) {
    const auto skip = [&](std::size_t at) {
      return std::min(condition.find_first_not_of(outer_blanks, at), condition.size());
    };
    const bool begins =
        condition.substr(i).starts_with(call) &&
        (i == 0 || (!begins_a_name(condition[i - 1]) && !is_digit(condition[i - 1])));
    const std::size_t open = begins ? skip(i + call.size()) : condition.size();
    if (open < condition.size() && condition[open] == '(') {
      const std::size_t name = skip(open + 1);
      std::size_t end = name;
      while (end < condition.size() &&
             (begins_a_name(condition[end]) || is_digit(condition[end]) || condition[end] == '.')) {
        ++end;
      }
      const std::size_t close = skip(end);
      if (end > name && begins_a_name(condition[name]) && close < condition.size() &&
          condition[close] == ')') {
        text += "max.";
        text += condition.substr(name, end - name);
        i = close + 1;
        continue;
      }
    }
    text += condition[i++];
  }
  return text;
}

/// Whether it says what a figure must be.
bool compares(std::string_view condition) {
  return condition.find_first_of("<>") != std::string_view::npos ||
         condition.find("==") != std::string_view::npos ||
         condition.find("!=") != std::string_view::npos ||
         condition.find("within") != std::string_view::npos;
}

}  // namespace

bool Expectation::asks_for_joined() const {
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    const auto figure = read_figure_name(name);
    return figure && figure->joined;
  });
}

Result<Expectation> read_expectation(const WrittenExpectation& written,
                                     const std::string& own_file) {
  const std::string_view text = trimmed(written.text);
  if (text.empty()) {
    return usage_error(
        say("An expectation is empty; it is a condition, such as \"excessive == 0\"."));
  }
  if (text.size() > longest_expectation) {
    return usage_error(
        say("An expectation has more than {0} characters.", Grouped(longest_expectation)));
  }
  Expectation read{.written = written, .part = {}, .condition = {}, .names = {}};
  std::string_view condition = text;
  if (const auto end = end_of_part(text)) {
    auto part = read_part(text.substr(0, *end), own_file);
    if (!part) return part.error();
    read.part = std::move(part).value();
    condition = trimmed(text.substr(*end + 1));
  }
  if (condition.empty()) {
    return usage_error(say("\"{0}\" has no condition behind its colon, such as \"excessive == 0\".",
                           quotable(text)));
  }
  read.condition = with_names_of_most(condition);
  auto names = names_of_expression(read.condition, [](std::string_view name) -> Status {
    const auto figure = read_figure_name(name);
    if (!figure) return figure.error();
    return Done{};
  });
  if (!names) return names.error();
  read.names = std::move(names).value();
  if (read.names.empty() || !compares(condition)) {
    return usage_error(
        say("\"{0}\" compares no figure; write what it must be, such as "
            "\"excessive == 0\".",
            quotable(condition)));
  }
  for (const std::string& name : read.names) {
    const FigureName figure = read_figure_name(name).value();
    if (figure.of_memory() || figure.of_findings()) continue;
    const bool of_program = figure.kind == FigureName::Kind::exit;
    if (!read.part.within_launches() && !(of_program && read.part.launches != LaunchChoice{})) {
      continue;
    }
    return usage_error(of_program
                           ? say("\"{0}\" is of the whole program, not of a part of it.", name)
                           : say("\"{0}\" is of whole launches, not of a line or an array.", name));
  }
  return read;
}

std::vector<WrittenExpectation> expectations_in_source(std::string_view text,
                                                       const std::string& file) {
  std::vector<WrittenExpectation> found;
  if (text.find("warpscope:") == std::string_view::npos) return found;
  const auto tokens = cuda_tokens(text);
  std::size_t counted = 0;
  std::uint32_t line = 1;
  for (const MarkedComment& comment : marked_comments(text, CudaCode(text, tokens))) {
    line += static_cast<std::uint32_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                   text.begin() + static_cast<std::ptrdiff_t>(comment.at), '\n'));
    counted = comment.at;
    if (const auto expected = expectation_in(comment.text)) {
      found.push_back({std::string(*expected), file, line});
    }
  }
  return found;
}

std::vector<WrittenExpectation> expectations_in_list(std::string_view text,
                                                     const std::string& file) {
  std::vector<WrittenExpectation> found;
  for (std::uint32_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view each = trimmed(text.substr(0, end));
    if (!each.empty() && each.front() != '#') found.push_back({std::string(each), file, line});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

}  // namespace warpscope
