#include "instrumentation/program/source/marked_comments.hpp"

#include <algorithm>

#include "instrumentation/language/characters.hpp"

namespace warpscope {
namespace {

constexpr std::string_view comment_mark = "warpscope:";
constexpr std::string_view expectation_mark = "expect";
constexpr std::string_view blanks = " \t\r";

/// Between tokens there is nothing but blanks and comments.
void read_comments(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<MarkedComment>& into) {
  for (std::size_t at = begin; at + 1 < end;) {
    if (text[at] == '/' && text[at + 1] == '*') {
      const std::size_t close = text.find("*/", at + 2);
      at = close == std::string_view::npos ? end : close + 2;
    } else if (text[at] == '/' && text[at + 1] == '/') {
      const std::size_t last = std::min(text.find('\n', at), end);
      const std::string_view line =
          without_outer_blanks(text.substr(at + 2, last - at - 2), blanks);
      if (line.starts_with(comment_mark)) {
        into.push_back(
            {at, std::string(without_outer_blanks(line.substr(comment_mark.size()), blanks))});
      }
      at = last;
    } else {
      ++at;
    }
  }
}

}  // namespace

std::vector<MarkedComment> marked_comments(std::string_view text, const CudaCode& code) {
  std::vector<MarkedComment> found;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    // What #if 0 hides begins behind it.
    if (i == 0 || !code.hidden(i - 1)) read_comments(text, begin, code.token(i).begin, found);
    begin = code.token(i).end;
  }
  if (code.size() == 0 || !code.hidden(code.size() - 1)) {
    read_comments(text, begin, text.size(), found);
  }
  return found;
}

std::optional<std::string_view> expectation_in(std::string_view comment) {
  if (!comment.starts_with(expectation_mark)) return std::nullopt;
  comment.remove_prefix(expectation_mark.size());
  if (!comment.empty() && blanks.find(comment.front()) == std::string_view::npos) {
    return std::nullopt;  // a parameter may be called expected
  }
  return without_outer_blanks(comment, blanks);
}

}  // namespace warpscope
