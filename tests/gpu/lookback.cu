// Runs scan_lookback natively again and again: blocks that look back meet others at work, another
// way each time, which the emulator cannot show. Every result must equal the reference. Floats are
// -1, 0 and 1, so that every sum is exact in whatever order it was made.
// Use: lookback [REPETITIONS]

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "instrumentation/run/native_machine.cuh"
#include "kernels/scan/scan_lookback.cuh"
#include "tests/gpu/need_device.hpp"

namespace {

using namespace warpscope;

template <class T>
__global__ void count_different(const T* results, const T* expected, std::int64_t size,
                                unsigned long long* different) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size;
       i += stride) {
    if (results[i] != expected[i]) atomicAdd(different, 1ULL);
  }
}

template <class T>
std::vector<T> random_numbers(std::int64_t size) {
  std::mt19937 random(11);
  std::vector<T> numbers(static_cast<std::size_t>(size));
  for (T& number : numbers) {
    if constexpr (std::is_integral_v<T>) {
      number = static_cast<T>(random());
    } else {
      number = static_cast<T>(static_cast<int>(random() % 3) - 1);
    }
  }
  return numbers;
}

template <class T>
std::vector<T> sums_before(const std::vector<T>& numbers) {
  std::vector<T> sums;
  sums.reserve(numbers.size());
  T sum{};
  for (const T number : numbers) {
    sums.push_back(sum);
    sum = Add<T>{}(sum, number);
  }
  return sums;
}

/// Input, reference and results on the device, for tiles of blocks of any size.
template <class T>
class Scans {
 public:
  explicit Scans(std::int64_t size)
      : in_(bytes(size)), expected_(bytes(size)), out_(bytes(size)), tickets_(4), different_(8) {
    const std::vector<T> numbers = random_numbers<T>(size);
    const std::vector<T> sums = sums_before(numbers);
    check(cudaMemcpy(in_.template as<T>(), numbers.data(), in_.bytes(), cudaMemcpyHostToDevice),
          "copying");
    check(cudaMemcpy(expected_.template as<T>(), sums.data(), in_.bytes(), cudaMemcpyHostToDevice),
          "copying");
  }

  /// Results that are wrong, of all repetitions. The last tile may be partial.
  template <class Tile>
  unsigned long long wrong(std::int64_t size, int block, int repetitions, Tile tile) {
    const std::int64_t tile_size = std::int64_t{4} * Tile::rows * block;
    const auto tiles = static_cast<int>((size + tile_size - 1) / tile_size);
    const int statuses = tiles * ScanLookback::apart;
    const CudaMemory status(static_cast<std::size_t>(statuses) * sizeof(Vec2<T>));
    different_.clear();
    for (int i = 0; i < repetitions; ++i) {
      check(cudaMemsetAsync(out_.template as<T>(), 0xcc, bytes(size)), "spoiling the results");
      status.clear();
      tickets_.clear();
      native_kernel<NativeBlock><<<tiles, block, ScanLookback::shared_count(block) * sizeof(T)>>>(
          ScanLookback{},
          Global<NativeBlock, const Vec4<T>>(in_.template as<Vec4<T>>(),
                                             static_cast<int>(size / 4)),
          Global<NativeBlock, Vec4<T>>(out_.template as<Vec4<T>>(), static_cast<int>(size / 4)),
          Global<NativeBlock, int>(tickets_.template as<int>(), 1),
          Global<NativeBlock, Vec2<T>>(status.template as<Vec2<T>>(), statuses), Add<T>{}, tile);
      check(cudaGetLastError(), "launching");
      count_different<<<1024, 256>>>(out_.template as<T>(), expected_.template as<T>(), size,
                                     different_.template as<unsigned long long>());
    }
    unsigned long long count = 0;
    check(cudaMemcpy(&count, different_.template as<void>(), sizeof(count), cudaMemcpyDeviceToHost),
          "running");
    return count;
  }

 private:
  static std::size_t bytes(std::int64_t size) { return static_cast<std::size_t>(size) * sizeof(T); }

  CudaMemory in_, expected_, out_, tickets_, different_;
};

constexpr std::int64_t largest = std::int64_t{1} << 26;

/// Runs that were made; throws at the first that is wrong.
template <class T, class Tile>
int check_blocks(Scans<T>& scans, const char* type, int block, int repetitions, Tile tile) {
  const std::int64_t one = std::int64_t{4} * Tile::rows * block;
  int runs = 0;
  for (const std::int64_t size : {std::int64_t{4}, one, 2 * one, 31 * one, 32 * one, 33 * one + 4,
                                  97 * one - 4, 1000 * one, 1999 * one, largest}) {
    if (size > largest) continue;
    const int times = size == largest ? repetitions / 10 + 1 : repetitions;
    const auto wrong = scans.wrong(size, block, times, tile);
    if (wrong > 0) {
      throw DeviceError{cudaErrorUnknown, std::to_string(wrong) + " results are wrong: " + type +
                                              ", " + std::to_string(size) +
                                              " elements, blocks of " + std::to_string(block) +
                                              " threads"};
    }
    runs += times;
  }
  return runs;
}

template <class T>
int check_scans(const char* type, int repetitions) {
  Scans<T> scans(largest);
  int runs = 0;
  for (int block = 32; block <= ScanLookback::info.max_block; block *= 2) {
    runs += check_blocks(scans, type, block, repetitions, ScanLookback::Watched{});
  }
  return runs + check_blocks(scans, type, ScanLookback::info.full_speed_block, repetitions,
                             ScanLookback::FullSpeed{});
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 200;
  if (repetitions < 1) {
    std::fprintf(stderr, "lookback: say how often, such as 200\n");
    return 2;
  }
  if (!device_answers()) return skipped;
  try {
    const int runs =
        check_scans<int>("int", repetitions) + check_scans<float>("float", repetitions);
    std::printf("%d runs, all right\n", runs);
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "lookback: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
