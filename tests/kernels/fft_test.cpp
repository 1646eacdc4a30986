// Fourier transforms in shared memory: right to their tolerance, and conflicts that are counted.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulator_machine.hpp"
#include "kernels/fft/fft_bit_reversed.cuh"
#include "kernels/fft/fft_padded.cuh"
#include "kernels/fft/fft_radix4.cuh"
#include "kernels/fft/fft_stockham.cuh"
#include "kernels/fft/spectrum.hpp"
#include "kernels/fft/transform.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::emulate;
using Numbers = std::vector<std::complex<double>>;

constexpr const char* fft_kernels[] = {"fft_stockham", "fft_bit_reversed", "fft_padded"};

RunRequest fft(const std::string& kernel, int n, int batch = 1, const std::string& input = "random",
               const std::string& direction = "forward") {
  return {.kernel = kernel,
          .size = std::int64_t{n} * batch,
          .block = n / 2,
          .input = {.kind = input, .seed = 5},
          .parameters = {{"direction", direction}}};
}

int log2_of_length(int n) { return static_cast<int>(std::lround(std::log2(n))); }

/// The definition, n² products.
Numbers sums_of_products(const Numbers& signal, double sign) {
  const auto n = static_cast<double>(signal.size());
  Numbers spectrum(signal.size());
  for (std::size_t k = 0; k < signal.size(); ++k) {
    for (std::size_t j = 0; j < signal.size(); ++j) {
      const double turns = static_cast<double>(j * k % signal.size()) / n;
      spectrum[k] += signal[j] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
    }
  }
  return spectrum;
}

Numbers some_signal(int n) {
  Numbers signal;
  for (int i = 0; i < n; ++i) signal.emplace_back((i * i + 3) % 17 - 8, (7 * i) % 13 - 6);
  return signal;
}

// The reference ------------------------------------------------------------------------------

TEST(Spectrum, IsTheSumThatDefinesIt) {
  for (int n = 1; n <= 128; n *= 2) {
    const Numbers signal = some_signal(n);
    for (const auto direction : {FftDirection::forward, FftDirection::inverse}) {
      const Numbers fast = transformed(signal, direction);
      const Numbers slow = sums_of_products(signal, direction == FftDirection::forward ? -1 : 1);
      for (std::size_t k = 0; k < slow.size(); ++k) {
        EXPECT_NEAR(std::abs(fast[k] - slow[k]), 0, 1e-11 * n) << n << ", " << k;
      }
    }
  }
}

TEST(Spectrum, TwiddlesAreExactAtRightAngles) {
  const Twiddles table = twiddles(8, FftDirection::forward, 4);
  ASSERT_EQ(table.re.size(), 4U);
  EXPECT_EQ(table.re[0], 1.0F);
  EXPECT_EQ(table.im[0], 0.0F);
  EXPECT_EQ(table.re[2], 0.0F);
  EXPECT_EQ(table.im[2], -1.0F);
  EXPECT_FLOAT_EQ(table.re[1], std::sqrt(0.5F));
  EXPECT_FLOAT_EQ(table.im[3], -std::sqrt(0.5F));
  const Twiddles back = twiddles(8, FftDirection::inverse, 4);
  EXPECT_EQ(back.re, table.re);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(back.im[k], -table.im[k]);
}

TEST(Spectrum, MismatchTellsWrongResults) {
  constexpr int n = 16;
  std::vector<float> input, output;
  const Numbers signal = some_signal(n);
  const Numbers spectrum = transformed(signal, FftDirection::forward);
  for (const auto& x : signal) input.push_back(static_cast<float>(x.real()));
  for (const auto& x : signal) input.push_back(static_cast<float>(x.imag()));
  for (const auto& x : spectrum) output.push_back(static_cast<float>(x.real()));
  for (const auto& x : spectrum) output.push_back(static_cast<float>(x.imag()));
  EXPECT_EQ(fft_mismatch(input, n, FftDirection::forward, output), "");
  EXPECT_NE(fft_mismatch(input, n, FftDirection::inverse, output), "");
  EXPECT_NE(fft_mismatch(input, n / 2, FftDirection::forward, output), "");
  for (const std::size_t place : {0U, 15U, 16U, 31U}) {
    std::vector<float> wrong = output;
    wrong[place] += 0.01F;
    EXPECT_NE(fft_mismatch(input, n, FftDirection::forward, wrong), "") << place;
  }
}

// The results --------------------------------------------------------------------------------

TEST(Fft, IsRightForEveryLengthAndInput) {
  for (const char* kernel : fft_kernels) {
    for (int n = 2; n <= 2048; n *= n < 64 ? 2 : 4) {
      for (const char* input : {"random", "ramp", "alternating"}) {
        for (const char* direction : {"forward", "inverse"}) {
          emulate(fft(kernel, n, 3, input, direction));
        }
      }
    }
  }
}

// A constant is one wave that never turns; an alternating signal the fastest that there is.
TEST(Fft, FindsTheWaveThatASignalIs) {
  for (const char* kernel : fft_kernels) {
    for (const auto& [input, place] : {std::pair{"ones", 0U}, std::pair{"alternating", 32U}}) {
      std::vector<double> expected(128);
      expected[place] = expected[64 + place] = 64;
      EXPECT_EQ(emulate(fft(kernel, 64, 1, input)).output, expected) << kernel << ", " << input;
    }
  }
}

// They only put the same butterflies elsewhere.
TEST(Fft, AllKernelsAgreeToTheBit) {
  for (const int n : {8, 256}) {
    const std::vector<double> expected = emulate(fft("fft_stockham", n, 2)).output;
    EXPECT_EQ(emulate(fft("fft_bit_reversed", n, 2)).output, expected) << n;
    EXPECT_EQ(emulate(fft("fft_padded", n, 2)).output, expected) << n;
  }
}

RunRequest radix4(int n, const std::string& input = "random",
                  const std::string& direction = "forward") {
  RunRequest request = fft("fft_radix4", n, 1, input, direction);
  request.block = n / 4;
  return request;
}

TEST(FftRadix4, IsRightForEveryPowerOfFour) {
  for (const int n : {4, 16, 64, 256, 1024}) {
    for (const char* input : {"random", "ramp", "alternating", "ones"}) {
      for (const char* direction : {"forward", "inverse"}) emulate(radix4(n, input, direction));
    }
  }
  RunRequest batch = radix4(64);
  batch.size = 3 * 64;
  emulate(batch);
  EXPECT_NE(test::refusal(fft("fft_radix4", 64)).find("16, 64"), std::string::npos);
}

template <class Kernel>
std::vector<float> transformed_on_emulator(const std::vector<float>& numbers, int n,
                                           const std::string& direction) {
  TraceBuilder trace(TraceHeader{});
  EmulatorMachine machine(trace, 0, {}, {});
  const auto size = static_cast<std::int64_t>(numbers.size()) / 2;
  return Transform<Kernel>::run(machine, {.input = numbers,
                                          .count = 2 * size,
                                          .size = size,
                                          .grid = static_cast<int>(size / n),
                                          .block = n / 2,
                                          .parameters = {{"direction", direction}}});
}

template <class Kernel>
void expect_there_and_back(int n) {
  std::vector<float> numbers;
  double squares = 0;
  for (int i = 0; i < 2 * n; ++i) {
    numbers.push_back(static_cast<float>((i * i + 5 * i) % 19 - 9));
    squares += static_cast<double>(numbers.back() * numbers.back());
  }
  const auto there = transformed_on_emulator<Kernel>(numbers, n, "forward");
  const auto back = transformed_on_emulator<Kernel>(there, n, "inverse");
  ASSERT_EQ(back.size(), numbers.size());
  // The inverse stretches the first error by √n, and adds its own, of a signal √n as long.
  const double tolerance = 2.01 * std::sqrt(n) * fft_tolerance(n, std::sqrt(squares));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_NEAR(back[i], static_cast<float>(n) * numbers[i], tolerance) << n << ", " << i;
  }
}

TEST(Fft, ThereAndBackIsNTimesTheSignal) {
  for (const int n : {2, 16, 512}) {
    expect_there_and_back<FftStockham>(n);
    expect_there_and_back<FftBitReversed>(n);
    expect_there_and_back<FftPadded>(n);
  }
}

// What the kernels show ----------------------------------------------------------------------

/// Wavefronts beyond those without conflicts, by step, and within a step by operation.
struct Excess {
  std::map<std::string, int> stores, loads;  ///< "permute", "butterflies 4"
  int total = 0;
};
Excess excess_of(const Trace& trace) {
  const Summary summary = summarize(trace, BankModel::cc5);
  Excess excess;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (trace.arrays[access.array].space != Space::shared) continue;
    const Step& step = trace.steps[access.step];
    const std::string name = step.value ? step.name + " " + std::to_string(*step.value) : step.name;
    const int more = summary.accesses[a].wavefronts - summary.accesses[a].ideal;
    (access.operation == Operation::store ? excess.stores : excess.loads)[name] += more;
    excess.total += more;
  }
  return excess;
}

TEST(Fft, EveryStageKeepsAllLanesBusy) {
  for (const char* kernel : fft_kernels) {
    for (const int n : {64, 256}) {
      const RunResult result = emulate(fft(kernel, n));
      const Trace& trace = *result.trace;
      for (const Access& access : trace.accesses) EXPECT_EQ(access.active(), 32);
      EXPECT_EQ(std::ranges::count(trace.steps, "butterflies", &Step::name), log2_of_length(n));
      const Totals totals = summarize(trace, BankModel::cc5).totals;
      const bool permutes = std::string(kernel) != "fft_stockham";
      EXPECT_EQ(totals.barriers,
                static_cast<std::uint64_t>(log2_of_length(n) + (permutes ? 1 : 0)));
    }
  }
}

TEST(FftStockham, ConflictsTwoWayInTheStoresOfFiveStages) {
  for (const int n : {64, 256, 1024}) {
    const int warps = n / 64;
    const Excess excess = excess_of(*emulate(fft("fft_stockham", n)).trace);
    for (const auto& [step, more] : excess.loads) EXPECT_EQ(more, 0) << step;
    for (const auto& [step, more] : excess.stores) {
      const bool near = step.starts_with("butterflies") && std::stoi(step.substr(12)) < 64;
      EXPECT_EQ(more, near ? 4 * warps : 0) << step;
    }
    EXPECT_EQ(excess.total, 5 * 4 * warps) << n;
  }
}

// The factors of a stage lie n / 2m apart: the further, the more sectors, until few are different.
TEST(FftStockham, ReadsFactorsThatLieApart) {
  const RunResult result = emulate(fft("fft_stockham", 1024));
  const Trace& trace = *result.trace;
  std::vector<int> sectors;
  for (const Access& access : trace.accesses) {
    if (access.warp == 0 && trace.arrays[access.array].name == "w_re") {
      sectors.push_back(global_request(trace, access).sectors);
    }
  }
  EXPECT_EQ(sectors, (std::vector<int>{1, 2, 4, 8, 16, 32, 32, 16, 8, 4}));
}

TEST(FftBitReversed, NeedsHalfTheSharedMemory) {
  const auto bytes = [](const char* kernel) {
    return emulate(fft(kernel, 256)).trace->launches.front().shared_bytes;
  };
  EXPECT_EQ(bytes("fft_stockham"), 4 * 256 * sizeof(float));
  EXPECT_EQ(bytes("fft_bit_reversed"), 2 * 256 * sizeof(float));
  EXPECT_EQ(bytes("fft_padded"), 2 * (256 + 7) * sizeof(float));
}

// The permutation hits every n/32-th bank. Five stages conflict 2-way: 4 loads and 4 stores each.
TEST(FftBitReversed, ConflictsOfThePermutationGrowWithTheLength) {
  for (int n = 64; n <= 2048; n *= 2) {
    const int warps = n / 64;
    const Excess excess = excess_of(*emulate(fft("fft_bit_reversed", n)).trace);
    EXPECT_EQ(excess.stores.at("permute"), 4 * warps * (std::min(n / 32, 32) - 1)) << n;
    for (int length = 2; length <= n; length *= 2) {
      const std::string step = "butterflies " + std::to_string(length);
      const int expected = length < 64 ? 4 * warps : 0;
      EXPECT_EQ(excess.loads.at(step), expected) << n << ", " << step;
      EXPECT_EQ(excess.stores.at(step), expected) << n << ", " << step;
    }
    EXPECT_EQ(excess.loads.at("store"), 0);
  }
}

TEST(FftPadded, FreesThePermutationAndTheFirstStage) {
  for (int n = 64; n <= 2048; n *= 2) {
    const int warps = n / 64;
    const Excess excess = excess_of(*emulate(fft("fft_padded", n)).trace);
    EXPECT_EQ(excess.stores.at("permute"), n <= 1024 ? 0 : 4 * warps) << n;
    for (int length = 2; length <= n; length *= 2) {
      const std::string step = "butterflies " + std::to_string(length);
      const int expected = length > 2 && length < 64 ? 4 * warps : 0;
      EXPECT_EQ(excess.loads.at(step), expected) << n << ", " << step;
      EXPECT_EQ(excess.stores.at(step), expected) << n << ", " << step;
    }
    EXPECT_EQ(excess.loads.at("store"), 0);
  }
}

// 8 stores of a warp in each stage: results stand 4 apart, then in fours 16 apart, then in sixteens.
TEST(FftRadix4, ConflictsFourWayInTwoStages) {
  const Excess excess = excess_of(*emulate(radix4(1024)).trace);
  const int stores = 8 * 8;  // of 8 warps
  EXPECT_EQ(excess.stores.at("butterflies 4"), 3 * stores);
  EXPECT_EQ(excess.stores.at("butterflies 16"), 3 * stores);
  EXPECT_EQ(excess.stores.at("butterflies 64"), stores);
  EXPECT_EQ(excess.stores.at("butterflies 256"), 0);
  EXPECT_EQ(excess.stores.at("butterflies 1024"), 0);
  EXPECT_EQ(excess.total, 7 * stores);
}

TEST(FftRadix4, HalvesStagesBarriersAndAccesses) {
  const auto of = [](const RunRequest& request) { return test::totals(request); };
  const Totals four = of(radix4(1024)), two = of(fft("fft_stockham", 1024));
  EXPECT_EQ(four.barriers, 5U);
  EXPECT_EQ(two.barriers, 10U);
  // 64 stores and loads each to begin and end with, 128 accesses a stage.
  EXPECT_EQ(four.shared_load.requests + four.shared_store.requests, 128U + 5 * 128);
  EXPECT_EQ(two.shared_load.requests + two.shared_store.requests, 128U + 10 * 128);
}

TEST(FftPadded, LeavesAFifthOfTheConflicts) {
  EXPECT_EQ(excess_of(*emulate(fft("fft_stockham", 1024)).trace).total, 320);
  EXPECT_EQ(excess_of(*emulate(fft("fft_bit_reversed", 1024)).trace).total, 2624);
  EXPECT_EQ(excess_of(*emulate(fft("fft_padded", 1024)).trace).total, 512);
  EXPECT_EQ(excess_of(*emulate(fft("fft_bit_reversed", 64)).trace).total, 44);
  EXPECT_EQ(excess_of(*emulate(fft("fft_padded", 64)).trace).total, 32);
}

}  // namespace
}  // namespace warpscope
