#include "instrumentation/program/machine/sum_order.hpp"

#include <cmath>
#include <cstring>

namespace warpscope {
namespace {

template <class T>
T number_in(const SumOrder::Number& bytes) {
  T number{};
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

/// What rounding takes from a sum, exactly (Knuth's two-sum); NaN where the sum is not finite.
template <class T>
T lost_in_sum(T a, T b) {
  const T sum = a + b, of_b = sum - a;
  return (a - (sum - of_b)) + (b - of_b);
}

/// Numbers of 16 bits have sums that a double holds.
template <class ToFloat>
bool rounds_narrow(const SumOrder::Number& a, const SumOrder::Number& b, ToFloat to_float,
                   int digits) {
  const double sum =
      double{to_float(number_in<std::uint16_t>(a))} + double{to_float(number_in<std::uint16_t>(b))};
  if (!std::isfinite(sum) || sum == 0) return false;
  const double scaled = std::ldexp(sum, digits - 1 - std::ilogb(sum));
  return scaled != std::trunc(scaled);
}

}  // namespace

bool rounds_sum(Scalar scalar, const SumOrder::Number& a, const SumOrder::Number& b) {
  switch (scalar) {
    case Scalar::f32: return std::abs(lost_in_sum(number_in<float>(a), number_in<float>(b))) > 0;
    case Scalar::f64: return std::abs(lost_in_sum(number_in<double>(a), number_in<double>(b))) > 0;
    case Scalar::f16: return rounds_narrow(a, b, half_to_float, 11);
    case Scalar::bf16: return rounds_narrow(a, b, bfloat16_to_float, 8);
    default: return false;
  }
}

bool SumOrder::added(const Thread& thread, const void* address, bool of_block, Scalar scalar,
                     const Number& before, const Number& operand) {
  const auto known = last_.find(address);
  if (known == last_.end()) {
    if (last_.size() < most_sums) last_.emplace(address, thread);
    return false;
  }
  const Thread earlier = known->second;
  known->second = thread;
  const bool same_block = earlier.block == thread.block;
  const bool unordered =
      same_block ? earlier.interval == thread.interval && earlier.rank != thread.rank : !of_block;
  found_ = unordered && rounds_sum(scalar, before, operand);
  return found_;
}

}  // namespace warpscope
