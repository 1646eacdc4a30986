// What one transforms, another turns back: the kernel forward, FFTW inverse.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/timing/processor_fftw.hpp"
#include "kernels/fft/spectrum.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

/// The two halves of a result: real and imaginary parts.
RivalInput signals(const std::vector<double>& numbers) {
  const auto half = static_cast<std::ptrdiff_t>(numbers.size() / 2);
  return {.arrays = {{numbers.begin(), numbers.begin() + half},
                     {numbers.begin() + half, numbers.end()}},
          .count = half};
}

TEST(Fftw, TurnsBackWhatTheKernelsTransform) {
  const Result<Fftw> fftw = Fftw::open();
  if (!fftw) GTEST_SKIP() << fftw.error().message;
  constexpr int batch = 4;
  ThreadTeam team(2);
  for (const char* kernel : {"fft_stockham", "fft_bit_reversed", "fft_padded"}) {
    for (const int points : {2, 4, 8, 64, 1024}) {
      const test::NumberFile file(2 * batch * points, [](int i) { return i * 37 % 19 - 9; });
      const RunResult forward = test::emulate({.kernel = kernel,
                                               .size = batch * points,
                                               .block = points / 2,
                                               .input = {.kind = file.path()}});
      FftwTransforms inverse(signals(forward.output), fftw.value(), points, true);
      inverse.run(team);
      const std::vector<double> back = inverse.output();
      ASSERT_EQ(back.size(), 2U * batch * static_cast<std::size_t>(points));
      // Two transforms, each as far off as one may be; the length grows by √n in each.
      const double length = 9 * std::sqrt(2.0 * points);
      const double tolerance = 2 * std::sqrt(points) * fft_tolerance(points, length);
      for (std::size_t i = 0; i < back.size(); ++i) {
        const double was = static_cast<double>(static_cast<int>(i) * 37 % 19 - 9);
        ASSERT_NEAR(back[i], points * was, tolerance) << kernel << " " << points << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
