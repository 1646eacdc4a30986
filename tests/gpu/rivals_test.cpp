// Libraries give the right result, at small sizes.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/timing/cuda_rivals.hpp"
#include "instrumentation/timing/processor_fftw.hpp"
#include "tests/timing/rival_cases.hpp"

namespace warpscope {
namespace {

class LibraryRivals : public testing::TestWithParam<std::string> {};

TEST_P(LibraryRivals, GiveTheRightResultAgainAndAgain) {
  if (!cuda_status().usable) GTEST_SKIP() << cuda_status().problem;
  for (const RivalRequest& request : rival_cases(*find_rival(GetParam()))) {
    SCOPED_TRACE(testing::Message() << "size " << request.size);
    const auto made = make_library(request);
    if (!made && made.error().kind == ErrorKind::unavailable) {
      GTEST_SKIP() << made.error().message;
    }
    ASSERT_TRUE(made) << made.error().message;
    expect_right_again_and_again(made.value());
  }
}
INSTANTIATE_TEST_SUITE_P(All, LibraryRivals, testing::ValuesIn(rival_ids(TimedKind::library)),
                         [](const auto& id) { return id.param; });

// The book's exercise: forward with cuFFT, back with FFTW.
TEST(LibraryRival, TransformsWhatFftwTurnsBack) {
  if (!cuda_status().usable) GTEST_SKIP() << cuda_status().problem;
  const auto fftw = Fftw::open();
  if (!fftw) GTEST_SKIP() << fftw.error().message;
  constexpr int points = 1024;
  const RivalRequest request{.id = "cufft_c2c",
                             .size = 8 * points,
                             .parameters = {{"points", "1024"}, {"direction", "forward"}},
                             .seed = 11,
                             .sets = 1};
  const auto made = make_library(request);
  if (!made) GTEST_SKIP() << made.error().message;
  made->timeable->prepare(0);
  made->timeable->start(0);
  const std::vector<double> spectrum = dynamic_cast<Rival&>(*made->timeable).output(0);
  const RivalInput signal = rival_input(*find_rival("cufft_c2c"), request, 0).value();
  const auto half = spectrum.begin() + static_cast<std::ptrdiff_t>(spectrum.size() / 2);
  FftwTransforms inverse(
      {.arrays = {{spectrum.begin(), half}, {half, spectrum.end()}}, .count = request.size},
      fftw.value(), points, true);
  ThreadTeam team(1);
  inverse.run(team);
  const std::vector<double> back = inverse.output();
  ASSERT_EQ(back.size(), 2U * 8 * points);
  for (std::size_t i = 0; i < back.size(); ++i) {
    const std::vector<double>& part = signal.arrays[i / (8 * points)];
    ASSERT_NEAR(back[i] / points, part[i % part.size()], 1e-4) << i;
  }
}

TEST(LibraryRival, SortsInfinitiesZerosAndNaNs) {
  if (!cuda_status().usable) GTEST_SKIP() << cuda_status().problem;
  const auto made = make_library({.id = "cub_sort_pairs_float", .size = 5000, .input = "special"});
  ASSERT_TRUE(made) << made.error().message;
  made->timeable->prepare(0);
  made->timeable->start(0);
  EXPECT_EQ(made->mismatch(), "");
}

TEST(LibraryRival, TakesOneSetWhereTheDeviceHoldsNoMoreOrSaysThatItIsTooSmall) {
  if (!cuda_status().usable) GTEST_SKIP() << cuda_status().problem;
  const auto made = make_library({.id = "cub_sort_pairs", .size = (1LL << 31) - 1, .sets = 64});
  if (made) {
    EXPECT_EQ(made->timeable->sets(), 1);
  } else {
    EXPECT_EQ(made.error().kind, ErrorKind::unavailable) << made.error().message;
  }
}

TEST(LibraryRival, RefusesWhatItDoesNotKnow) {
  const auto made = make_library({.id = "cpu_threads_scan", .size = 10});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace warpscope
