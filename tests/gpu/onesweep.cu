// Runs radix_onesweep natively again and again: tiles that look back meet others at work, another
// way each time, which the emulator cannot show. Every result must be in order.
// Use: onesweep [REPETITIONS]

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "instrumentation/run/native_machine.cuh"
#include "kernels/sort/onesweep_sort.hpp"
#include "tests/gpu/need_device.hpp"

namespace {

using namespace warpscope;

struct Keys {
  const char* name;
  int (*key)(std::int64_t i, std::mt19937& random);
};

constexpr Keys kinds[] = {
    {"random", [](std::int64_t, std::mt19937& random) { return static_cast<int>(random()); }},
    {"few values", [](std::int64_t, std::mt19937& random) { return 3 << (random() % 3 * 8); }},
    {"equal", [](std::int64_t, std::mt19937&) { return 77; }},
    {"reversed", [](std::int64_t i, std::mt19937&) { return static_cast<int>(-i); }},
    {"skewed",
     [](std::int64_t, std::mt19937& random) { return static_cast<int>(random() & random()); }},
};

Problem<int> problem_of(const Keys& kind, std::int64_t size, int block) {
  std::mt19937 random(static_cast<unsigned>(size));
  Problem<int> problem{.count = size, .size = size, .block = block};
  problem.input.reserve(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) problem.input.push_back(kind.key(i, random));
  return problem;
}

/// Throws at the first result that is wrong.
void check_sorts(const Keys& kind, std::int64_t size, int block, int repetitions) {
  const Problem<int> problem = problem_of(kind, size, block);
  std::vector<unsigned> expected(problem.input.begin(), problem.input.end());
  std::sort(expected.begin(), expected.end());
  for (int i = 0; i < repetitions; ++i) {
    NativeMachine machine;
    if (OnesweepSort::run(machine, problem) == expected) continue;
    throw DeviceError{cudaErrorUnknown, "run " + std::to_string(i) + " is wrong: " + kind.name +
                                            ", " + std::to_string(size) + " keys, blocks of " +
                                            std::to_string(block) + " threads"};
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 50;
  if (repetitions < 1) {
    std::fprintf(stderr, "onesweep: say how often, such as 50\n");
    return 2;
  }
  if (!device_answers()) return skipped;
  constexpr std::int64_t tile = FullSpeedTile::keys;
  try {
    int runs = 0;
    for (const Keys& kind : kinds) {
      for (const std::int64_t size : {std::int64_t{1}, tile - 1, tile, 33 * tile + 1, 301 * tile,
                                      (std::int64_t{1} << 24) + 5}) {
        const int times = size > 1'000'000 ? repetitions / 10 + 1 : repetitions;
        check_sorts(kind, size, FullSpeedTile::threads, times);
        runs += times;
      }
      check_sorts(kind, 1'000'003, WatchedTile::threads, repetitions);
      runs += repetitions;
    }
    std::printf("%d runs, all in order\n", runs);
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "onesweep: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
