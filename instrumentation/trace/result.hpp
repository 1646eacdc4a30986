#pragma once

#include <string>
#include <utility>
#include <variant>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Why something could not be done. The values are the program's exit codes.
enum class ErrorKind {
  failed = 1,       ///< a check found a difference, or a device or file operation broke
  usage = 2,        ///< what was asked for is not legal, or an input is damaged
  unavailable = 3,  ///< this machine lacks what was asked for
};

/// One sentence for a person: what happened, what was expected, what to do.
struct Error {
  Error() = default;
  /// `in_window_`: see there. Without one, the window says what the command line says.
  Error(ErrorKind kind_, std::string message_, Sentence in_window_ = {})
      : kind(kind_), message(std::move(message_)), in_window(std::move(in_window_)) {}
  /// A message of the catalogues, for both.
  Error(ErrorKind kind_, const Sentence& said) : Error(kind_, said.text(), said) {}

  ErrorKind kind = ErrorKind::failed;
  std::string message;  ///< for the command line: may name its options, and kernels by their ids
  /// The same for the window, in words that a person finds there, and in the language of who reads it.
  Sentence in_window;

  [[nodiscard]] Sentence for_window() const {
    return in_window.empty() ? Sentence(message) : in_window;
  }
};

/// The error of somebody who asked for what is not legal.
[[nodiscard]] inline Error usage_error(std::string message, Sentence in_window = {}) {
  return {ErrorKind::usage, std::move(message), std::move(in_window)};
}
[[nodiscard]] inline Error usage_error(const Sentence& said) { return {ErrorKind::usage, said}; }

/// A value or the reason why there is none. (std::expected is C++23.)
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  /// The value; only if ok().
  [[nodiscard]] T& value() & { return std::get<T>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<T>(state_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(state_)); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }

  /// The reason; only if not ok().
  [[nodiscard]] const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// For operations that give nothing but success.
struct Done {};
using Status = Result<Done>;

}  // namespace warpscope
