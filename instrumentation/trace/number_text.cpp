#include "instrumentation/trace/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr std::string_view digits_of_ten = "0123456789";

}  // namespace

std::string number_text(std::string_view written, bool russian) {
  const std::size_t first = std::min(written.find_first_of(digits_of_ten), written.size());
  const std::size_t end = std::min(written.find_first_not_of(digits_of_ten, first), written.size());
  std::string text(written.substr(0, first));
  for (std::size_t at = first; at < end; ++at) {
    if (at > first && (end - at) % 3 == 0) text += russian ? "\u202f" : ",";
    text += written[at];
  }
  if (end == written.size()) return text;
  const bool point = written[end] == '.';
  text += point && russian ? ',' : written[end];
  return text.append(written.substr(end + 1));
}

std::string whole_text(std::int64_t number, bool russian) {
  return number_text(std::to_string(number), russian);
}

std::string fixed_text(double number, int digits, bool russian) {
  const double shown = digits == 0 ? std::round(number) : number;  // 0.5 is 1, not the even 0
  return number_text(fmt::format("{:.{}f}", shown, digits), russian);
}

std::string short_text(double number, int digits, bool russian) {
  return number_text(fmt::format("{:.{}g}", number, digits), russian);
}

}  // namespace warpscope
