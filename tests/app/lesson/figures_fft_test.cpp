// Figures in lessons on Fourier transforms that take more than an expression; the others are claims in the lessons.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "kernels/fft/in_place_fft.cuh"
#include "kernels/fft/poisson.hpp"
#include "tests/app/lesson/trace_figures.hpp"

namespace warpscope::test::figures {
namespace {

std::string whole_figure(std::int64_t count) { return figure(static_cast<std::uint64_t>(count)); }

std::int64_t size_of(const SaidAt& at) { return at.document->trace->header.size; }
double float_of(const Trace& trace, const Access& access, int lane) {
  return static_cast<double>(std::bit_cast<float>(trace.lane_value(access, lane).front()));
}

/// The numbers that a launch, from 1, stores to an array, by place.
std::map<std::int64_t, double> numbers_stored(const Trace& trace, std::uint32_t launch,
                                              std::string_view array) {
  std::map<std::int64_t, double> numbers;
  for (const Access& access : trace.accesses) {
    if (step_of(trace, access).launch + 1 != launch || access.operation != Operation::store ||
        array_of(trace, access) != array) {
      continue;
    }
    const auto indices = trace.lane_indices(access);
    for (std::size_t lane = 0; lane < indices.size(); ++lane) {
      numbers[indices[lane]] = float_of(trace, access, static_cast<int>(lane));
    }
  }
  return numbers;
}
/// Places of numbers that are more than roundings.
std::vector<std::int64_t> places_above(const std::map<std::int64_t, double>& numbers,
                                       double least) {
  std::vector<std::int64_t> places;
  for (const auto& [at, number] : numbers) {
    if (std::abs(number) > least) places.push_back(at);
  }
  return places;
}

constexpr FigureClaim of_transforms[] = {
    {"fft_stockham", "the fastest that {} numbers can hold. The spectrum says so: {} at place {}",
     "самая быстрая для {} чисел. Так говорит и спектр: {} на месте {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const auto re = numbers_stored(trace, 1, "out_re");
       const auto im = numbers_stored(trace, 1, "out_im");
       EXPECT_EQ(re, im);
       const auto places = places_above(re, 0);
       EXPECT_EQ(places.size(), 1U);
       return {whole_figure(size_of(at)), figure(re.at(places.front()), 0),
               whole_figure(places.front())};
     }},
    {"fft_bit_reversed",
     "joins the transform of the even places, in the first half, and that of the odd ones",
     "с чётными номерами, в первой половине, и с нечётными",
     [](const SaidAt& at) -> Figures {
       const auto n = static_cast<int>(size_of(at));
       for (int number = 0; number < n; ++number) {
         EXPECT_EQ(number % 2 == 0, reversed_bits(number, n) < n / 2) << number;
       }
       return {};
     }},
};

constexpr FigureClaim of_poisson[] = {
    {"poisson_fft",
     "1 period across and 1 down is two numbers of re, in (1, 1) and ({0}, {0}); the other, {1} "
     "down, is two of im",
     "1 периодом поперёк и 1 вниз — это два числа re, в (1, 1) и ({0}, {0}); другая, {1} вниз, — "
     "два числа im",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       const std::int64_t n = size_of(at);
       const auto re = places_above(numbers_stored(trace, 3, "re"), 1e-3);
       const auto im = places_above(numbers_stored(trace, 3, "im"), 1e-3);
       EXPECT_EQ(re, (std::vector<std::int64_t>{n + 1, n * n - 1}));
       EXPECT_EQ(im, (std::vector<std::int64_t>{2 * n, (n - 2) * n}));
       return {whole_figure(re.back() % n), whole_figure(im.front() / n)};
     }},
    {"poisson_fft", "the kernel divides: (1, 1) by {}, (4, 4) by {}",
     "ядро делит: (1, 1) на {}, (4, 4) на {}",
     [](const SaidAt& at) -> Figures {
       const std::vector<float> eigenvalues = poisson_eigenvalues(size_of(at));
       EXPECT_EQ(numbers_stored(*at.document->trace, 4, "re").at(0), 0);
       return {figure(2 * static_cast<double>(eigenvalues[1]), 2),
               figure(2 * static_cast<double>(*std::ranges::max_element(eigenvalues)), 0)};
     }},
    {"poisson_fft", "no number is off by more than {}, and u reaches up to {}",
     "ни одно число не отличается больше чем на {}, а u доходит до {}",
     [](const SaidAt& at) -> Figures {
       const Trace& trace = *at.document->trace;
       double largest = 0, error = 0;
       for (const auto& [place, number] : numbers_stored(trace, 6, "re")) {
         largest = std::max(largest, std::abs(number));
       }
       for (const auto& [place, number] : numbers_stored(trace, 7, "error")) {
         error = std::max(error, number);
       }
       EXPECT_GT(error, 0);
       return {figure(std::ceil(error * 1e6) / 1e6, 6), figure(largest, 0)};
     }},
};

TEST(FiguresOfFourierTransforms, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_transforms) expect_said(claim);
}
TEST(FiguresOfPoissonsEquation, AreWhatTheTracesSay) {
  for (const FigureClaim& claim : of_poisson) expect_said(claim);
}

}  // namespace
}  // namespace warpscope::test::figures
