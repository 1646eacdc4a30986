#include <gtest/gtest.h>

#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

Outcome emulated(const std::string& kernel, std::int64_t size) {
  RunRequest request;
  request.kernel = kernel;
  request.size = size;
  request.machine = MachineKind::emulator;
  const Plan plan = make_plan(request).value();
  const Setup setup = make_setup({}, plan).value();
  TraceBuilder builder({});
  EmulatorMachine machine(builder, 0, {}, {});
  return find_program(emulated_programs(), kernel, plan.parameters)->run(machine, setup, false);
}

// Otherwise a library and a kernel would be compared with different ceilings.
TEST(Operations, AreTheRivals) {
  const std::vector<std::tuple<std::string, std::string, std::int64_t>> pairs{
      {"reduce_strided", "cub_reduce", 1024},
      {"scan_blelloch", "cub_scan", 1024},
      {"scan_block_sums", "cub_scan", 1024},
      {"histogram_shared_atomic", "cub_histogram", 1024},
      {"matmul_tiled", "cublas_sgemm", 64},
      {"transpose_tiled", "cpu_sequential_transpose", 64},
      {"cyclic_reduction", "cusparse_gtsv", 512},
      {"bitonic_shared", "cub_sort_pairs_int", 1024}};
  for (const auto& [kernel, rival, size] : pairs) {
    const KernelInfo& info = *find_kernel(kernel).value();
    const RivalInfo& beside = *find_rival(rival);
    RunRequest request;
    request.kernel = kernel;
    request.size = size;
    const RunRequest whole = complete(request).value();
    const auto parameters = rival_parameters(beside, info, *whole.block, whole.parameters);
    EXPECT_EQ(emulated(kernel, size).operations, work_of(beside, size, parameters).operations)
        << kernel;
  }
}

}  // namespace
}  // namespace warpscope
