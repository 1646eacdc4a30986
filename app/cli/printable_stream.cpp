#include "app/cli/printable_stream.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// The bytes at the end of `text` that may be the beginning of a character.
std::size_t unfinished(std::string_view text) {
  constexpr std::size_t longest = 3;  // a character has at most four
  for (std::size_t bytes = 1; bytes <= std::min(longest, text.size()); ++bytes) {
    const auto first = static_cast<unsigned char>(text[text.size() - bytes]);
    if (!begins_character(text[text.size() - bytes])) continue;
    const std::size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return wanted > bytes ? bytes : 0;
  }
  return 0;
}

}  // namespace

bool PrintableStream::Buffer::pass_on(std::string_view text) {
  if (begins_) std::exchange(begins_, {})();
  std::string whole = std::exchange(rest_, {}) + std::string(text);
  const std::size_t open = unfinished(whole);
  rest_ = whole.substr(whole.size() - open);
  whole.resize(whole.size() - open);
  to_ << printable_lines(whole);
  return to_.good();
}

void PrintableStream::Buffer::finish() {
  to_ << printable_lines(std::exchange(rest_, {}));
  to_.flush();
}

PrintableStream::Buffer::int_type PrintableStream::Buffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char letter = traits_type::to_char_type(c);
  return pass_on({&letter, 1}) ? c : traits_type::eof();
}

std::streamsize PrintableStream::Buffer::xsputn(const char* text, std::streamsize size) {
  return pass_on({text, static_cast<std::size_t>(size)}) ? size : 0;
}

int PrintableStream::Buffer::sync() { return to_.flush().good() ? 0 : -1; }

}  // namespace warpscope
