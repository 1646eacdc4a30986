#include "instrumentation/run/numbers.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

template <class Number>
std::optional<Number> whole(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> number_or_power(std::string_view text) {
  if (!text.starts_with("2^")) return whole<std::int64_t>(text);
  const auto exponent = whole<int>(text.substr(2));
  if (!exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
  return std::int64_t{1} << *exponent;
}

}  // namespace

Result<std::int64_t> parse_number(std::string_view option, std::string_view text,
                                  std::int64_t smallest, std::int64_t largest) {
  const auto number = number_or_power(text);
  if (number && *number >= smallest && *number <= largest) return *number;
  const std::string most = largest == largest_number ? "2^62" : std::to_string(largest);
  return usage_error(
      largest >= 1024
          ? tr("{0} is \"{1}\", but it must be a whole number from {2} to {3} (2^10 is 1024).",
               option, text, smallest, most)
          : tr("{0} is \"{1}\", but it must be a whole number from {2} to {3}.", option, text,
               smallest, most));
}

Result<std::uint64_t> parse_seed(std::string_view option, std::string_view text) {
  if (const auto seed = whole<std::uint64_t>(text)) return *seed;
  return usage_error(
      tr("{0} is \"{1}\", but it must be a whole number from 0 up, such as 7.", option, text));
}

Result<NumberRange> parse_range(std::string_view option, std::string_view text,
                                std::int64_t smallest) {
  const auto colon = text.find(':');
  const Result<std::int64_t> first = parse_number(option, text.substr(0, colon), smallest);
  if (!first) return first.error();
  if (colon == std::string_view::npos) return NumberRange{first.value(), first.value()};
  const Result<std::int64_t> last = parse_number(option, text.substr(colon + 1), smallest);
  if (!last) return last.error();
  if (last.value() < first.value()) {
    return usage_error(
        tr("{0} is \"{1}\", but the second number must not be below the first.", option, text));
  }
  return NumberRange{first.value(), last.value()};
}

}  // namespace warpscope
