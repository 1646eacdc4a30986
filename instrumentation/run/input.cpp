#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "instrumentation/run/plan.hpp"

namespace warpscope {

namespace {

constexpr std::int64_t tile = 1 << 20;  // elements made; longer inputs repeat them

double generated(const std::string& kind, std::int64_t i, std::int64_t size, bool integral,
                 std::mt19937_64& random) {
  if (kind == "ones") return 1;
  if (kind == "ramp") return static_cast<double>(i);
  if (kind == "alternating") return i % 2 == 0 ? 1 : -1;
  if (kind == "reversed") return static_cast<double>(size - 1 - i);
  const auto draw = static_cast<double>(random() % 1000);
  return integral ? std::floor(draw / 10) : draw / 10;
}

Error bad_token(const std::string& file, int line, const std::string& token, bool integral) {
  return {
      ErrorKind::usage,
      fmt::format("{}, line {}: \"{}\" is not {}. The file should hold numbers separated by "
                  "blanks, commas or new lines.",
                  file, line, token,
                  integral ? "a whole number of 32 bits, as --param type=int needs" : "a number")};
}

Result<std::vector<double>> read_numbers(const std::string& file, bool integral) {
  std::ifstream stream(file);
  if (!stream) {
    return Error{ErrorKind::usage,
                 fmt::format("\"{}\" is neither a kind of input ({}) nor a file that can be read.",
                             file, fmt::join(input_kinds(), ", "))};
  }
  std::vector<double> numbers;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\r'; }, ' ');
    std::istringstream tokens(line);
    for (std::string token; tokens >> token;) {
      double value = 0;
      const auto [end, problem] = std::from_chars(token.data(), token.data() + token.size(), value);
      const bool whole =
          std::trunc(value) == value && std::abs(value) <= std::numeric_limits<std::int32_t>::max();
      if (problem != std::errc() || end != token.data() + token.size() || (integral && !whole)) {
        return bad_token(file, number, token, integral);
      }
      numbers.push_back(value);
    }
  }
  if (numbers.empty()) {
    return Error{ErrorKind::usage,
                 fmt::format("{} holds no numbers; it should hold at least one.", file)};
  }
  return numbers;
}

}  // namespace

const std::vector<std::string>& input_kinds() {
  static const std::vector<std::string> kinds{"random", "ones", "ramp", "alternating", "reversed"};
  return kinds;
}

Result<std::vector<double>> make_input(const InputSpec& spec, const std::string& type,
                                       std::int64_t size) {
  const bool integral = type == "int";
  const auto& kinds = input_kinds();
  if (std::find(kinds.begin(), kinds.end(), spec.kind) == kinds.end()) {
    auto numbers = read_numbers(spec.kind, integral);
    if (!numbers) return numbers.error();
    if (static_cast<std::int64_t>(numbers->size()) < size) {
      return Error{
          ErrorKind::usage,
          fmt::format("{} holds {} numbers, but {} are needed: give --size {} or a longer file.",
                      spec.kind, numbers->size(), size, numbers->size())};
    }
    numbers->resize(static_cast<std::size_t>(size));
    return numbers;
  }
  std::mt19937_64 random(spec.seed);
  std::vector<double> numbers(static_cast<std::size_t>(std::min(size, tile)));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = generated(spec.kind, static_cast<std::int64_t>(i), size, integral, random);
  }
  return numbers;
}

}  // namespace warpscope
