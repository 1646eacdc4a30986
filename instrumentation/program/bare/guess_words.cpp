#include "instrumentation/program/bare/guess_words.hpp"

#include <cctype>
#include <charconv>

namespace warpscope::guess {

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& letter : made) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return made;
}

std::vector<std::string> parts_of_name(std::string_view name) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto letter = static_cast<unsigned char>(name[i]);
    const bool hump = i > 0 && std::isupper(letter) != 0 &&
                      std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if ((letter == '_' || hump) && !parts.back().empty()) parts.emplace_back();
    if (letter != '_') parts.back() += static_cast<char>(std::tolower(letter));
  }
  if (parts.size() > 1 && parts[0].size() == 1) parts.erase(parts.begin());
  return parts;
}

bool names_a_block(std::string_view name) {
  const std::string letters = lower(name);
  return letters.find("block") != std::string::npos ||
         letters.find("thread") != std::string::npos || letters == "tpb" || letters == "bs" ||
         letters == "nt" || letters == "bdim";
}
bool names_a_tile(std::string_view name) { return lower(name).find("tile") != std::string::npos; }

bool mentions(const BareText& text, std::string_view word) {
  return std::ranges::any_of(text, [&](const BareWord& each) { return each.text == word; });
}
bool mentions_side(const BareText& text, std::string_view which, std::string_view side) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i].text == which && text[i + 2].text == side) return true;
  }
  return false;
}

std::optional<std::int64_t> whole_value(std::string_view text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  std::int64_t number = 0;
  const bool hex = text.starts_with("0x");
  const char* const begin = text.data() + (hex ? 2 : 0);
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(begin, end, number, hex ? 16 : 10);
  return error == std::errc{} && last == end ? std::optional(number) : std::nullopt;
}

}  // namespace warpscope::guess
