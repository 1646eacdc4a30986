#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpscope {

/// A whole number in a sentence, its digits in groups of three: "1,024", as number_text.hpp has it.
struct Grouped {
  template <std::integral Number>
  explicit Grouped(Number number) : digits(std::to_string(number)) {}
  std::string digits;  ///< "-1024"
  friend bool operator==(const Grouped&, const Grouped&) = default;
};

/// A message that has been said and is read later, maybe in another language, by another process or from a
/// file: which message, and what stands in its fields. say(), say_n() and say_c() make it as tr(), tr_n() and
/// tr_c() make a text (say.hpp); a field may itself be a Sentence, such as "line 41".
class Sentence {
 public:
  struct Argument;

  Sentence();  ///< nothing is said
  /// A text that no language changes: what a compiler printed, a file's name.
  Sentence(std::string data);  // NOLINT(google-explicit-constructor): data is said as it is
  Sentence(const Sentence&);
  Sentence(Sentence&&) noexcept;
  Sentence& operator=(const Sentence&);
  Sentence& operator=(Sentence&&) noexcept;
  ~Sentence();

  /// In the current language; in English where that lacks the message.
  [[nodiscard]] std::string text() const;
  /// For JSON, and whatever else is compared.
  [[nodiscard]] std::string english() const;
  /// The same of something else: a text in a field that is `before` becomes `after`, as does that part of data.
  [[nodiscard]] Sentence replaced(const std::string& before, const std::string& after) const;
  [[nodiscard]] bool empty() const { return id_.empty(); }

  /// The parts, for who keeps it: sentence_json.hpp. A message with a plural has its number in field 0.
  struct Parts;
  [[nodiscard]] static Sentence of(Parts parts);
  [[nodiscard]] bool is_data() const { return is_data_; }
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::string& many() const { return many_; }
  [[nodiscard]] const std::string& context() const { return context_; }
  [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }

  /// Whether they say the same message of the same things: then they are equal in every language.
  friend bool operator==(const Sentence& a, const Sentence& b);
  /// Whether it says this in English.
  friend bool operator==(const Sentence& a, std::string_view english_text) {
    return a.english() == english_text;
  }

 private:
  std::string id_, many_, context_;
  std::vector<Argument> arguments_;
  bool is_data_ = true;
};

/// What stands in a field. A whole number is an std::int64_t unless it is too large for that.
struct Sentence::Argument {
  using Value = std::variant<std::string, std::int64_t, std::uint64_t, double, Grouped, Sentence>;
  Value value;
  friend bool operator==(const Argument&, const Argument&) = default;
};

struct Sentence::Parts {
  std::string id, many = {}, context = {};
  std::vector<Argument> arguments = {};
};

}  // namespace warpscope
