#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "instrumentation/program/bare/bare_words.hpp"
#include "instrumentation/program/bare/index_ranges.hpp"

namespace warpscope::index_walk {

/// A place in the words of a function, and what they say of types. It never runs out of words: behind
/// the last one all are empty.
class Cursor {
 protected:
  Cursor(const BareNames& names, const RangeLaunch& launch) : names_(names), launch_(launch) {}
  ~Cursor() = default;

  [[nodiscard]] const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    const std::size_t i = at_ + ahead;
    return i < words_->size() ? (*words_)[i].text : none;
  }
  [[nodiscard]] bool is_name(std::size_t ahead = 0) const {
    const std::size_t i = at_ + ahead;
    return i < words_->size() && (*words_)[i].kind == CudaToken::Kind::name;
  }
  [[nodiscard]] bool done() const { return at_ >= words_->size() || steps_ > most_steps; }
  void next() {
    ++at_;
    ++steps_;
  }
  bool take(std::string_view text);
  [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const;
  /// The word that closes the bracket at `open`; the end if there is none.
  [[nodiscard]] std::size_t close(std::size_t open) const;
  [[nodiscard]] bool is_wrapped(std::size_t begin, std::size_t end) const;
  /// Where one of the operators stands between brackets; `end`: nowhere.
  [[nodiscard]] std::size_t find_operator(std::size_t begin, std::size_t end,
                                          std::initializer_list<std::string_view> operators) const;
  [[nodiscard]] std::string resolved(std::string type) const;
  [[nodiscard]] std::int64_t bytes_of(const std::string& type) const;
  [[nodiscard]] bool is_type_word(const std::string& name) const;
  /// Reads const unsigned int* & and gives the type without qualifiers; empty: there is none.
  std::string type_name(int& stars);

  const BareNames& names_;
  const RangeLaunch& launch_;
  const BareText* words_ = nullptr;
  std::size_t at_ = 0;

 private:
  static constexpr std::int64_t most_steps = 400'000;  // words looked at, in all
  std::int64_t steps_ = 0;
};

}  // namespace warpscope::index_walk
