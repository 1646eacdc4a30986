#include "app/subject/options.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpscope {
namespace {

TEST(NeighbourOf, IsOfTheSameFamilyWhereThereIsOne) {
  static constexpr Family small, large, last;
  constexpr KernelInfo alone{.id = "alone", .family = &small};
  constexpr KernelInfo first{.id = "first", .family = &large};
  constexpr KernelInfo second{.id = "second", .family = &large};
  constexpr KernelInfo lonely{.id = "lonely", .family = &last};
  const std::array<const KernelInfo*, 4> kernels{&alone, &first, &second, &lonely};
  EXPECT_EQ(neighbour_of("first", kernels), "second");
  EXPECT_EQ(neighbour_of("second", kernels), "first");
  EXPECT_EQ(neighbour_of("alone", kernels), "first") << "nothing stands before the list";
  EXPECT_EQ(neighbour_of("lonely", kernels), "second");
  EXPECT_EQ(neighbour_of("unknown", kernels), "alone");
  EXPECT_EQ(neighbour_of("alone", std::span(kernels).first(1)), "alone");
}

}  // namespace
}  // namespace warpscope
