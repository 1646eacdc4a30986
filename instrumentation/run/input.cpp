#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "instrumentation/run/cases.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/systems.hpp"

namespace warpscope {

namespace {

constexpr std::int64_t longest = 1 << 20;  // elements made; longer inputs repeat them

/// What the numbers of an input must be.
struct Numbers {
  ValueRange range;
  bool integral = true;
  std::int64_t count = 0;
};

/// Into the range, where it is strict: values go round.
double bounded(const Numbers& numbers, double value) {
  if (!numbers.range.strict) return value;
  const double span = numbers.range.last - numbers.range.first + 1;
  return numbers.range.first + std::fmod(value, span);
}

/// Any finite 32-bit value: of floats all signs and magnitudes.
double wide(bool integral, std::mt19937_64& random) {
  const auto bits = static_cast<std::uint32_t>(random());
  if (integral) return static_cast<double>(static_cast<std::int32_t>(bits));
  const double magnitude = std::ldexp(1.0 + static_cast<double>(bits % 1024) / 1024.0,
                                      static_cast<int>(bits >> 10U) % 60 - 30);
  return (bits >> 31U) != 0 ? -magnitude : magnitude;
}

/// The values at which sorting and arithmetic go wrong first, among ordinary ones.
double special(bool integral, std::mt19937_64& random) {
  using Float = std::numeric_limits<float>;
  using Int = std::numeric_limits<std::int32_t>;
  static const std::vector<double> whole{Int::min(), Int::max(), -1, 0, 1};
  static const std::vector<double> real{0.0,
                                        -0.0,
                                        Float::infinity(),
                                        -Float::infinity(),
                                        Float::quiet_NaN(),
                                        -Float::quiet_NaN(),
                                        Float::denorm_min(),
                                        -Float::denorm_min(),
                                        Float::max(),
                                        Float::lowest(),
                                        Float::min()};
  const std::vector<double>& odd = integral ? whole : real;
  const std::uint64_t draw = random();
  return draw % 2 == 0 ? wide(integral, random) : odd[(draw / 2) % odd.size()];
}

double generated(const std::string& kind, std::int64_t i, const Numbers& numbers,
                 std::mt19937_64& random) {
  const ValueRange& range = numbers.range;
  if (kind == "ones") return 1;
  if (kind == "ramp") return bounded(numbers, static_cast<double>(i));
  if (kind == "alternating") {
    if (range.strict) return i % 2 == 0 ? range.first : range.last;
    return i % 2 == 0 ? 1 : -1;
  }
  if (kind == "reversed") return bounded(numbers, static_cast<double>(numbers.count - 1 - i));
  if (kind == "wide") return wide(numbers.integral, random);
  if (kind == "special") return special(numbers.integral, random);
  const auto steps = static_cast<std::uint64_t>(range.last - range.first + 1) * 10;
  const auto draw = static_cast<double>(random() % steps);
  return range.first + (numbers.integral ? std::floor(draw / 10) : draw / 10);
}

/// Empty where `value` is possible, else what it should be.
std::string wrong_with(const Numbers& numbers, double value) {
  using Int = std::numeric_limits<std::int32_t>;
  const bool whole = std::trunc(value) == value && value >= Int::min() && value <= Int::max();
  if (numbers.integral && !whole) return "a whole number of 32 bits, as this kernel needs";
  const ValueRange& range = numbers.range;
  if (range.strict && !(value >= range.first && value <= range.last)) {
    return fmt::format("a number from {} to {}, all that this kernel can work on", range.first,
                       range.last);
  }
  return {};
}

Error bad_token(const std::string& file, int line, const std::string& token,
                const std::string& expected) {
  return {ErrorKind::usage,
          fmt::format("{}, line {}: \"{}\" is not {}. The file should hold numbers separated by "
                      "blanks, commas or new lines.",
                      file, line, token, expected)};
}

Result<std::vector<double>> read_numbers(const std::string& file, const Numbers& expected,
                                         const KernelInfo& kernel) {
  std::ifstream stream(file);
  if (!stream) {
    return Error{ErrorKind::usage,
                 fmt::format("\"{}\" is neither a kind of input ({}) nor a file that can be read.",
                             file, fmt::join(input_kinds(kernel), ", "))};
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
      if (problem != std::errc() || end != token.data() + token.size()) {
        return bad_token(file, number, token, "a number");
      }
      const std::string wrong = wrong_with(expected, value);
      if (!wrong.empty()) return bad_token(file, number, token, wrong);
      numbers.push_back(value);
    }
  }
  if (numbers.empty()) {
    return Error{ErrorKind::usage,
                 fmt::format("{} holds no numbers; it should hold at least one.", file)};
  }
  return numbers;
}

Result<std::vector<double>> input_of_file(const std::string& file, const Numbers& expected,
                                          const KernelInfo& kernel) {
  auto numbers = read_numbers(file, expected, kernel);
  if (!numbers) return numbers.error();
  const std::int64_t held = std::ssize(numbers.value());
  if (held < expected.count) {
    const std::string smaller = kernel.input == InputShape::values
                                    ? fmt::format("give --size {}", held)
                                    : std::string("give a smaller --size");
    return Error{ErrorKind::usage,
                 fmt::format("{} holds {} numbers, but {} are needed: {} or a longer file.", file,
                             held, expected.count, smaller)};
  }
  numbers->resize(static_cast<std::size_t>(expected.count));
  return numbers;
}

}  // namespace

std::vector<std::string> words_of(std::string_view list) {
  std::istringstream stream{std::string(list)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> input_kinds(const KernelInfo& kernel) { return words_of(kernel.inputs); }

bool is_drawn(const KernelInfo& kernel, const std::string& kind) {
  const std::vector<std::string> kinds = input_kinds(kernel);
  if (kind.empty()) return is_drawn(kernel, kinds.front());
  constexpr std::array same_always{"ones", "ramp", "alternating", "reversed"};
  return std::ranges::count(kinds, kind) > 0 && std::ranges::count(same_always, kind) == 0;
}

Result<std::vector<double>> make_input(const InputSpec& spec, const Plan& plan) {
  const KernelInfo& kernel = *plan.kernel;
  const std::string type = element_type(kernel, plan.parameters);
  const Numbers wanted{.range = kernel.range,
                       .integral = type != "float" && type != "double",
                       .count = input_count(kernel, plan.size)};
  const std::vector<std::string> kinds = input_kinds(kernel);
  const std::string kind = spec.kind.empty() ? kinds.front() : spec.kind;
  if (std::ranges::count(kinds, kind) == 0) return input_of_file(kind, wanted, kernel);
  std::mt19937_64 random(spec.seed);
  if (kernel.input == InputShape::bands) return make_bands(kind, plan.size, random);
  if (kernel.input == InputShape::system) return make_system(kind, plan.size, random);
  const bool repeats = kernel.input == InputShape::values;
  std::vector<double> numbers(
      static_cast<std::size_t>(repeats ? std::min(wanted.count, longest) : wanted.count));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = generated(kind, static_cast<std::int64_t>(i), wanted, random);
  }
  return numbers;
}

Result<Setup> make_setup(const InputSpec& spec, const Plan& plan) {
  auto input = make_input(spec, plan);
  if (!input) return input.error();
  return Setup{.input = std::move(input).value(),
               .count = input_count(*plan.kernel, plan.size),
               .size = plan.size,
               .grid = plan.grid,
               .block = plan.block,
               .parameters = plan.parameters};
}

}  // namespace warpscope
