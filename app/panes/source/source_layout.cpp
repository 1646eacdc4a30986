#include "app/panes/source/source_layout.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr auto keywords = std::to_array<std::string_view>(
    {"auto",      "bool",     "break",  "case",     "char",  "class",    "const",
     "constexpr", "continue", "do",     "double",   "else",  "enum",     "false",
     "float",     "for",      "if",     "inline",   "int",   "long",     "namespace",
     "operator",  "private",  "public", "return",   "short", "signed",   "sizeof",
     "static",    "struct",   "switch", "template", "this",  "true",     "typename",
     "unsigned",  "using",    "void",   "volatile", "while", "requires", "WS_DEVICE"});

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

int count_columns(std::string_view text) { return static_cast<int>(count_characters(text)); }

struct Lexeme {
  std::size_t end;
  TokenKind kind;
};

std::size_t end_of_word(std::string_view line, std::size_t at) {
  while (at < line.size() && is_word(line[at])) ++at;
  return at;
}

std::size_t end_of_number(std::string_view line, std::size_t at) {
  // Digit separators, points, suffixes and hexadecimal digits all belong to it.
  while (at < line.size() && (is_word(line[at]) || line[at] == '.' || line[at] == '\'')) ++at;
  return at;
}

std::size_t end_of_quote(std::string_view line, std::size_t at) {
  const char quote = line[at++];
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return std::min(at + 1, line.size());
}

Lexeme next_lexeme(std::string_view line, std::size_t at, bool& in_comment) {
  if (in_comment || line.substr(at, 2) == "/*") {
    const std::size_t close = line.find("*/", in_comment ? at : at + 2);
    in_comment = close == std::string_view::npos;
    return {in_comment ? line.size() : close + 2, TokenKind::comment};
  }
  if (line.substr(at, 2) == "//") return {line.size(), TokenKind::comment};
  if (line[at] == '"' || line[at] == '\'') return {end_of_quote(line, at), TokenKind::string};
  if (is_digit(line[at])) return {end_of_number(line, at), TokenKind::number};
  if (line[at] == '#') return {end_of_word(line, at + 1), TokenKind::keyword};
  if (!is_word(line[at])) return {at + 1, TokenKind::plain};
  const std::size_t end = end_of_word(line, at);
  const bool keyword =
      std::find(keywords.begin(), keywords.end(), line.substr(at, end - at)) != keywords.end();
  return {end, keyword ? TokenKind::keyword : TokenKind::plain};
}

int indent_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? -1 : static_cast<int>(first);
}

/// Whether a line begins what runs on the device: an operator, or a function of plain CUDA.
bool begins_operator(std::string_view line) {
  if (line.find("operator()") != std::string_view::npos) return true;
  if (line.find("__global__") != std::string_view::npos) return true;
  const std::size_t word = line.find("__device__");
  const std::size_t bracket = line.find('(');
  return word != std::string_view::npos && bracket != std::string_view::npos && word < bracket;
}

/// The operator that holds `used`: the last one that begins at or before it; if there is none, the
/// first.
int find_operator(std::span<const SourceLine> lines, int used) {
  int found = -1;
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    if (!begins_operator(lines[static_cast<std::size_t>(i)].text)) continue;
    if (found < 0 || i <= used) found = i;
  }
  return found;
}

/// One past the line whose brace closes the first one opened at or after `first`.
int end_of_block(std::span<const SourceLine> lines, int first) {
  int depth = 0;
  bool opened = false;
  for (int i = first; i < static_cast<int>(lines.size()); ++i) {
    for (const char c : lines[static_cast<std::size_t>(i)].text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      opened = opened || c == '{';
    }
    if (opened && depth <= 0) return i + 1;
  }
  return static_cast<int>(lines.size());
}

/// The line as it is drawn: a character per column, and no more than anybody would scroll to.
std::string drawn_line(std::string_view line) {
  constexpr std::size_t longest = 1000, tab = 4;
  std::string text;
  for (const char c : line.substr(0, 4 * longest + 1)) {
    if (c == '\t') text.append(tab - text.size() % tab, ' ');
    if (c != '\t') text += c;
  }
  return quotable(text, longest);
}

}  // namespace

std::vector<Token> tokenize(std::string_view line, bool& in_comment) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  int column = 0;
  while (at < line.size()) {
    const bool blank = !in_comment && is_blank(line[at]);
    const Lexeme lexeme =
        blank ? Lexeme{at + 1, TokenKind::plain} : next_lexeme(line, at, in_comment);
    const auto length = static_cast<std::uint32_t>(lexeme.end - at);
    // Neighbours of one colour are drawn at once. Blanks have none; leading ones are not drawn.
    if (!tokens.empty() && (blank || tokens.back().kind == lexeme.kind)) {
      tokens.back().length += length;
    } else if (!blank) {
      tokens.push_back({static_cast<std::uint32_t>(at), length, column, lexeme.kind});
    }
    column += count_columns(line.substr(at, length));
    at = lexeme.end;
  }
  return tokens;
}

std::string_view first_characters(std::string_view text, int count) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i]) && count-- == 0) return text.substr(0, i);
  }
  return text;
}

std::vector<SourceLine> read_source(std::string_view source) {
  std::vector<SourceLine> lines;
  bool in_comment = false;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view text = source.substr(0, end);
    if (text.ends_with('\r')) text.remove_suffix(1);
    std::string drawn = drawn_line(text);
    const int columns = count_columns(drawn);
    lines.push_back({std::move(drawn), {}, columns});
    lines.back().tokens = tokenize(lines.back().text, in_comment);
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  return lines;
}

SourcePart running_part(std::span<const SourceLine> lines, std::uint32_t first_used_line) {
  SourcePart part{.end = static_cast<int>(lines.size())};
  const int found = find_operator(lines, static_cast<int>(first_used_line) - 1);
  if (found < 0) return part;

  part.home = found;
  for (int above = found - 1; above >= std::max(0, found - 2); --above) {
    const bool heads =
        lines[static_cast<std::size_t>(above)].text.find("template") != std::string::npos;
    if (heads) part.home = above;
  }
  part.end = end_of_block(lines, found);
  int indent = 1000;
  for (int i = part.home; i < part.end; ++i) {
    const int own = indent_of(lines[static_cast<std::size_t>(i)].text);
    if (own >= 0) indent = std::min(indent, own);
  }
  part.common_indent = indent;
  return part;
}

void add(LineHeat& to, const LineCost& cost) {
  (moves_sectors(cost.space) ? to.sectors : to.wavefronts) += cost.wavefronts;
  to.ideal += cost.ideal;
  to.requests += cost.requests;
  to.active_lanes += cost.active_lanes;
}

std::vector<LineHeat> line_heat(const Summary& summary, std::uint32_t source, std::size_t lines) {
  std::vector<LineHeat> heat(lines);
  for (const LineCost& cost : summary.lines) {
    if (cost.source != source || cost.line == 0 || cost.line > lines) continue;
    add(heat[cost.line - 1], cost);
  }
  return heat;
}

float scroll_target(int lines, float rows, int home, int current) {
  const float margin = std::min(3.0F, std::floor(rows / 4));
  auto target = static_cast<float>(home);
  const auto now = static_cast<float>(current);
  if (current >= 0 && now + 1 > target + rows - margin) target = now + 1 - rows + margin;
  if (current >= 0 && now < target + (current < home ? margin : 0)) target = now - margin;
  return std::clamp(target, 0.0F, std::max(0.0F, static_cast<float>(lines) - rows));
}

float with_pointed(float target, float rows, int current, std::span<const int> pointed) {
  auto first = static_cast<float>(current), end = first + 1;
  const auto fits = [&](int line) {
    return std::abs(line - current) + 1 <= static_cast<int>(rows);
  };
  // What is pointed at is what the words are about: if there is no room for both, the present line gives way.
  if (current >= 0 && !pointed.empty() && std::ranges::none_of(pointed, fits)) {
    first = static_cast<float>(pointed.front());
    end = first + 1;
    target = std::clamp(target, std::max(0.0F, end - std::ceil(rows / 2)), first);
  }
  for (const int line : pointed) {
    const float lower = std::min(first, static_cast<float>(line));
    const float upper = std::max(end, static_cast<float>(line) + 1);
    if (upper - lower > rows) continue;
    first = lower;
    end = upper;
    target = std::clamp(target, std::max(0.0F, end - rows), first);
  }
  return target;
}

}  // namespace warpscope
