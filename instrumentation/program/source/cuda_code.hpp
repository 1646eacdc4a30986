#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/program/source/cuda_tokens.hpp"
#include "instrumentation/program/source/rewrite_launches.hpp"

namespace warpscope {

/// The tokens of a file with their brackets matched and what #if 0 hides marked. Macros are not expanded, and of #if and
/// #else both are read. What looks for a bracket or a token stays within one directive, or outside of all of them, and
/// gives `none` where there is no such token.
class CudaCode {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// Tokens from `begin` to before `end`.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  /// Both must outlive it.
  CudaCode(std::string_view text, const std::vector<CudaToken>& tokens);

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const CudaToken& token(std::size_t i) const { return tokens_[i]; }
  [[nodiscard]] const std::vector<CudaToken>& tokens() const { return tokens_; }
  /// The token's text; empty beyond the end.
  [[nodiscard]] std::string_view word(std::size_t i) const;
  [[nodiscard]] char letter(std::size_t i) const { return text_[tokens_[i].begin]; }
  /// Whether #if 0 hides it.
  [[nodiscard]] bool hidden(std::size_t i) const { return hidden_[i]; }
  /// Those that are not hidden.
  [[nodiscard]] const std::vector<IncludedName>& includes() const { return includes_; }

  [[nodiscard]] bool is_name(std::size_t i) const;
  /// Whether it is a symbol of so many of that letter.
  [[nodiscard]] bool is_run(std::size_t i, char letter, std::size_t length) const;
  /// Whether token i is none of those that token `of` stands among.
  [[nodiscard]] bool is_other(std::size_t i, std::size_t of) const;

  [[nodiscard]] std::size_t close(std::size_t open) const { return partner_[open]; }
  [[nodiscard]] std::size_t open(std::size_t close) const { return partner_[close]; }
  [[nodiscard]] std::size_t close_angle(std::size_t open) const;
  [[nodiscard]] std::size_t open_angle(std::size_t close) const;
  /// The token after an attribute with parentheses at i, such as __launch_bounds__(256); i if there
  /// is none.
  [[nodiscard]] std::size_t after_attribute(std::size_t i) const;
  /// Where the declaration begins that the specifier at i is part of.
  [[nodiscard]] std::size_t declaration_begin(std::size_t i) const;
  /// The parts between commas of what is in brackets.
  [[nodiscard]] std::vector<Range> parts(std::size_t open, std::size_t close) const;
  [[nodiscard]] bool has(Range range, std::string_view word) const;
  /// Their text, with one blank where there are any.
  [[nodiscard]] std::string joined(Range range) const;

 private:
  void read_condition(std::size_t i, std::vector<bool>& hides, bool& hidden);
  void match_brackets();

  static constexpr std::size_t longest_arguments = 2000;  // tokens of a template's arguments

  std::string_view text_;
  const std::vector<CudaToken>& tokens_;
  std::vector<bool> hidden_;
  std::vector<std::size_t> partner_;  // of each bracket
  std::vector<IncludedName> includes_;
};

/// What stands in declarations with parentheses and declares nothing.
[[nodiscard]] bool is_attribute(std::string_view word);
/// Words of which the types of numbers are made.
[[nodiscard]] bool is_arithmetic(std::string_view word);
/// A directive's line: its name without "#", and what follows.
[[nodiscard]] std::pair<std::string_view, std::string_view> split_directive(std::string_view line);

}  // namespace warpscope
