#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

enum class TokenKind : std::uint8_t { plain, keyword, comment, string, number };

/// A run of one colour within a line; `column` counts characters, not bytes.
struct Token {
  std::uint32_t first = 0;   ///< byte in the line
  std::uint32_t length = 0;  ///< bytes
  int column = 0;
  TokenKind kind = TokenKind::plain;
  friend bool operator==(const Token&, const Token&) = default;
};

/// Enough of C++ to colour a line. `in_comment` carries a block comment from line to line.
[[nodiscard]] std::vector<Token> tokenize(std::string_view line, bool& in_comment);

/// At most `count` characters of a UTF-8 text.
[[nodiscard]] std::string_view first_characters(std::string_view text, int count);

struct SourceLine {
  std::string text;
  std::vector<Token> tokens;
  int columns = 0;
  /// Without the blanks behind it.
  [[nodiscard]] std::string_view text_of(const Token& token) const {
    const auto part = std::string_view(text).substr(token.first, token.length);
    return part.substr(0, part.find_last_not_of(" \t") + 1);
  }
};

/// A kernel file, ready to draw. Line numbers here start at 0.
[[nodiscard]] std::vector<SourceLine> read_source(std::string_view source);

/// The part of a file that a launch runs.
struct SourcePart {
  int home = 0;           ///< first line of the operator that runs: where reading starts
  int end = 0;            ///< one past its last line
  int common_indent = 0;  ///< blanks that every line of the operator begins with
};
/// `first_used_line` (1 is the first) picks among several operators; 0 if nothing is known.
[[nodiscard]] SourcePart running_part(std::span<const SourceLine> lines,
                                      std::uint32_t first_used_line);

/// The cost of one line, all its operations together.
struct LineHeat {
  std::uint64_t wavefronts = 0;  ///< and passes through the constant cache
  std::uint64_t sectors = 0;
  std::uint64_t ideal = 0;  ///< of both
  std::uint64_t requests = 0;
  std::uint64_t active_lanes = 0;  ///< summed over them
  [[nodiscard]] std::uint64_t cost() const { return wavefronts + sectors; }
  /// Active lanes of all lanes of its requests, 0..1.
  [[nodiscard]] double active() const {
    const auto slots = static_cast<double>(requests) * 32;
    return slots > 0 ? static_cast<double>(active_lanes) / slots : 0;
  }
  /// The number beside the line: passes, or sectors if the line touches only global memory.
  [[nodiscard]] std::uint64_t shown() const { return wavefronts > 0 ? wavefronts : sectors; }
};
void add(LineHeat& to, const LineCost& cost);
/// Per line of one of the trace's sources, which has that many lines.
[[nodiscard]] std::vector<LineHeat> line_heat(const Summary& summary, std::uint32_t source,
                                              std::size_t lines);

/// First row to show so that `home` stands on top if it can and `current` is in sight.
[[nodiscard]] float scroll_target(int lines, float rows, int home, int current);
/// The same, moved so far that the `pointed` lines are in sight as well, as far as there is room for
/// them beside `current`, which stays in sight; if there is room for none of them beside it, the first of them is in sight instead.
[[nodiscard]] float with_pointed(float target, float rows, int current,
                                 std::span<const int> pointed);

}  // namespace warpscope
