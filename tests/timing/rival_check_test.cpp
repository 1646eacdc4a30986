#include "instrumentation/timing/rival_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

/// Keys in the order of a library, then their places.
std::vector<double> sorted_floats(const std::vector<float>& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto flipped = [&](std::size_t i) {
    const auto bits = std::bit_cast<std::uint32_t>(keys[i] == 0 ? 0.0F : keys[i]);
    return bits ^ ((bits >> 31U) != 0 ? 0xffffffffU : 0x80000000U);
  };
  std::ranges::stable_sort(order, {}, flipped);
  std::vector<double> all;
  for (const std::size_t i : order) all.push_back(static_cast<double>(keys[i]));
  all.insert(all.end(), order.begin(), order.end());
  return all;
}

TEST(RivalMismatch, KnowsTheOrderOfNaNsAndZeros) {
  const RivalInfo& rival = *find_rival("cub_sort_pairs_float");
  const RivalRequest request{.id = "cub_sort_pairs_float", .size = 3000, .input = "special"};
  const auto input = rival_input(rival, request, 1);
  ASSERT_TRUE(input) << input.error().message;
  std::vector<double> output = sorted_floats(elements_of<float>(input.value()));
  EXPECT_EQ(rival_mismatch(rival, request, 1, output), "");
  EXPECT_NE(rival_mismatch(rival, request, 0, output), "") << "another set";
  std::swap(output[3000], output[4500]);
  EXPECT_NE(rival_mismatch(rival, request, 1, output), "") << "a value at the wrong key";
}

TEST(RivalMismatch, FindsOneWrongNumber) {
  const RivalRequest request{.id = "cub_histogram", .size = 100, .parameters = {{"bins", "64"}}};
  const RivalInfo& rival = *find_rival(request.id);
  const auto input = rival_input(rival, request, 0);
  ASSERT_TRUE(input) << input.error().message;
  std::vector<double> bins(64);
  for (const double byte : input->arrays.front()) ++bins[static_cast<std::size_t>(byte)];
  EXPECT_EQ(rival_mismatch(rival, request, 0, bins), "");
  ++bins[63];
  EXPECT_NE(rival_mismatch(rival, request, 0, bins), "");
}

TEST(CheckOf, TellsWhyAResultCannotBeRead) {
  struct Lost final : Rival {
    [[nodiscard]] int sets() const override { return 1; }
    void start(int set) override { note_run(set); }
    [[nodiscard]] std::vector<double> output(int) override { throw TimingStopped{"the end"}; }
  } lost;
  const RivalRequest request{.id = "cub_scan", .size = 10, .parameters = {{"type", "int"}}};
  const auto check = check_of(lost, *find_rival("cub_scan"), request, {});
  ASSERT_TRUE(check);
  EXPECT_EQ(check(), "Its result could not be read: the end.");
}

TEST(CheckOf, LeavesOutWhatTakesSecondsUnlessAskedForAll) {
  struct Idle final : Rival {
    [[nodiscard]] int sets() const override { return 1; }
    void start(int) override {}
    [[nodiscard]] std::vector<double> output(int) override { return {}; }
  } idle;
  const RivalInfo& product = *find_rival("cublas_sgemm");
  const auto checked = [&](std::int64_t side, bool all = false) {
    const auto result = rival_result(product, side, {});
    return static_cast<bool>(check_of(idle, product, {.check_all = all}, result.value()));
  };
  EXPECT_TRUE(checked(512));
  EXPECT_FALSE(checked(1024));
  EXPECT_TRUE(checked(1024, true));
}

}  // namespace
}  // namespace warpscope
