#include "instrumentation/program/source/cuda_tokens.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

bool begins_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         letter == '$' || static_cast<unsigned char>(letter) >= 0x80;
}
bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool continues_name(char letter) { return begins_name(letter) || is_digit(letter); }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<CudaToken> run() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  /// Bytes of a backslash with the end of the line that it continues; 0: there is none here.
  [[nodiscard]] std::size_t continuation(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '\\') return 0;
    std::size_t end = at + 1;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r')) {
      ++end;
    }
    return end < text_.size() && text_[end] == '\n' ? end + 1 - at : 0;
  }

  void step() {
    const char letter = peek();
    if (letter == '\n') {
      ++at_;
      fresh_line_ = true;
      directive_ = 0;
    } else if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\f' ||
               letter == '\v') {
      ++at_;
    } else if (const std::size_t skipped = continuation(at_); skipped > 0) {
      at_ += skipped;
    } else if (letter == '/' && peek(1) == '/') {
      skip_line();
    } else if (letter == '/' && peek(1) == '*') {
      skip_comment();
    } else if (letter == '#' && fresh_line_) {
      read_directive();
    } else {
      fresh_line_ = false;
      read_token();
    }
  }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      const std::size_t skipped = continuation(at_);
      at_ += std::max<std::size_t>(skipped, 1);
    }
  }
  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
  }

  void add(CudaToken::Kind kind, std::size_t begin) {
    tokens_.push_back({.kind = kind, .begin = begin, .end = at_, .directive = directive_});
  }

  void read_directive() {
    fresh_line_ = false;
    directive_ = ++directives_;
    const std::size_t begin = at_++;
    while (peek() == ' ' || peek() == '\t' || continuation(at_) > 0) {
      at_ += std::max<std::size_t>(continuation(at_), 1);
    }
    const std::size_t name = at_;
    while (continues_name(peek())) ++at_;
    if (text_.substr(name, at_ - name) != "define") {
      // Its words need not be C++: #error don't.
      while (at_ < text_.size() && text_[at_] != '\n') {
        if (peek() == '/' && peek(1) == '*') {
          skip_comment();
        } else if (peek() == '/' && peek(1) == '/') {
          break;
        } else {
          at_ += std::max<std::size_t>(continuation(at_), 1);
        }
      }
    }
    add(CudaToken::Kind::directive, begin);
  }

  void read_token() {
    const std::size_t begin = at_;
    const char letter = peek();
    if (begins_name(letter)) {
      while (continues_name(peek())) ++at_;
      const std::string_view name = text_.substr(begin, at_ - begin);
      constexpr std::array<std::string_view, 5> raw{"R", "u8R", "uR", "UR", "LR"};
      if (peek() == '"' && std::ranges::find(raw, name) != raw.end() && read_raw_string()) {
        add(CudaToken::Kind::text, begin);
      } else {
        add(CudaToken::Kind::name, begin);
      }
    } else if (is_digit(letter) || (letter == '.' && is_digit(peek(1)))) {
      read_number();
      add(CudaToken::Kind::number, begin);
    } else if (letter == '"' || letter == '\'') {
      read_text(letter);
      add(CudaToken::Kind::text, begin);
    } else if (letter == '<' || letter == '>') {
      while (peek() == letter) ++at_;
      add(CudaToken::Kind::symbol, begin);
    } else {
      const bool two = (letter == ':' && peek(1) == ':') ||
                       (letter == '-' && (peek(1) == '>' || peek(1) == '-'));
      at_ += two ? 2 : 1;
      add(CudaToken::Kind::symbol, begin);
    }
  }

  void read_number() {
    while (at_ < text_.size()) {
      const char letter = peek();
      const bool exponent = letter == 'e' || letter == 'E' || letter == 'p' || letter == 'P';
      // NOLINTNEXTLINE(bugprone-branch-clone): two rules of the language, one consequence
      if (exponent && (peek(1) == '+' || peek(1) == '-')) {
        at_ += 2;
      } else if (continues_name(letter) || letter == '.') {
        ++at_;
      } else if (letter == '\'' && continues_name(peek(1))) {
        at_ += 2;
      } else {
        return;
      }
    }
  }

  /// Stands before the quote. False, and nowhere else, if it is no raw string.
  bool read_raw_string() {
    const std::size_t open = text_.find('(', at_);
    constexpr std::size_t longest = 16;
    if (open == std::string_view::npos || open - at_ - 1 > longest) return false;
    const std::string_view mark = text_.substr(at_ + 1, open - at_ - 1);
    if (mark.find_first_of(" )\\\t\v\f\n\"") != std::string_view::npos) return false;
    std::array<char, longest + 2> close{')'};
    std::ranges::copy(mark, close.begin() + 1);
    close[mark.size() + 1] = '"';
    const std::size_t end = text_.find(std::string_view(close.data(), mark.size() + 2), open);
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size() + 2;
    return true;
  }

  void read_text(char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != '\n') {
      if (const std::size_t skipped = continuation(at_); skipped > 0) {
        at_ += skipped;
      } else if (peek() == '\\' && at_ + 1 < text_.size()) {
        at_ += 2;
      } else if (text_[at_++] == quote) {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool fresh_line_ = true;
  std::uint32_t directive_ = 0, directives_ = 0;
  std::vector<CudaToken> tokens_;
};

}  // namespace

std::vector<CudaToken> cuda_tokens(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace warpscope
