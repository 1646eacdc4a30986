#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope {

/// Text from outside (a file, an argument) as a terminal and a window may show it. What moves a
/// cursor, turns the direction of writing or is no UTF-8 becomes U+FFFD: control characters (C0,
/// DEL, C1), the marks and overrides of bidirectional text, separators of lines and paragraphs.
/// printable() makes one line of it: line breaks and tabs become blanks.
[[nodiscard]] std::string printable(std::string_view text);
/// The same for text of several lines: line breaks and tabs stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// printable(), cut after `most` characters and then with their number: "aaa… (5,242,880
/// characters)". For what an error quotes from a file.
[[nodiscard]] std::string quotable(std::string_view text, std::size_t most = 120);
/// printable_lines() with the same cut in words longer than any path: for whole messages.
[[nodiscard]] std::string printable_message(std::string_view text);

/// "5,242,880", as the current language writes it.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// Characters that printable() would replace, as JSON's \u escapes: for texts that must stay as
/// they are. Only for text that is JSON already, where they stand in strings alone.
[[nodiscard]] std::string escaped_in_json(std::string json);

}  // namespace warpscope
