#include "instrumentation/language/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::string_view digits_of_ten = "0123456789";

/// What a language puts into its numbers.
struct NumberMarks {
  std::string_view decimal = ".", group = ",";
};
NumberMarks number_marks() {
  if (current_language() == pseudo_language) return {};  // a number is no message
  // Translators: both stand within numbers: 1,024.5
  return {tr_c("decimal mark", "."), tr_c("between groups of three digits", ",")};
}

}  // namespace

std::string number_text(std::string_view written) {
  const NumberMarks marks = number_marks();
  const std::size_t first = std::min(written.find_first_of(digits_of_ten), written.size());
  const std::size_t end = std::min(written.find_first_not_of(digits_of_ten, first), written.size());
  std::string text(written.substr(0, first));
  for (std::size_t at = first; at < end; ++at) {
    if (at > first && (end - at) % 3 == 0) text += marks.group;
    text += written[at];
  }
  if (end == written.size()) return text;
  const bool point = written[end] == '.';
  if (point) text += marks.decimal;
  return text.append(written.substr(point ? end + 1 : end));
}

std::string whole_text(std::int64_t number) { return number_text(std::to_string(number)); }

std::string fixed_text(double number, int digits) {
  const double shown = digits == 0 ? std::round(number) : number;  // 0.5 is 1, not the even 0
  return number_text(fmt::format("{:.{}f}", shown, digits));
}

std::string short_text(double number, int digits) {
  return number_text(fmt::format("{:.{}g}", number, digits));
}

}  // namespace warpscope
