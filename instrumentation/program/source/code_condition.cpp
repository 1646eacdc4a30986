#include "instrumentation/program/source/code_condition.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace warpscope {
namespace {

using MaybeNumber = std::optional<std::int64_t>;  // nullopt: not known

constexpr int most_brackets_deep = 100;  // files of users may be hostile
constexpr int most_macros_deep = 20;

/// What nvcc defines of itself and of its hosts, as far as programs ask.
constexpr auto macros_of_all = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"__CUDACC__", "1"},
    {"__NVCC__", "1"},
    {"__CUDA_ARCH__", "800"},
    {"__CUDACC_VER_MAJOR__", "12"},
    {"__CUDACC_VER_MINOR__", "8"},
    {"CUDART_VERSION", "12080"},
    {"CUDA_VERSION", "12080"},
    {"__cplusplus", "201703"},
    {"__linux__", "1"},
    {"__unix__", "1"},
    {"__x86_64__", "1"},
    {"__GNUC__", "12"},
});

bool is_word_start(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}
bool is_decimal_digit(char letter) { return letter >= '0' && letter <= '9'; }

}  // namespace

CodeMacros::CodeMacros(const std::vector<std::string>& defines) {
  for (const auto& [name, body] : macros_of_all) set(std::string(name), std::string(body));
  for (const std::string& define : defines) {
    const std::size_t equals = define.find('=');
    set(define.substr(0, equals), equals == std::string::npos ? "1" : define.substr(equals + 1));
  }
}

void CodeMacros::set(const std::string& name, std::optional<std::string> body) {
  known_[name] = std::move(body);
  removed_.erase(name);
}

void CodeMacros::remove(const std::string& name) {
  known_.erase(name);
  removed_.insert(name);
}

std::optional<bool> CodeMacros::defined(const std::string& name) const {
  if (known_.contains(name)) return true;
  if (may_be_elsewhere_ && !removed_.contains(name)) return std::nullopt;
  return false;
}

const std::optional<std::string>* CodeMacros::body(const std::string& name) const {
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : &found->second;
}

namespace {

/// Computes what stands behind #if.
class Condition {
 public:
  Condition(std::string_view text, const CodeMacros& macros, int depth)
      : text_(text), macros_(macros), depth_(depth) {}

  MaybeNumber value() {
    const MaybeNumber found = choice();
    skip();
    return at_ < text_.size() ? std::nullopt : found;
  }

 private:
  struct Operator {
    std::string_view text;
    int order;
  };
  // Longer ones before those that they begin with.
  static constexpr auto operators = std::to_array<Operator>({{"||", 1},
                                                             {"&&", 2},
                                                             {"==", 6},
                                                             {"!=", 6},
                                                             {"<<", 8},
                                                             {">>", 8},
                                                             {"<=", 7},
                                                             {">=", 7},
                                                             {"|", 3},
                                                             {"^", 4},
                                                             {"&", 5},
                                                             {"<", 7},
                                                             {">", 7},
                                                             {"+", 9},
                                                             {"-", 9},
                                                             {"*", 10},
                                                             {"/", 10},
                                                             {"%", 10}});

  void skip() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (text_.substr(at_).starts_with("//")) {
        at_ = text_.size();
      } else if (text_.substr(at_).starts_with("/*")) {
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
      } else if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' ||
                 letter == '\\') {
        ++at_;
      } else {
        return;
      }
    }
  }
  bool take(std::string_view word) {
    skip();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::string take_word() {
    skip();
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (is_word_start(text_[at_]) || (at_ > begin && is_decimal_digit(text_[at_])))) {
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }
  /// The text cannot be understood: nothing more is.
  MaybeNumber give_up() {
    at_ = text_.size();
    return std::nullopt;
  }

  MaybeNumber choice() {
    if (++depth_ > most_brackets_deep) return give_up();
    const MaybeNumber condition = binary(1);
    MaybeNumber result = condition;
    if (take("?")) {
      const MaybeNumber first = choice();
      if (!take(":")) return give_up();
      const MaybeNumber second = choice();
      result = !condition ? std::nullopt : *condition != 0 ? first : second;
    }
    --depth_;
    return result;
  }
  MaybeNumber binary(int least) {
    MaybeNumber left = unary();
    for (;;) {
      skip();
      const auto found = std::ranges::find_if(operators, [&](const Operator& each) {
        return text_.substr(at_).starts_with(each.text);
      });
      if (found == operators.end() || found->order < least) return left;
      at_ += found->text.size();
      left = applied(found->text, left, binary(found->order + 1));
    }
  }
  static MaybeNumber applied(std::string_view sign, MaybeNumber left, MaybeNumber right) {
    // One side may decide alone.
    if (sign == "||" && ((left && *left != 0) || (right && *right != 0))) return 1;
    if (sign == "&&" && ((left && *left == 0) || (right && *right == 0))) return 0;
    if (!left || !right) return std::nullopt;
    const auto a = static_cast<std::uint64_t>(*left), b = static_cast<std::uint64_t>(*right);
    const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    if (sign == "||" || sign == "&&") return sign == "&&" ? 1 : 0;
    if (sign == "==") return *left == *right;
    if (sign == "!=") return *left != *right;
    if (sign == "<=") return *left <= *right;
    if (sign == ">=") return *left >= *right;
    if (sign == "<") return *left < *right;
    if (sign == ">") return *left > *right;
    if (sign == "|") return number(a | b);
    if (sign == "^") return number(a ^ b);
    if (sign == "&") return number(a & b);
    if (sign == "+") return number(a + b);
    if (sign == "-") return number(a - b);
    if (sign == "*") return number(a * b);
    if (sign == "<<" || sign == ">>") {
      if (*right < 0 || *right > 63) return std::nullopt;
      return sign == "<<" ? number(a << b) : *left >> *right;
    }
    if (*right == 0 || *left == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return sign == "/" ? *left / *right : *left % *right;
  }
  MaybeNumber unary() {
    if (++depth_ > most_brackets_deep) return give_up();
    MaybeNumber found;
    skip();
    if (take("!")) {
      found = unary();
      if (found) found = *found == 0;
    } else if (take("~")) {
      found = unary();
      if (found) found = ~*found;
    } else if (take("-")) {
      found = unary();
      if (found) found = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*found));
    } else if (take("+")) {
      found = unary();
    } else if (take("(")) {
      found = choice();
      if (!take(")")) return give_up();
    } else if (at_ < text_.size() && is_decimal_digit(text_[at_])) {
      found = number();
    } else {
      found = name();
    }
    --depth_;
    return found;
  }
  MaybeNumber number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (is_word_start(text_[at_]) || is_decimal_digit(text_[at_]) || text_[at_] == '\'')) {
      ++at_;
    }
    std::string digits(text_.substr(begin, at_ - begin));
    std::erase(digits, '\'');
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string::npos) {
      digits.pop_back();
    }
    std::string_view rest = digits;
    int base = 10;
    const auto prefixed = [&](std::string_view prefix, int of) {
      if (!rest.starts_with(prefix) || rest.size() == prefix.size()) return;
      rest.remove_prefix(prefix.size());
      base = of;
    };
    if (rest.starts_with("0x") || rest.starts_with("0X")) {
      prefixed(rest.substr(0, 2), 16);
    } else if (rest.starts_with("0b") || rest.starts_with("0B")) {
      prefixed(rest.substr(0, 2), 2);
    } else {
      prefixed("0", 8);
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
    const bool whole = error == std::errc{} && end == rest.data() + rest.size();
    return whole ? MaybeNumber(value) : std::nullopt;
  }
  MaybeNumber name() {
    const std::string word = take_word();
    if (word.empty()) return give_up();
    if (word == "defined") {
      const bool bracket = take("(");
      const std::string wanted = take_word();
      if (bracket && !take(")")) return give_up();
      const auto is = macros_.defined(wanted);
      return is ? MaybeNumber(*is ? 1 : 0) : std::nullopt;
    }
    if (word == "true" || word == "false") return word == "true" ? 1 : 0;
    const std::optional<std::string>* const macro = macros_.body(word);
    skip();
    if (at_ < text_.size() && text_[at_] == '(') return give_up();  // with arguments
    if (macro == nullptr) {
      return macros_.defined(word).has_value() ? MaybeNumber(0) : std::nullopt;
    }
    if (!*macro || depth_ > most_macros_deep) return std::nullopt;
    return Condition(**macro, macros_, depth_ + 1).value();
  }

  std::string_view text_;
  const CodeMacros& macros_;
  int depth_;
  std::size_t at_ = 0;
};

}  // namespace

std::string leading_name(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_word_start(text[end]) || is_decimal_digit(text[end]))) ++end;
  return std::string(text.substr(0, end));
}

std::optional<bool> condition_holds(std::string_view text, const CodeMacros& macros) {
  const MaybeNumber value = Condition(text, macros, 0).value();
  return value ? std::optional(*value != 0) : std::nullopt;
}

}  // namespace warpscope
