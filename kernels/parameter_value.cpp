#include "kernels/parameter_value.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>

namespace warpscope {
namespace {

bool is_listed(std::string_view values, std::string_view text) {
  std::istringstream words{std::string(values)};
  for (std::string word; words >> word;) {
    if (word == text) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> parameter_value(const Parameter& parameter, std::string_view text) {
  if (!parameter.numeric()) {
    return is_listed(parameter.values, text) ? std::optional(std::string(text)) : std::nullopt;
  }
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  // Written so that what is not a number is outside.
  if (!(number >= parameter.low && number <= parameter.high)) return std::nullopt;
  if (parameter.real) return fmt::format("{}", number);
  if (std::trunc(number) != number) return std::nullopt;
  return fmt::format("{}", static_cast<std::int64_t>(number));
}

}  // namespace warpscope
