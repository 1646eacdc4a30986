#include "instrumentation/timing/rivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

const KernelInfo* kernel_of(std::string_view id) {
  const auto found = std::ranges::find(catalogue(), id, &KernelInfo::id);
  return found == catalogue().end() ? nullptr : *found;
}

/// Ids of the kernels beside it, in the catalogue's order; of those among `known`.
std::string beside(const RivalInfo& rival, const std::set<std::string>& known) {
  std::string ids;
  for (const KernelInfo* kernel : catalogue()) {
    if (!stands_beside(rival, *kernel) || !known.contains(std::string(kernel->id))) continue;
    ids += (ids.empty() ? "" : " ") + std::string(kernel->id);
  }
  return ids;
}

TEST(Rivals, StandBesideKernelsOfTheirFamily) {
  for (const RivalInfo& rival : rivals()) {
    const bool limit = rival.subject == TimedKind::limit;
    EXPECT_FALSE(rival.title.empty()) << rival.id;
    EXPECT_EQ(rival.family == nullptr, limit) << rival.id;
    int kernels = 0;
    for (const KernelInfo* kernel : catalogue()) {
      if (!stands_beside(rival, *kernel)) continue;
      ++kernels;
      EXPECT_EQ(kernel->family, rival.family) << kernel->id << " beside " << rival.id;
    }
    EXPECT_EQ(kernels == 0, limit) << rival.id;
  }
}

TEST(Rivals, DoEveryTaskThatAKernelNames) {
  for (const KernelInfo* kernel : catalogue()) {
    const Task& task = task_of(kernel->id);
    EXPECT_EQ(task.id, kernel->task.substr(0, kernel->task.find(':'))) << kernel->id;
    if (task.id == kernel->task) continue;
    const std::string_view form = kernel->task.substr(task.id.size() + 1);
    EXPECT_TRUE(std::ranges::any_of(
        rivals(),
        [&](const RivalInfo& rival) { return rival.task == &task && rival.form == form; }))
        << kernel->id << ": " << kernel->task;
  }
}

TEST(Rivals, HaveATaskWithAnIdOfItsOwn) {
  std::map<std::string_view, const Task*> tasks;
  for (const RivalInfo& rival : rivals()) {
    EXPECT_EQ(tasks.emplace(rival.task->id, rival.task).first->second, rival.task) << rival.id;
    EXPECT_EQ(rival.task == &no_task, rival.subject == TimedKind::limit) << rival.id;
  }
}

// Which records of measurements hold. Kernels and rivals that are younger than it are left out.
TEST(Rivals, StandBesideTheKernelsThatDoTheSame) {
  const std::string reductions =
      "reduce_divergent reduce_strided reduce_sequential reduce_first_add reduce_unrolled "
      "reduce_unrolled_syncwarp reduce_shuffle reduce_vectorized";
  const std::string scans =
      "scan_hillis_steele scan_blelloch scan_padded16 scan_padded16_twice scan_padded32 "
      "scan_block_sums scan_distribute scan_warp_shuffle scan_lookback";
  const std::string histograms =
      "histogram_global_atomic histogram_shared_atomic histogram64_thread_major "
      "histogram64_bin_major histogram64_permuted16 histogram64_permuted32 histogram256_tagged "
      "histogram_merge histogram_privatized";
  const std::string pair_sorts =
      "bitonic_shared bitonic_global odd_even_merge radix_split radix_float";
  const std::string products =
      "matmul_naive matmul_tiled matmul_abt matmul_abt_padded matmul_register_tiled";
  const std::string transpositions = "transpose_naive transpose_tiled transpose_padded";
  const std::string solvers = "cyclic_reduction parallel_cyclic_reduction pcr_hybrid";
  const std::string sparse_products = "spmv_scalar spmv_warp spmv_coo";
  const std::string transforms = "fft_stockham fft_bit_reversed fft_padded fft_radix4";
  const std::string without =
      "bank_stride bank_broadcast vector_aos vector_soa branch_divergence global_stride "
      "global_offset constant_broadcast simple_iteration jacobi power_method";
  const std::vector<std::pair<std::string, std::string>> expected{
      {"none", without},
      {"cub_reduce", reductions},
      {"cub_scan", scans},
      {"cub_histogram", histograms},
      {"cub_sort_keys", "radix_onesweep"},
      {"cub_sort_pairs", "radix_split"},
      {"cub_sort_pairs_int", "bitonic_shared bitonic_global odd_even_merge"},
      {"cub_sort_pairs_float", "radix_float"},
      {"cublas_sgemm", products},
      {"cusparse_gtsv", solvers},
      {"cusparse_spmv", sparse_products},
      {"cusparse_spsv", "sptrsv_levels"},
      {"cufft_c2c", transforms},
      {"cpu_sequential_reduce", reductions},
      {"cpu_threads_reduce", reductions},
      {"cpu_sequential_scan", scans},
      {"cpu_threads_scan", scans},
      {"cpu_sequential_histogram", histograms},
      {"cpu_threads_histogram", histograms},
      {"cpu_sequential_sort_keys", "radix_onesweep"},
      {"cpu_threads_sort_keys", "radix_onesweep"},
      {"cpu_sequential_sort_pairs", pair_sorts},
      {"cpu_threads_sort_pairs", pair_sorts},
      {"cpu_sequential_matmul", products},
      {"cpu_threads_matmul", products},
      {"cpu_openblas_matmul", products},
      {"cpu_sequential_transpose", transpositions},
      {"cpu_threads_transpose", transpositions},
      {"cpu_sequential_thomas", solvers},
      {"cpu_threads_thomas", solvers},
      {"cpu_sequential_spmv", sparse_products},
      {"cpu_threads_spmv", sparse_products},
      {"cpu_eigen_spmv", sparse_products},
      {"cpu_sequential_sptrsv", "sptrsv_levels"},
      {"cpu_eigen_sptrsv", "sptrsv_levels"},
      {"cpu_sequential_fftw", transforms},
      {"cpu_threads_fftw", transforms},
      {"limit_read", ""},
      {"limit_copy", ""},
      {"limit_memcpy", ""},
      {"limit_fp32", ""},
      {"limit_launch", ""}};
  std::set<std::string> known;
  for (const auto& [rival, kernels] : expected) {
    const std::vector<std::string> ids = words_of(kernels);
    known.insert(ids.begin(), ids.end());
  }
  ASSERT_EQ(known.size(), 62U);
  std::vector<std::pair<std::string, std::string>> found{expected.front()};
  for (const RivalInfo& rival : rivals()) {
    if (std::ranges::count(expected, rival.id, [](const auto& pair) { return pair.first; }) == 0) {
      continue;
    }
    found.emplace_back(rival.id, beside(rival, known));
  }
  EXPECT_EQ(found, expected);
}

TEST(Rivals, HaveIdsOfTheirOwnAndAreOrdered) {
  std::set<std::string_view> ids;
  for (const KernelInfo* kernel : catalogue()) ids.insert(kernel->id);
  for (const RivalInfo& rival : rivals()) EXPECT_TRUE(ids.insert(rival.id).second) << rival.id;
  EXPECT_TRUE(std::ranges::is_sorted(rivals(), {}, &RivalInfo::subject));
}

TEST(Rivals, OfTheProcessorStandBesideEveryKernelOfAFamilyThatHasRivals) {
  // Iterations are compared with one another, not with a direct solver. Nobody else does the others.
  const std::set<std::string_view> without{"simple_iteration", "jacobi",  "power_method",
                                           "scan_segmented",   "compact", "poisson_fft",
                                           "monte_carlo_pi"};
  std::set<const Family*> with_rivals;
  for (const RivalInfo& rival : rivals()) with_rivals.insert(rival.family);
  for (const KernelInfo* kernel : catalogue()) {
    if (!with_rivals.contains(kernel->family) || without.contains(kernel->id)) continue;
    const bool has = std::ranges::any_of(rivals(), [&](const RivalInfo& rival) {
      return rival.subject == TimedKind::processor && stands_beside(rival, *kernel);
    });
    EXPECT_TRUE(has) << kernel->id;
  }
}

TEST(Rivals, AreFoundAndNamed) {
  EXPECT_EQ(find_rival("cub_scan")->title, "CUB DeviceScan::ExclusiveSum");
  EXPECT_EQ(find_rival("nothing"), nullptr);
  EXPECT_EQ(title_of("limit_copy"), "Copying");
  EXPECT_EQ(title_of("reduce_strided"), kernel_of("reduce_strided")->title);
  EXPECT_EQ(title_of("nothing"), "nothing");
}

TEST(RivalParameters, MakeItTheKernelsTask) {
  using Parameters = std::map<std::string, std::string>;
  const auto same = [](std::string_view rival, std::string_view kernel, int block,
                       const Parameters& parameters) {
    return rival_parameters(*find_rival(rival), *kernel_of(kernel), block, parameters);
  };
  EXPECT_EQ(same("cub_reduce", "reduce_shuffle", 256, {{"op", "max"}, {"type", "float"}}),
            (Parameters{{"op", "max"}, {"type", "float"}}));
  EXPECT_EQ(same("cub_scan", "scan_blelloch", 64, {{"op", "add"}, {"type", "int"}}),
            (Parameters{{"type", "int"}}));
  EXPECT_EQ(same("cub_histogram", "histogram_shared_atomic", 256, {{"weight", "1"}}),
            (Parameters{{"bins", "64"}}));
  EXPECT_EQ(same("cub_histogram", "histogram256_tagged", 192, {{"per_thread", "4"}}),
            (Parameters{{"bins", "256"}}));
  EXPECT_EQ(same("cusparse_gtsv", "cyclic_reduction", 128, {}), (Parameters{{"equations", "256"}}));
  EXPECT_EQ(same("cusparse_gtsv", "parallel_cyclic_reduction", 128, {}),
            (Parameters{{"equations", "128"}}));
  EXPECT_EQ(same("cusparse_gtsv", "pcr_hybrid", 64, {}), (Parameters{{"equations", "512"}}));
  EXPECT_EQ(same("cublas_sgemm", "matmul_tiled", 256, {}), Parameters{});
}

TEST(RivalOf, IsTheLibrarysResultOfTheSameTask) {
  const auto result = [](std::string id, std::map<std::string, std::string> parameters, double ms) {
    const RivalInfo* rival = find_rival(id);
    return BenchResult{.kernel = std::move(id),
                       .subject = rival != nullptr ? rival->subject : TimedKind::kernel,
                       .size = 1 << 20,
                       .block = rival != nullptr ? 0 : 64,
                       .parameters = std::move(parameters),
                       .median_ms = ms};
  };
  TimingRecord record;
  record.results = {result("cub_histogram", {{"bins", "64"}}, 1),
                    result("cub_histogram", {{"bins", "256"}}, 2),
                    result("cusparse_gtsv", {{"equations", "256"}}, 3),
                    result("cusparse_gtsv", {{"equations", "128"}}, 4)};
  const auto rival = [&](const BenchResult& of) {
    const BenchResult* found = rival_of(record, of);
    return found != nullptr ? found->median_ms : 0;
  };
  EXPECT_EQ(rival(result("histogram_shared_atomic", {{"weight", "1"}}, 1)), 1);
  EXPECT_EQ(rival(result("histogram256_tagged", {}, 1)), 2);
  EXPECT_EQ(rival(result("cyclic_reduction", {}, 1)), 4) << "two equations a thread";
  EXPECT_EQ(rival(result("parallel_cyclic_reduction", {}, 1)), 0) << "64 equations were not solved";
  EXPECT_EQ(rival(result("cpu_threads_histogram", {{"bins", "256"}}, 1)), 2);
  EXPECT_EQ(rival(result("reduce_strided", {}, 1)), 0);
}

// Its bytes are the estimates: 64 of them, whatever is computed.
TEST(CountOf, MonteCarlosSpeedIsThatOfItsPoints) {
  BenchResult result{.kernel = "monte_carlo_pi", .size = 65536, .parameters = {{"launches", "8"}}};
  ASSERT_NE(counted_in(result.kernel), nullptr);
  EXPECT_EQ(counted_in(result.kernel)->what, "points");
  EXPECT_EQ(count_of(result), std::uint64_t{1} << 23);
  result.parameters["launches"] = "16";
  EXPECT_EQ(count_of(result), std::uint64_t{1} << 31);
  EXPECT_EQ(count_of({.kernel = "reduce_strided", .size = 65536}), 0U);
}

TEST(WorkOf, CountsWhatTheTaskNeeds) {
  const auto work = [](std::string_view id, std::int64_t size) {
    return work_of(*find_rival(id), size, {});
  };
  EXPECT_EQ(work("cub_reduce", 100).bytes, 404U);
  EXPECT_EQ(work("cub_reduce", 100).operations, 99U);
  EXPECT_EQ(work("cub_scan", 100).bytes, 800U);
  EXPECT_EQ(work("cub_histogram", 100).bytes, 100U + 1024U);
  EXPECT_EQ(work("cub_sort_keys", 100).bytes, 800U);
  EXPECT_EQ(work("cub_sort_pairs_float", 100).bytes, 1600U);
  EXPECT_EQ(work("cublas_sgemm", 100).bytes, 120000U);
  EXPECT_EQ(work("cublas_sgemm", 100).operations, 2000000U);
  EXPECT_EQ(work("cpu_threads_transpose", 100).bytes, 80000U);
  EXPECT_EQ(work("cusparse_gtsv", 512).bytes, 5U * 512 * 4);
  EXPECT_EQ(work("cusparse_gtsv", 512).operations, 8U * 512);
  // The diamond: 4 unknowns, 8 entries, 4 of them on the diagonal.
  const Work diamond = work_of(*find_rival("cusparse_spsv"), 8, {{"rows", "diamond"}});
  EXPECT_EQ(diamond.bytes, 2U * 16 * 4 + 25 * 4);
  EXPECT_EQ(diamond.operations, 2U * 8 + 8);
}

}  // namespace
}  // namespace warpscope
