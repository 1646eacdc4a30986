#include "instrumentation/program/run/order_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>

namespace warpscope {
namespace {

using LineList = std::vector<std::string_view>;

LineList lines_of(std::string_view text) {
  LineList lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// How far numbers of a type may lie apart, relative to the larger one, if only the order of a sum differs.
double most_rounding(Scalar scalar) {
  switch (scalar) {
    case Scalar::f64: return 1e-10;
    case Scalar::f16:
    case Scalar::bf16: return 2e-2;
    default: return 1e-4;
  }
}

double relative_difference(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (a != a && b != b) ? 0 : INFINITY;
  const double larger = std::max(std::abs(a), std::abs(b));
  return larger == 0 ? 0 : std::abs(a - b) / larger;
}

/// The number that a text begins with, and how many letters it has; 0 letters: there is none.
struct NumberInText {
  double value = 0;
  std::size_t letters = 0;
  bool whole = true;
};
NumberInText number_at(const std::string& text, std::size_t at) {
  const char first = text[at];
  const bool begins = (first >= '0' && first <= '9') || first == '-' || first == '.';
  if (!begins) return {};
  const char* const begin = text.c_str() + at;
  char* end = nullptr;
  NumberInText number{.value = std::strtod(begin, &end)};
  number.letters = static_cast<std::size_t>(end - begin);
  number.whole =
      std::string_view(begin, number.letters).find_first_of(".eE") == std::string_view::npos;
  return number;
}

bool same_but_for_rounding(std::string_view first, std::string_view second) {
  const std::string a(first), b(second);
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    const NumberInText left = number_at(a, i), right = number_at(b, k);
    if (left.letters == 0 || right.letters == 0) {
      if (a[i++] != b[k++]) return false;
      continue;
    }
    const double most = left.whole && right.whole ? 0 : most_rounding(Scalar::f32);
    if (relative_difference(left.value, right.value) > most) return false;
    i += left.letters;
    k += right.letters;
  }
  return i == a.size() && k == b.size();
}

/// An element as words of a trace.
std::vector<std::uint32_t> element_words(ElementType type, std::span<const std::uint8_t> bytes) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(type.words()), 0);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

double component_of(Scalar scalar, const std::uint8_t* at) {
  const auto read = [at]<class T>(T value) {
    std::memcpy(&value, at, sizeof value);
    return value;
  };
  switch (scalar) {
    case Scalar::f32: return static_cast<double>(read(float{}));
    case Scalar::f64: return read(double{});
    case Scalar::f16: return static_cast<double>(half_to_float(read(std::uint16_t{})));
    case Scalar::bf16: return static_cast<double>(bfloat16_to_float(read(std::uint16_t{})));
    default: return 0;
  }
}

/// One element in both.
class ElementPair {
 public:
  ElementPair(const MemoryContents& first, const MemoryContents& second, ElementType type,
              std::size_t at, std::size_t bytes)
      : type_(type),
        bytes_{std::span(first.bytes).subspan(at, bytes),
               std::span(second.bytes).subspan(at, bytes)},
        written_{std::span(first.written).subspan(at, bytes),
                 std::span(second.written).subspan(at, bytes)} {}
  [[nodiscard]] bool same() const {
    return std::ranges::equal(bytes_[0], bytes_[1]) && std::ranges::equal(written_[0], written_[1]);
  }
  /// Of the element in one of them, and of which of its bytes are written.
  [[nodiscard]] std::uint64_t hash(std::size_t which) const {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;  // FNV-1a
    for (const auto& bytes : {bytes_.at(which), written_.at(which)}) {
      for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100'0000'01b3;
    }
    return hash ^ hash >> 29U;
  }
  [[nodiscard]] std::size_t first_byte() const {
    std::size_t k = 0;
    while (k < bytes_[0].size() && bytes_[0][k] == bytes_[1][k] && written_[0][k] == written_[1][k])
      ++k;
    return k;
  }
  /// Of its components; none: something other than the numbers differs.
  [[nodiscard]] std::optional<double> relative() const {
    if (!is_real(type_.scalar) || !is_whole() || !std::ranges::equal(written_[0], written_[1])) {
      return std::nullopt;
    }
    const std::size_t step = bytes_[0].size() / type_.components;
    double largest = 0;
    for (std::size_t at = 0; at < bytes_[0].size(); at += step) {
      largest = std::max(largest, relative_difference(component_of(type_.scalar, &bytes_[0][at]),
                                                      component_of(type_.scalar, &bytes_[1][at])));
    }
    return largest;
  }
  [[nodiscard]] std::string text(std::size_t which) const {
    if (std::ranges::count(written_.at(which), 0) == std::ssize(written_.at(which))) return {};
    const ElementType type = is_whole() ? type_ : ElementType{.scalar = Scalar::b8};
    const auto shown = is_whole() ? bytes_.at(which) : bytes_.at(which).first(1);
    return format_value(type, element_words(type, shown));
  }

 private:
  /// The last element of a memory may be cut.
  [[nodiscard]] bool is_whole() const { return std::ssize(bytes_[0]) == type_.bytes(); }
  ElementType type_;
  std::array<std::span<const std::uint8_t>, 2> bytes_, written_;
};

}  // namespace

OutputDifference compare_outputs(std::string_view first, std::string_view second,
                                 const std::set<std::int64_t>& but) {
  if (first == second) return {};
  const LineList a = lines_of(first), b = lines_of(second);
  OutputDifference difference;
  bool rounding = a.size() == b.size();
  for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    const auto number = static_cast<std::int64_t>(k) + 1;
    const std::string_view left = k < a.size() ? a[k] : "", right = k < b.size() ? b[k] : "";
    if (but.contains(number) || (left == right && k < a.size() && k < b.size())) continue;
    rounding = rounding && same_but_for_rounding(left, right);
    if (difference.line != 0) continue;
    difference.line = number;
    difference.first = left;
    difference.second = right;
  }
  if (difference.line == 0) return difference;
  difference.likeness = rounding ? Likeness::rounding : Likeness::different;
  if (but.empty() && a.size() == b.size()) {
    LineList left = a, right = b;
    std::ranges::sort(left);
    std::ranges::sort(right);
    if (left == right) difference.likeness = Likeness::reordered;
  }
  return difference;
}

std::optional<std::set<std::int64_t>> differing_lines(std::string_view first,
                                                      std::string_view second) {
  const LineList a = lines_of(first), b = lines_of(second);
  if (a.size() != b.size()) return std::nullopt;
  std::set<std::int64_t> lines;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] != b[k]) lines.insert(static_cast<std::int64_t>(k) + 1);
  }
  return lines;
}

ContentsDifference compare_contents(const MemoryContents& first, const MemoryContents& second) {
  ContentsDifference difference;
  const std::size_t size = std::min(first.bytes.size(), second.bytes.size());
  const auto step = static_cast<std::size_t>(std::max(first.type.bytes(), 1));
  bool rounding = first.bytes.size() == second.bytes.size();
  std::array<std::uint64_t, 2>
      elements{};  // sums of their hashes: equal if they only stand elsewhere
  for (std::size_t at = 0; at < size; at += step) {
    const ElementPair pair(first, second, first.type, at, std::min(step, size - at));
    if (pair.same()) continue;
    for (std::size_t k = 0; k < elements.size(); ++k) elements.at(k) += pair.hash(k);
    const std::optional<double> relative = pair.relative();
    rounding = rounding && relative && *relative <= most_rounding(first.type.scalar);
    if (relative) difference.relative = std::max(difference.relative, *relative);
    if (difference.elements++ > 0) continue;
    difference.index = static_cast<std::int64_t>(at / step);
    difference.offset = static_cast<std::int64_t>(at + pair.first_byte());
    difference.first = pair.text(0);
    difference.second = pair.text(1);
  }
  if (difference.elements == 0 && first.bytes.size() == second.bytes.size()) return difference;
  const bool moved = first.bytes.size() == second.bytes.size() && elements[0] == elements[1];
  difference.likeness = moved      ? Likeness::reordered
                        : rounding ? Likeness::rounding
                                   : Likeness::different;
  return difference;
}

}  // namespace warpscope
