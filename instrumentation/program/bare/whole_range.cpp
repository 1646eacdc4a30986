#include "instrumentation/program/bare/whole_range.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace warpscope {

std::int64_t bounded(std::int64_t number) {
  return std::clamp(number, -WholeRange::unbounded, WholeRange::unbounded);
}

std::int64_t bounded_product(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (std::abs(a) > WholeRange::unbounded / std::abs(b))
    return (a < 0) == (b < 0) ? WholeRange::unbounded : -WholeRange::unbounded;
  return a * b;
}
bool is_finite(const WholeRange& range) {
  return range.lo > -WholeRange::unbounded && range.hi < WholeRange::unbounded;
}

WholeRange joined(const WholeRange& a, const WholeRange& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

WholeRange sum(const WholeRange& a, const WholeRange& b) {
  const auto side = [](std::int64_t x, std::int64_t y, std::int64_t end) {
    return x == end || y == end ? end : bounded(x + y);
  };
  return {side(a.lo, b.lo, -WholeRange::unbounded), side(a.hi, b.hi, WholeRange::unbounded)};
}
WholeRange negated(const WholeRange& a) { return {-a.hi, -a.lo}; }

WholeRange product(const WholeRange& a, const WholeRange& b) {
  const std::array all{bounded_product(a.lo, b.lo), bounded_product(a.lo, b.hi),
                       bounded_product(a.hi, b.lo), bounded_product(a.hi, b.hi)};
  return {*std::ranges::min_element(all), *std::ranges::max_element(all)};
}

WholeRange quotient(const WholeRange& a, const WholeRange& b) {
  if (b.lo < 1) return {};
  const auto divided = [](std::int64_t x, std::int64_t by) {
    return std::abs(x) == WholeRange::unbounded ? x : x / by;
  };
  return {a.lo >= 0 ? divided(a.lo, b.hi) : divided(a.lo, b.lo),
          a.hi >= 0 ? divided(a.hi, b.lo) : divided(a.hi, b.hi)};
}

WholeRange remainder(const WholeRange& a, const WholeRange& b) {
  if (b.lo < 1) return {};
  const std::int64_t most = b.hi >= WholeRange::unbounded ? WholeRange::unbounded : b.hi - 1;
  if (a.lo >= 0) return a.hi < b.lo ? a : WholeRange{0, std::min(a.hi, most)};
  return {-most, a.hi < 0 ? 0 : std::min(a.hi, most)};
}

// Of numbers from 0.
WholeRange bits(char which, const WholeRange& a, const WholeRange& b) {
  if (which == '&') {
    if (a.lo < 0 && b.lo < 0) return {};
    if (a.lo < 0) return {0, b.hi};
    if (b.lo < 0) return {0, a.hi};
    return {0, std::min(a.hi, b.hi)};
  }
  if (a.lo < 0 || b.lo < 0) return {};
  const std::int64_t most = std::max(a.hi, b.hi);
  if (most >= WholeRange::unbounded) return {0, WholeRange::unbounded};
  if (a.lo == a.hi && b.lo == b.hi) {
    const std::int64_t exact = which == '|' ? a.lo | b.lo : a.lo ^ b.lo;
    return {exact, exact};
  }
  const auto all = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(most) + 1));
  return {which == '|' ? std::max(a.lo, b.lo) : 0, all - 1};
}

WholeRange shifted(const WholeRange& a, const WholeRange& by, bool left) {
  if (by.lo < 0 || by.lo > 39) return {};
  const std::int64_t least = std::int64_t{1} << by.lo;
  const std::int64_t most = by.hi > 39 ? WholeRange::unbounded : std::int64_t{1} << by.hi;
  return left ? product(a, {least, most}) : quotient(a, {least, most});
}

WholeRange comparison(const std::string& op, const WholeRange& a, const WholeRange& b) {
  if (op == "==" || op == "!=") {
    const bool differ = a.hi < b.lo || b.hi < a.lo;
    const bool same = a.lo == a.hi && a == b;
    if (!differ && !same) return {0, 1};
    return (op == "==") == same ? WholeRange{1, 1} : WholeRange{0, 0};
  }
  const bool or_equal = op.size() == 2;
  const WholeRange &less = op[0] == '<' ? a : b, &more = op[0] == '<' ? b : a;
  if (or_equal ? less.hi <= more.lo : less.hi < more.lo) return {1, 1};
  if (or_equal ? less.lo > more.hi : less.lo >= more.hi) return {0, 0};
  return {0, 1};
}

}  // namespace warpscope
