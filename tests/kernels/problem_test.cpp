#include "kernels/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "tests/support/kernel_runs.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
const double no_number = std::nan("");

TEST(FirstMismatch, EqualInfinitiesAndNaNInBothMatch) {
  EXPECT_EQ(first_mismatch({endless, -endless, no_number}, {{endless, -endless, -no_number}}), "");
  EXPECT_EQ(first_mismatch({endless}, {{endless}, {endless}}), "");
}

TEST(FirstMismatch, OthersDoNot) {
  for (const auto& [value, reference] :
       {std::pair{endless, -endless}, std::pair{endless, 1.0}, std::pair{1.0, endless},
        std::pair{no_number, 1.0}, std::pair{1.0, no_number}, std::pair{no_number, endless},
        std::pair{endless, no_number}, std::pair{1.0, 2.0}}) {
    for (const double tolerance : {0.0, 0.5}) {
      EXPECT_NE(first_mismatch({value}, {{reference}, {tolerance}}), "") << value << reference;
    }
  }
}

/// Ends of the range and no numbers among ordinary ones.
std::string odd_numbers(int count) {
  std::string text = "inf -inf nan 1";
  for (int i = 4; i < count; ++i) text += i % 2 == 0 ? " inf" : " 2.5";
  return text;
}

class OddNumbers : public testing::TestWithParam<const char*> {};

TEST_P(OddNumbers, AreNoDifference) {
  const TestFolder folder;
  const std::string file = folder.file("odd_numbers.txt");
  std::ofstream(file) << odd_numbers(8192);
  RunRequest request{.kernel = GetParam(), .input = {.kind = file}};
  const auto kernel = find_kernel(GetParam());
  ASSERT_TRUE(kernel);
  for (const Parameter& parameter : kernel.value()->parameters) {
    if (parameter.name == "type") request.parameters["type"] = "float";
  }
  EXPECT_EQ(test::emulate_anyhow(request).mismatch, "");
}
INSTANTIATE_TEST_SUITE_P(Kernels, OddNumbers,
                         testing::Values("reduce_strided", "reduce_shuffle", "scan_blelloch",
                                         "scan_hillis_steele", "scan_lookback", "radix_float",
                                         "matmul_naive", "matmul_tiled", "vector_soa", "jacobi",
                                         "cyclic_reduction"));

}  // namespace
}  // namespace warpscope
