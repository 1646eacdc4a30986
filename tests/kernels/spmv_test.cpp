// Sparse matrix times vector: the matrices, what lanes read side by side, and who idles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/run/emulator_machine.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#include "kernels/sparse/spmv.hpp"
#include "kernels/sparse/spmv_warp.cuh"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

/// A block whose shuffles over one distance bring nothing.
template <int lost>
class ShuffleMutant : public EmulatedBlock {
 public:
  explicit ShuffleMutant(const EmulatedBlock& block) : EmulatedBlock(block) {}
  template <class T>
  T shfl_down(T value, int delta) {
    const T other = EmulatedBlock::shfl_down(value, delta);
    return delta == lost ? T{} : other;
  }
  template <class T>
  T shfl_up(T value, int delta) {
    const T other = EmulatedBlock::shfl_up(value, delta);
    return delta == lost ? T{} : other;
  }
};

}  // namespace

template <int lost, class T>
class Global<ShuffleMutant<lost>, T> : public Global<EmulatedBlock, T> {
 public:
  explicit Global(const Global<EmulatedBlock, T>& array) : Global<EmulatedBlock, T>(array) {}
};

namespace {

/// A kernel without one of its shuffles.
template <class Kernel, int lost>
struct KernelWithoutAShuffle {
  static constexpr const KernelInfo& info = Kernel::info;

  template <class... T>
  void operator()(EmulatedBlock& block, Global<EmulatedBlock, T>... arrays) const {
    ShuffleMutant<lost> mutant(block);
    Kernel{}(mutant, Global<ShuffleMutant<lost>, T>(arrays)...);
  }
};

using test::emulate;

constexpr const char* kinds[] = {"banded", "random", "power_law"};
constexpr const char* spmv_kernels[] = {"spmv_scalar", "spmv_warp", "spmv_coo"};

std::vector<int> lengths_of(const SparseMatrix& matrix) {
  std::vector<int> lengths;
  for (int row = 0; row < matrix.rows(); ++row) lengths.push_back(matrix.length(row));
  return lengths;
}

TEST(SparseMatrices, HaveRisingColumnsAndSmallWholeValues) {
  for (const char* kind : kinds) {
    for (const std::int64_t n : {1, 2, 5, 64, 1000}) {
      const SparseMatrix matrix = sparse_matrix(kind, n);
      ASSERT_EQ(matrix.rows(), n) << kind;
      ASSERT_EQ(std::ssize(matrix.column), matrix.entries());
      ASSERT_EQ(std::ssize(matrix.value), matrix.entries());
      std::size_t k = 0;
      for (int row = 0; row < matrix.rows(); ++row) {
        EXPECT_GE(matrix.length(row), 1) << kind << " row " << row;
        int before = -1;
        for (int i = 0; i < matrix.length(row); ++i, ++k) {
          EXPECT_GT(matrix.column[k], before) << kind << " row " << row;
          EXPECT_LT(matrix.column[k], n) << kind << " row " << row;
          before = matrix.column[k];
          EXPECT_EQ(matrix.value[k], std::trunc(matrix.value[k]));
          EXPECT_TRUE(matrix.value[k] >= 1 && matrix.value[k] <= 9) << matrix.value[k];
        }
      }
    }
  }
}

TEST(SparseMatrices, HaveTheRowsOfTheirKind) {
  std::vector<int> banded(16, 9);
  for (const int edge : {0, 1, 2, 3}) {
    banded[static_cast<std::size_t>(edge)] = banded[static_cast<std::size_t>(15 - edge)] = 5 + edge;
  }
  EXPECT_EQ(lengths_of(sparse_matrix("banded", 16)), banded);

  const std::vector<int> random = lengths_of(sparse_matrix("random", 1000));
  EXPECT_EQ(*std::ranges::min_element(random), 4);
  EXPECT_EQ(*std::ranges::max_element(random), 12);

  std::vector<int> power_law = lengths_of(sparse_matrix("power_law", 10'000));
  EXPECT_FALSE(std::ranges::is_sorted(power_law, std::greater<>()));
  std::ranges::sort(power_law, std::greater<>());
  for (int rank = 0; rank < 10'000; ++rank) {
    EXPECT_EQ(power_law[static_cast<std::size_t>(rank)],
              std::min(10'000 / (rank + 1), longest_row));
  }
}

// What longest_row promises: the largest sum of all is one that floats hold.
TEST(SparseMatrices, HaveSumsThatAFloatHolds) {
  EXPECT_LT(longest_row * 9.0 * 99.0, std::ldexp(1.0, 24));
}

RunRequest spmv(const std::string& kernel, const std::string& rows, std::int64_t size,
                int block = 32) {
  return {.kernel = kernel, .size = size, .block = block, .parameters = {{"rows", rows}}};
}

TEST(SparseMatrices, SayTheRowsOfTheirEntries) {
  for (const char* kind : kinds) {
    for (const std::int64_t n : {1, 2, 4, 5, 64, 5000}) {
      const SparseMatrix matrix = sparse_matrix(kind, n);
      EXPECT_EQ(sparse_entries(kind, n), matrix.entries()) << kind << " " << n;
      const std::vector<int> rows = matrix.entry_rows();
      ASSERT_EQ(std::ssize(rows), matrix.entries());
      EXPECT_TRUE(std::ranges::is_sorted(rows));
      for (int row = 0; row < matrix.rows(); ++row) {
        ASSERT_EQ(std::ranges::count(rows, row), matrix.length(row)) << kind << " row " << row;
      }
    }
  }
}

TEST(Spmv, OfOnesSumsTheRows) {
  for (const char* rows : kinds) {
    const SparseMatrix matrix = sparse_matrix(rows, 50);
    std::vector<double> sums;
    auto value = matrix.value.begin();
    for (int row = 0; row < 50; ++row) {
      sums.push_back(std::accumulate(value, value + matrix.length(row), 0.0));
      value += matrix.length(row);
    }
    for (const char* kernel : spmv_kernels) {
      RunRequest request = spmv(kernel, rows, 50);
      request.input.kind = "ones";
      EXPECT_EQ(emulate(request).output, sums) << kernel << " " << rows;
    }
  }
}

TEST(Spmv, TakesAnyNumberOfRows) {
  for (const char* kernel : spmv_kernels) {
    for (const char* rows : kinds) {
      for (const std::int64_t size : {1, 2, 31, 33, 65, 1000}) {
        for (const int block : {32, 128, 512}) {
          const RunResult result = emulate(spmv(kernel, rows, size, block));
          EXPECT_TRUE(result.trace->findings.empty()) << kernel << " " << rows << " " << size;
        }
      }
    }
  }
}

// 4,096 products and more turns than rows have entries elsewhere: still the same bits.
TEST(Spmv, IsExactWithTheLongestRows) {
  RunRequest request = spmv("spmv_scalar", "power_law", 8192, 512);
  request.input.kind = "ramp";
  const RunResult scalar = emulate(request);
  for (const char* kernel : {"spmv_warp", "spmv_coo"}) {
    request.kernel = kernel;
    EXPECT_EQ(emulate(request).output, scalar.output) << kernel;
  }
}

TEST(Spmv, NoticesAWrongSum) {
  Problem<float> problem{.input = {1, 2, 3, 4}, .count = 4, .size = 4};
  problem.parameters = {{"rows", "power_law"}};
  std::vector<float> y;
  const SparseMatrix matrix = sparse_matrix("power_law", 4);
  std::size_t k = 0;
  for (int row = 0; row < 4; ++row) {
    y.push_back(0);
    for (int i = 0; i < matrix.length(row); ++i, ++k) {
      y.back() += matrix.value[k] * problem.at(matrix.column[k]);
    }
  }
  EXPECT_EQ(Spmv<SpmvWarp>::mismatch(problem, y), "");
  y[2] = std::nextafter(y[2], 1000.0F);
  EXPECT_NE(Spmv<SpmvWarp>::mismatch(problem, y), "");
}

template <int lost>
void expect_mutant_noticed() {
  for (const char* rows : kinds) {
    Problem<float> problem{.input = {1, 2, 3, 4, 5}, .count = 64, .size = 64, .block = 64};
    problem.parameters = {{"rows", rows}};
    TraceBuilder trace(TraceHeader{});
    EmulatorMachine machine(trace, 0, {}, {});
    using Mutant = Spmv<KernelWithoutAShuffle<SpmvWarp, lost>>;
    EXPECT_NE(Mutant::mismatch(problem, Mutant::run(machine, problem)), "") << rows << " " << lost;
  }
}

// Rows of up to 8 entries are added by the last three shuffles alone; each kind has longer ones.
TEST(SpmvWarp, NeedsItsShuffles) {
  expect_mutant_noticed<1>();
  expect_mutant_noticed<2>();
  expect_mutant_noticed<4>();
  expect_mutant_noticed<8>();
}

template <int lost>
void expect_coordinate_mutant_noticed(const char* rows) {
  const SparseMatrix a = sparse_matrix(rows, 64);
  const Problem<float> problem{.input = {1, 2, 3, 4, 5},
                               .count = 64,
                               .size = 64,
                               .block = 64,
                               .parameters = {{"rows", rows}}};
  TraceBuilder trace(TraceHeader{});
  EmulatorMachine machine(trace, 0, {}, {});
  const auto row = upload_list(machine, "row", a.entry_rows());
  const auto column = upload_list(machine, "column", a.column);
  const auto value = upload_list(machine, "value", a.value);
  const auto x = machine.upload<float>("x", problem);
  const auto y = machine.allocate<float>("y", 64);
  machine.clear(y);
  machine.launch(KernelWithoutAShuffle<SpmvCoo, lost>{}, 1, 64, 0, row, column, value, x, y);
  const std::vector<float> output = machine.download(y);
  EXPECT_EQ(SpmvResult::mismatch(problem, output).empty(), lost == 0) << rows << " " << lost;
}

// Runs of 9 entries need the first four shuffles, those of long rows the last one, too.
TEST(SpmvCoo, NeedsItsShuffles) {
  for (const char* rows : kinds) {
    expect_coordinate_mutant_noticed<0>(rows);
    expect_coordinate_mutant_noticed<1>(rows);
    expect_coordinate_mutant_noticed<2>(rows);
    expect_coordinate_mutant_noticed<4>(rows);
    expect_coordinate_mutant_noticed<8>(rows);
  }
  expect_coordinate_mutant_noticed<16>("power_law");
}

TEST(Spmv, RefusesFactorsWhoseSumsWouldRound) {
  for (const double factor : {0.5, 100.0, -1.0}) {
    const test::NumberFile file(8, [&](int) { return factor; });
    RunRequest request = spmv("spmv_warp", "banded", 8);
    request.input.kind = file.path();
    EXPECT_NE(test::refusal(request), "") << factor;
  }
}

/// Loads of an array of a trace, with what they cost.
struct Loads {
  std::vector<const Access*> accesses;
  std::vector<int> sectors;
};
Loads loads_of(const Trace& trace, const std::string& array) {
  const Summary summary = summarize(trace, BankModel::cc5);
  Loads loads;
  for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
    const Access& access = trace.accesses[a];
    if (access.operation != Operation::load || trace.arrays[access.array].name != array) continue;
    loads.accesses.push_back(&access);
    loads.sectors.push_back(summary.accesses[a].sectors);
  }
  return loads;
}

// Rows 32 to 63 of a band have 9 entries each: the lanes stand 36 bytes apart, and a sector has 32.
TEST(SpmvScalar, WantsASectorForEachLane) {
  RunRequest request = spmv("spmv_scalar", "banded", 96);
  request.traced_block = 1;
  const RunResult result = emulate(request);
  for (const char* array : {"value", "column"}) {
    const Loads loads = loads_of(*result.trace, array);
    EXPECT_EQ(loads.sectors, std::vector<int>(9, 32)) << array;
    for (const Access* load : loads.accesses) EXPECT_EQ(load->mask, all_lanes);
    const auto indices = result.trace->lane_indices(*loads.accesses.front());
    for (std::size_t lane = 1; lane < 32; ++lane) EXPECT_EQ(indices[lane] - indices[lane - 1], 9);
  }
}

TEST(SpmvWarp, WantsTheSectorsThatTheEntriesFill) {
  for (const char* rows : kinds) {
    const RunResult result = emulate(spmv("spmv_warp", rows, 96));
    const Loads loads = loads_of(*result.trace, "value");
    ASSERT_FALSE(loads.accesses.empty());
    for (std::size_t i = 0; i < loads.accesses.size(); ++i) {
      const auto indices = result.trace->lane_indices(*loads.accesses[i]);
      const int active = loads.accesses[i]->active();
      for (int lane = 1; lane < active; ++lane) {
        EXPECT_EQ(indices[static_cast<std::size_t>(lane)], indices[0] + lane) << rows;
      }
      EXPECT_EQ(loads.sectors[i], (indices[0] + active - 1) / 8 - indices[0] / 8 + 1) << rows;
    }
  }
}

// A warp of 32 rows waits for the longest, which has 32 entries.
TEST(SpmvScalar, IdlesWhereRowsEndEarly) {
  const SparseMatrix matrix = sparse_matrix("power_law", 32);
  const RunResult result = emulate(spmv("spmv_scalar", "power_law", 32));
  const Loads loads = loads_of(*result.trace, "value");
  ASSERT_EQ(loads.accesses.size(), 32U);
  int lanes = 0;
  for (std::size_t turn = 0; turn < loads.accesses.size(); ++turn) {
    const auto longer = std::ranges::count_if(
        lengths_of(matrix), [&](int length) { return length > static_cast<int>(turn); });
    EXPECT_EQ(loads.accesses[turn]->active(), longer) << turn;
    lanes += loads.accesses[turn]->active();
  }
  EXPECT_EQ(lanes, matrix.entries());
  EXPECT_EQ(loads.accesses[16]->active(), 1);
  EXPECT_LT(lanes, 32 * 32 / 8) << "more than seven of eight lanes idle";
}

// Each row is as many loads as it fills warps, so the longest no longer hurts and the short ones idle.
TEST(SpmvWarp, IdlesWhereRowsAreShort) {
  const SparseMatrix matrix = sparse_matrix("power_law", 40);
  const RunResult result = emulate(spmv("spmv_warp", "power_law", 40, 64));
  const Loads loads = loads_of(*result.trace, "value");
  std::vector<int> expected, found;
  for (int length : lengths_of(matrix)) {
    for (; length > 0; length -= 32) expected.push_back(std::min(length, 32));
  }
  for (const Access* load : loads.accesses) found.push_back(load->active());
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.size(), 41U);
}

TEST(SpmvWarp, TakesFiveShufflesARowAndStoresOnce) {
  for (const char* rows : kinds) {
    const RunResult result = emulate(spmv("spmv_warp", rows, 32));
    EXPECT_EQ(std::ranges::count(result.trace->accesses, Operation::shuffle, &Access::operation),
              5 * 32);
    EXPECT_EQ(std::ranges::count(result.trace->steps, "shuffle", &Step::name), 5 * 32);
    EXPECT_EQ(test::lanes_of(*result.trace, "y", Operation::store), 32U);
  }
}

/// Runs of one row among each 32 entries: as many additions to y.
std::vector<int> runs_of(const SparseMatrix& matrix) {
  const std::vector<int> rows = matrix.entry_rows();
  std::vector<int> runs;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k % 32 == 0) runs.push_back(0);
    if (k % 32 == 0 || rows[k] != rows[k - 1]) ++runs.back();
  }
  return runs;
}

// However long the rows are, only the last turn of all leaves lanes idle.
TEST(SpmvCoo, KeepsEveryLaneBusy) {
  for (const char* rows : kinds) {
    const SparseMatrix matrix = sparse_matrix(rows, 40);
    const RunResult result = emulate(spmv("spmv_coo", rows, 40, 64));
    for (const char* array : {"row", "column", "value"}) {
      const Loads loads = loads_of(*result.trace, array);
      ASSERT_EQ(std::ssize(loads.accesses), (matrix.entries() + 31) / 32) << rows;
      int idle = 0, sectors = 0;
      for (std::size_t i = 0; i < loads.accesses.size(); ++i) {
        idle += 32 - loads.accesses[i]->active();
        sectors += loads.sectors[i];
      }
      EXPECT_EQ(idle, (32 - matrix.entries() % 32) % 32) << rows;
      EXPECT_EQ(sectors, (matrix.entries() + 7) / 8) << rows << ": as few as hold the entries";
    }
  }
}

TEST(SpmvCoo, AddsOnceForEachRunOfARow) {
  for (const char* rows : kinds) {
    const RunResult result = emulate(spmv("spmv_coo", rows, 40, 64));
    std::vector<int> found;
    for (const Access& access : result.trace->accesses) {
      if (access.operation == Operation::atomic_add) found.push_back(access.active());
    }
    std::vector<int> expected = runs_of(sparse_matrix(rows, 40));
    std::ranges::sort(expected);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected) << rows;
  }
}

TEST(SpmvCoo, TakesSixShufflesFor32EntriesHoweverLongRowsAre) {
  for (const char* rows : kinds) {
    const RunResult result = emulate(spmv("spmv_coo", rows, 40, 64));
    const auto turns = (sparse_matrix(rows, 40).entries() + 31) / 32;
    EXPECT_EQ(std::ranges::count(result.trace->accesses, Operation::shuffle, &Access::operation),
              6 * turns);
  }
}

// All read as many entries; only how the lanes stand differs.
TEST(Spmv, ReadsEachEntryOnce) {
  for (const char* rows : kinds) {
    const auto entries = static_cast<std::uint64_t>(sparse_matrix(rows, 64).entries());
    for (const char* kernel : spmv_kernels) {
      const RunResult result = emulate(spmv(kernel, rows, 64, 64));
      for (const char* array : {"value", "column", "x"}) {
        EXPECT_EQ(test::lanes_of(*result.trace, array, Operation::load), entries) << kernel;
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
