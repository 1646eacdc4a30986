#include "app/layout/text_wrap.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

std::vector<std::string_view> wrap_text(std::string_view text, float room, int max_lines,
                                        const MeasureText& measure) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const bool last = static_cast<int>(lines.size()) + 1 >= max_lines;
    if (last || measure(text) <= room) {
      lines.push_back(text);
      break;
    }
    std::size_t end = next_break(text, 0);
    for (std::size_t next = end; next != std::string_view::npos;
         next = next_break(text, next + 1)) {
      if (measure(text.substr(0, next)) > room) break;
      end = next;
    }
    end = std::min(end, text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view whole_parts(std::string_view text, float room, const MeasureText& measure) {
  constexpr std::array<std::string_view, 5> ends{", ", "; ", " (", " · ", "  "};
  while (!text.empty() && measure(text) > room) {
    std::size_t end = 0;
    for (const std::string_view mark : ends) {
      const std::size_t found = text.rfind(mark);
      if (found != std::string_view::npos) end = std::max(end, found);
    }
    text = text.substr(0, end);
    while (text.ends_with(' ') || text.ends_with(',')) text.remove_suffix(1);
  }
  return text;
}

}  // namespace warpscope
