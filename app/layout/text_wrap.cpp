#include "app/layout/text_wrap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpscope {
namespace {

/// The next blank at which a line may end: "88 %" stays together.
std::size_t next_break(std::string_view text, std::size_t from) {
  std::size_t at = text.find(' ', from);
  while (at != std::string_view::npos && at > 0 && text.substr(at + 1).starts_with('%') &&
         text[at - 1] >= '0' && text[at - 1] <= '9') {
    at = text.find(' ', at + 1);
  }
  return at;
}

/// The word that ends before a blank, or begins behind it.
std::string_view word_before(std::string_view text, std::size_t blank) {
  const std::string_view before = text.substr(0, blank);
  return before.substr(before.find_last_of(' ') + 1);
}
std::string_view word_behind(std::string_view text, std::size_t blank) {
  const std::string_view behind = text.substr(blank + 1);
  return behind.substr(0, behind.find(' '));
}

bool is_operator(std::string_view word) {
  constexpr auto operators = std::to_array<std::string_view>(
      {"=", "+", "-",  "−",  "·",  "×",  "*",  "/",  "÷", "%", "^",  "<",  ">",  "≤",  "≥",
       "≠", "≈", "==", "!=", "<=", ">=", "<<", ">>", "&", "|", "&&", "||", "+=", "mod"});
  return std::ranges::find(operators, word) != operators.end();
}

/// Whether a bracket that is short enough to stay whole is open at a place.
bool in_bracket(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 24;
  const std::size_t open = text.substr(0, at).find_last_of("()");
  if (open == std::string_view::npos || text[open] == ')') return false;
  const std::size_t close = text.find_first_of("()", at);
  return close != std::string_view::npos && text[close] == ')' && close - open <= longest;
}

bool is_in_brackets(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return std::ranges::count(before, '(') > std::ranges::count(before, ')');
}

/// A formula reads badly over two lines: "n / 2 + 1", "f(x, y)".
bool is_within_formula(std::string_view text, std::size_t blank) {
  return is_operator(word_before(text, blank)) || is_operator(word_behind(text, blank)) ||
         in_bracket(text, blank);
}

/// `whole_formulas`: a line rather ends where it leaves them whole, unless it would be short.
std::vector<std::string_view> wrapped_lines(std::string_view text, float room, int max_lines,
                                            const MeasureText& measure, bool whole_formulas) {
  constexpr float short_line = 0.5F;  // of the room
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const bool last = static_cast<int>(lines.size()) + 1 >= max_lines;
    if (last || measure(text) <= room) {
      lines.push_back(text);
      break;
    }
    std::size_t end = next_break(text, 0), better = 0;
    for (std::size_t next = end; next != std::string_view::npos;
         next = next_break(text, next + 1)) {
      const float width = measure(text.substr(0, next));
      if (width > room) break;
      end = next;
      const bool good = whole_formulas && width >= short_line * room;
      if (good && !is_within_formula(text, next)) better = next;
    }
    end = std::min(better > 0 ? better : end, text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<std::string_view> wrap_text(std::string_view text, float room, int max_lines,
                                        const MeasureText& measure) {
  auto lines = wrapped_lines(text, room, max_lines, measure, true);
  const bool cut = static_cast<int>(lines.size()) >= max_lines && measure(lines.back()) > room;
  // All of the words matter more.
  return cut ? wrapped_lines(text, room, max_lines, measure, false) : lines;
}

std::string_view whole_parts(std::string_view text, float room, const MeasureText& measure) {
  constexpr std::array<std::string_view, 5> ends{", ", "; ", " (", " · ", "  "};
  while (!text.empty() && measure(text) > room) {
    std::size_t end = 0;
    for (const std::string_view mark : ends) {
      std::size_t found = text.rfind(mark);
      // What is in brackets is one part: "(0, 0)".
      while (found != std::string_view::npos && is_in_brackets(text, found)) {
        found = found == 0 ? std::string_view::npos : text.rfind(mark, found - 1);
      }
      if (found != std::string_view::npos) end = std::max(end, found);
    }
    text = text.substr(0, end);
    while (text.ends_with(' ') || text.ends_with(',')) text.remove_suffix(1);
  }
  return text;
}

}  // namespace warpscope
