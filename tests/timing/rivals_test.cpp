#include "instrumentation/timing/rivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

const KernelInfo* kernel_of(std::string_view id) {
  const auto found = std::ranges::find(catalogue(), id, &KernelInfo::id);
  return found == catalogue().end() ? nullptr : *found;
}

TEST(Rivals, StandBesideKernelsOfTheirFamily) {
  for (const RivalInfo& rival : rivals()) {
    EXPECT_FALSE(rival.title.empty()) << rival.id;
    EXPECT_EQ(rival.kernels.empty(), rival.subject == Subject::limit) << rival.id;
    for (const std::string_view id : rival.kernels) {
      const KernelInfo* kernel = kernel_of(id);
      ASSERT_NE(kernel, nullptr) << id << " beside " << rival.id;
      EXPECT_EQ(kernel->family, rival.family) << id << " beside " << rival.id;
    }
  }
}

TEST(Rivals, HaveIdsOfTheirOwnAndAreOrdered) {
  std::set<std::string_view> ids;
  for (const KernelInfo* kernel : catalogue()) ids.insert(kernel->id);
  for (const RivalInfo& rival : rivals()) EXPECT_TRUE(ids.insert(rival.id).second) << rival.id;
  EXPECT_TRUE(std::ranges::is_sorted(rivals(), {}, &RivalInfo::subject));
}

TEST(Rivals, EveryKernelThatIsNoLessonOfMemoryHasOneOnTheProcessor) {
  // Iterations are compared with one another, not with a direct solver.
  const std::set<std::string_view> without{"simple_iteration", "jacobi"};
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->family == Family::memory || without.contains(kernel->id)) continue;
    const bool has = std::ranges::any_of(rivals(), [&](const RivalInfo& rival) {
      return rival.subject == Subject::processor &&
             std::ranges::count(rival.kernels, kernel->id) > 0;
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
  EXPECT_EQ(same("cublas_sgemm", "matmul_tiled", 256, {}), Parameters{});
}

TEST(RivalOf, IsTheLibrarysResultOfTheSameTask) {
  const auto result = [](std::string id, std::map<std::string, std::string> parameters, double ms) {
    const RivalInfo* rival = find_rival(id);
    return BenchResult{.kernel = std::move(id),
                       .subject = rival != nullptr ? rival->subject : Subject::kernel,
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
}

}  // namespace
}  // namespace warpscope
