#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/linear_systems.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {

namespace {

/// The numbers that an input must hold.
struct Numbers {
  ValueRange range;
  bool integral = true;
  std::int64_t count = 0;
  bool compared = false;  ///< by an operator whose result with NaN depends on the order
};

/// Wraps a value around into the range, if the range is strict.
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

/// A bitonic sequence of zeros and ones: ones from 3/16 of the length on, up to 3/4.
bool is_one(std::int64_t i, std::int64_t count) { return i >= count * 3 / 16 && i < count * 3 / 4; }

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
  if (kind == "zeros_ones") return is_one(i, numbers.count) ? 1 : 0;
  if (kind == "wide") return wide(numbers.integral, random);
  if (kind == "special") return special(numbers.integral, random);
  const auto steps = static_cast<std::uint64_t>(range.last - range.first + 1) * 10;
  const auto draw = static_cast<double>(random() % steps);
  return range.first + (numbers.integral ? std::floor(draw / 10) : draw / 10);
}

/// Two waves across a square, row by row: 4 cos(2π(x + y)/side) + 2 sin(4πy/side).
std::vector<double> make_waves(std::int64_t side) {
  std::vector<double> field;
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      const double angle = 2 * std::numbers::pi / static_cast<double>(side);
      field.push_back(4 * std::cos(angle * static_cast<double>(x + y)) +
                      2 * std::sin(angle * static_cast<double>(2 * y)));
    }
  }
  return field;
}

/// Empty if `value` is possible, else what it should be.
std::string wrong_with(const Numbers& numbers, double value) {
  using Int = std::numeric_limits<std::int32_t>;
  const bool whole = std::trunc(value) == value && value >= Int::min() && value <= Int::max();
  if (numbers.integral && !whole) return tr("a whole number of 32 bits, as this kernel needs");
  if (numbers.compared && std::isnan(value)) return tr("a number that min and max can compare");
  const ValueRange& range = numbers.range;
  if (range.strict && !(value >= range.first && value <= range.last)) {
    return tr("a number from {0} to {1}, all that this kernel can work on", range.first,
              range.last);
  }
  return {};
}

/// Makes numbers of a text that comes piece by piece, until it has as many as are needed.
class NumberReader {
 public:
  NumberReader(std::string file, const Numbers& expected)
      : file_(std::move(file)), expected_(expected) {}

  /// Returns false once it has what it needs or has met something wrong.
  bool take(std::string_view piece) {
    for (const char c : piece) {
      const bool separates = blanks.find(c) != std::string_view::npos;
      if (!separates && token_.size() == longest_token) {
        error_ =
            wrong(tr("more than {} characters without a blank are not a number", longest_token));
        return false;
      }
      if (!separates) {
        token_ += c;
      } else if (!end_token()) {
        return false;
      }
      if (c == '\n') ++line_;
    }
    return true;
  }
  /// At the end of the file.
  Result<std::vector<double>> numbers() {
    static_cast<void>(end_token());
    if (error_) return *error_;
    if (!numbers_.empty()) return std::move(numbers_);
    return Error{ErrorKind::usage, tr("{} holds no numbers; it should hold at least one.", file_)};
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n\v\f,;";
  static constexpr std::size_t longest_token = 4096;

  [[nodiscard]] Error wrong(const std::string& what) const {
    return {
        ErrorKind::usage,
        tr("{0}, line {1}: {2}. The file should hold numbers separated by blanks, commas or new "
           "lines.",
           file_, line_, what)};
  }
  [[nodiscard]] bool end_token() {
    if (error_ || full()) return false;
    if (token_.empty()) return true;
    double value = 0;
    const auto [end, problem] =
        std::from_chars(token_.data(), token_.data() + token_.size(), value);
    const bool number = problem == std::errc() && end == token_.data() + token_.size();
    const std::string should = number ? wrong_with(expected_, value) : tr("a number");
    if (!should.empty()) {
      error_ = wrong(tr("\"{0}\" is not {1}", quotable(token_), should));
      return false;
    }
    numbers_.push_back(value);
    token_.clear();
    return !full();
  }
  [[nodiscard]] bool full() const { return std::ssize(numbers_) >= expected_.count; }

  std::string file_;
  const Numbers& expected_;
  int line_ = 1;
  std::string token_;
  std::vector<double> numbers_;
  std::optional<Error> error_;
};

Result<std::vector<double>> read_numbers(const std::string& file, const Numbers& expected,
                                         const KernelInfo& kernel) {
  if (std::error_code error; !std::filesystem::exists(file, error)) {
    return Error{ErrorKind::usage,
                 tr("\"{0}\" is neither a kind of input ({1}) nor a file that can be read.",
                    quotable(file), fmt::format("{}", fmt::join(input_kinds(kernel), ", ")))};
  }
  // Far more than the numbers of any sensible file and the blanks between them.
  constexpr std::uint64_t bytes_of_a_number = 256, bytes_besides = 16U << 20U;
  const std::uint64_t cap =
      bytes_besides + bytes_of_a_number * static_cast<std::uint64_t>(expected.count);
  NumberReader reader(file, expected);
  const Status read =
      read_text_pieces(file, cap, [&](std::string_view piece) { return reader.take(piece); });
  if (!read) return read.error();
  return reader.numbers();
}

Result<std::vector<double>> input_of_file(const std::string& file, const Numbers& expected,
                                          const KernelInfo& kernel) {
  auto numbers = read_numbers(file, expected, kernel);
  if (!numbers) return numbers.error();
  const std::int64_t held = std::ssize(numbers.value());
  if (held < expected.count) {
    const bool counts = kernel.input == InputShape::values;
    return Error{
        ErrorKind::usage,
        counts ? tr("{0} holds {1} numbers, but {2} are needed: give --size {1} or a longer file.",
                    file, held, expected.count)
               : tr("{0} holds {1} numbers, but {2} are needed: give a smaller --size or a longer "
                    "file.",
                    file, held, expected.count),
        counts
            ? say("{0} holds {1} numbers, but {2} are needed: take the size {1}, or a longer file.",
                  file, held, expected.count)
            : say("{0} holds {1} numbers, but {2} are needed: take a smaller size, or a longer "
                  "file.",
                  file, held, expected.count)};
  }
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
  constexpr std::array same_always{"ones",     "ramp",       "alternating",
                                   "reversed", "zeros_ones", "waves"};
  return std::ranges::count(kinds, kind) > 0 && std::ranges::count(same_always, kind) == 0;
}

Result<std::vector<double>> make_input(const InputSpec& spec, const Plan& plan) {
  const KernelInfo& kernel = *plan.kernel;
  const std::string type = element_type(kernel, plan.parameters);
  const auto op = plan.parameters.find("op");
  const Numbers wanted{.range = kernel.range,
                       .integral = type != "float" && type != "double",
                       .count = input_count(kernel, plan.size),
                       .compared = op != plan.parameters.end() && op->second != "add"};
  const std::vector<std::string> kinds = input_kinds(kernel);
  const std::string kind = spec.kind.empty() ? kinds.front() : spec.kind;
  if (std::ranges::count(kinds, kind) == 0) return input_of_file(kind, wanted, kernel);
  std::mt19937_64 random(spec.seed);
  if (kernel.input == InputShape::bands) {
    const int system = std::max(kernel.system(plan.block), 1);
    return make_bands(kind, made_elements(plan.size, system), random);
  }
  if (kernel.input == InputShape::system) return make_system(kind, plan.size, random);
  if (kind == "waves") return make_waves(plan.size);
  const bool repeats = kernel.input == InputShape::values || kernel.input == InputShape::complex;
  std::vector<double> numbers(
      static_cast<std::size_t>(repeats ? made_elements(wanted.count) : wanted.count));
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
