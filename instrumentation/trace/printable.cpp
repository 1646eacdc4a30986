#include "instrumentation/trace/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD
constexpr std::size_t longest_word = 4200;                // bytes; a path has at most 4096

/// One character of a UTF-8 text.
struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0;
  bool sound = false;
};

/// The character at `at`. Overlong forms, surrogates and what is cut short are one unsound byte.
/// Source: RFC 3629, section 4.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first, true};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() - at < bytes) return {};
  std::uint32_t code = first & (0x7fU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xc0U) != 0x80) return {};
    code = code << 6U | (byte(k) & 0x3fU);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (overlong || surrogate || code > 0x10ffff) return {};
  return {bytes, code, true};
}

bool is_hostile(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
         code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

std::string replaced(std::string_view text, bool lines) {
  const auto plain = [lines](char c) {
    return (c >= ' ' && c <= '~') || (lines && (c == '\n' || c == '\t'));
  };
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto* const begin = text.data() + at;
    const auto* const end = std::find_if_not(begin, text.data() + text.size(), plain);
    result.append(begin, end);
    at += static_cast<std::size_t>(end - begin);
    if (at == text.size()) break;
    const Character character = character_at(text, at);
    const bool blank = text[at] == '\n' || text[at] == '\t';  // where they are not plain
    if (blank) {
      result += ' ';
    } else if (text.substr(at, 2) == "\r\n") {
      // The line break follows.
    } else if (!character.sound || is_hostile(character.code)) {
      result += replacement;
    } else {
      result += text.substr(at, character.bytes);
    }
    at += character.bytes;
  }
  return result;
}

}  // namespace

std::string grouped(std::uint64_t number) { return number_text(std::to_string(number)); }

std::string printable(std::string_view text) { return replaced(text, false); }
std::string printable_lines(std::string_view text) { return replaced(text, true); }

std::string quotable(std::string_view text, std::size_t most) {
  std::size_t end = 0, characters = 0;
  for (; end < text.size(); ++end) {
    if (begins_character(text[end]) && characters++ == most) break;
  }
  if (end == text.size()) return printable(text);
  return fmt::format("{}… ({} characters)", printable(text.substr(0, end)),
                     grouped(count_characters(text)));
}

std::string printable_message(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    result += word.size() > longest_word ? quotable(word) : printable_lines(word);
    if (end < text.size()) result += text[end];
    at = end + 1;
  }
  return result;
}

std::string escaped_in_json(std::string json) {
  std::string result;
  std::size_t taken = 0;  // of json, into result
  for (std::size_t at = 0; at < json.size();) {
    const Character character = character_at(json, at);
    if (character.sound && character.code >= 0x7f && is_hostile(character.code)) {
      result.append(json, taken, at - taken);
      result += fmt::format("\\u{:04x}", character.code);
      taken = at + character.bytes;
    }
    at += character.bytes;
  }
  if (taken == 0) return json;
  return result.append(json, taken);
}

}  // namespace warpscope
