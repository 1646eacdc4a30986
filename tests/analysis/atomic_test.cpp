#include "instrumentation/analysis/atomic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpscope {
namespace {

template <class T>
T after(Operation operation, ElementType type, T cell, T first, T second = {}) {
  const auto apart = static_cast<std::size_t>(type.words()) * 4;
  std::array<std::uint8_t, 64> operands{};
  std::memcpy(operands.data(), &first, sizeof(T));
  std::memcpy(operands.data() + apart, &second, sizeof(T));
  apply_atomic(operation, type, reinterpret_cast<std::uint8_t*>(&cell), operands.data());
  return cell;
}

constexpr ElementType of_int{Scalar::i32}, of_unsigned{Scalar::u32}, of_float{Scalar::f32};

TEST(Atomic, ComputesAsCuda) {
  using Op = Operation;
  constexpr int least = std::numeric_limits<int>::min();
  EXPECT_EQ(after(Op::atomic_add, of_int, std::numeric_limits<int>::max(), 1), least) << "wraps";
  EXPECT_EQ(after(Op::atomic_sub, of_int, 5, 7), -2);
  EXPECT_EQ(after(Op::atomic_exchange, of_int, 5, 7), 7);
  EXPECT_EQ(after(Op::atomic_min, of_int, 5, -7), -7);
  EXPECT_EQ(after(Op::atomic_min, of_unsigned, 5U, 0xfffffff9U), 5U) << "unsigned";
  EXPECT_EQ(after(Op::atomic_max, of_int, 5, -7), 5);
  EXPECT_EQ(after(Op::atomic_and, of_int, 0b1100, 0b1010), 0b1000);
  EXPECT_EQ(after(Op::atomic_or, of_int, 0b1100, 0b1010), 0b1110);
  EXPECT_EQ(after(Op::atomic_xor, of_int, 0b1100, 0b1010), 0b0110);
  EXPECT_EQ(after(Op::atomic_add, of_float, 0.5F, 0.25F), 0.75F);
}

// CUDA C++ Programming Guide: ((old >= val) ? 0 : (old+1)), ((old == 0) || (old > val)) ? val : (old-1).
TEST(Atomic, IncrementsAndDecrementsWithinTheirOperand) {
  EXPECT_EQ(after(Operation::atomic_inc, of_unsigned, 3U, 4U), 4U);
  EXPECT_EQ(after(Operation::atomic_inc, of_unsigned, 4U, 4U), 0U);
  EXPECT_EQ(after(Operation::atomic_inc, of_unsigned, 9U, 4U), 0U);
  EXPECT_EQ(after(Operation::atomic_dec, of_unsigned, 3U, 4U), 2U);
  EXPECT_EQ(after(Operation::atomic_dec, of_unsigned, 0U, 4U), 4U);
  EXPECT_EQ(after(Operation::atomic_dec, of_unsigned, 5U, 4U), 4U);
}

TEST(Atomic, SwapsIfTheBitsAreEqual) {
  EXPECT_EQ(after(Operation::atomic_cas, of_int, 5, 5, 8), 8);
  EXPECT_EQ(after(Operation::atomic_cas, of_int, 5, 6, 8), 5);
  EXPECT_TRUE(std::signbit(after(Operation::atomic_cas, of_float, -0.0F, 0.0F, 1.0F)));
  EXPECT_EQ(after(Operation::atomic_cas, of_float, NAN, NAN, 1.0F), 1.0F);
  EXPECT_EQ(after<std::uint64_t>(Operation::atomic_cas, {Scalar::u64}, 7, 7, 1ULL << 40),
            1ULL << 40);
  EXPECT_EQ(after<std::uint16_t>(Operation::atomic_cas, {Scalar::u16}, 7, 7, 9), 9)
      << "operands take whole words";
}

TEST(Atomic, WorksOnEachComponent) {
  EXPECT_EQ((after<std::array<float, 2>>(Operation::atomic_add, {Scalar::f32, 2}, {1, 2}, {3, 4})),
            (std::array<float, 2>{4, 6}));
}

}  // namespace
}  // namespace warpscope
