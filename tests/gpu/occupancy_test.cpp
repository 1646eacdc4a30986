// The occupancy model against NVIDIA's own calculator, which is a header of the toolkit and needs no
// device: 10,000 random configurations of all capabilities that it knows.

#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <map>
#include <random>
#include <utility>

#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {
namespace {

constexpr int configurations = 10'000;

/// A device as cudaGetDeviceProperties describes it.
cudaOccDeviceProp properties_of(const MultiprocessorLimits& machine) {
  cudaOccDeviceProp device;
  device.computeMajor = machine.major;
  device.computeMinor = machine.minor;
  device.maxThreadsPerBlock = machine.block_threads;
  device.maxThreadsPerMultiprocessor = machine.threads();
  device.regsPerBlock = machine.block_registers;
  device.regsPerMultiprocessor = machine.registers;
  device.warpSize = 32;
  device.sharedMemPerBlock = static_cast<std::size_t>(machine.block_shared);
  device.sharedMemPerMultiprocessor = static_cast<std::size_t>(machine.shared);
  device.numSms = 1;
  device.sharedMemPerBlockOptin = static_cast<std::size_t>(machine.block_shared_opt_in);
  device.reservedSharedMemPerBlock = static_cast<std::size_t>(machine.reserved_shared);
  return device;
}

/// A random launch, and the state of the device in which it has the split that it asks for.
class RandomLaunches {
 public:
  explicit RandomLaunches(std::uint32_t seed) : random_(seed) {}

  OccupancyRequest launch(const MultiprocessorLimits& machine, cudaOccDeviceState& state) {
    OccupancyRequest request;
    // Now and then more than a block may have.
    request.threads = between(1, below(10) == 0 ? 1200 : machine.block_threads);
    request.registers = between(
        0, below(3) == 0 ? machine.thread_registers : std::min(64, machine.thread_registers));
    request.static_shared = below(2) == 0 ? 0 : between(0, machine.block_shared);
    const int small = 8 * 1024, most = machine.block_shared_opt_in + 4096;
    request.dynamic_shared = below(3) == 0 ? 0 : between(0, below(2) == 0 ? small : most);
    split(machine, request, state);
    return request;
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }

 private:
  int between(int low, int high) { return low + below(high - low + 1); }
  void split(const MultiprocessorLimits& machine, OccupancyRequest& request,
             cudaOccDeviceState& state) {
    if (machine.major >= 7) {
      state.carveoutConfig = between(-1, 100);
      request.split = preferred_split(machine, state.carveoutConfig);
    } else if (machine.splits.size() == 3) {
      constexpr std::array preferences{CACHE_PREFER_L1, CACHE_PREFER_EQUAL, CACHE_PREFER_SHARED};
      const auto place = static_cast<std::size_t>(below(3));
      state.cacheConfig = preferences.at(place);
      request.split = machine.splits[place];
    }
  }
  std::mt19937 random_;
};

struct Answer {
  cudaOccError error = CUDA_OCC_SUCCESS;
  cudaOccResult result{};
};
Answer ask_nvidia(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                  const cudaOccDeviceState& state) {
  const cudaOccDeviceProp device = properties_of(machine);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = request.registers;
  kernel.sharedSizeBytes = static_cast<std::size_t>(request.static_shared);
  // As a kernel that was allowed all the dynamic shared memory that there is.
  kernel.shmemLimitConfig = machine.major >= 7 ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
  kernel.maxDynamicSharedSizeBytes = static_cast<std::size_t>(
      std::max(machine.block_shared_opt_in - request.static_shared, request.dynamic_shared));
  kernel.numBlockBarriers = 0;  // one barrier per block never limits: each block has at least one
  Answer answer;
  answer.error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &answer.result, &device, &kernel, &state, request.threads,
      static_cast<std::size_t>(request.dynamic_shared));
  return answer;
}

std::vector<const MultiprocessorLimits*> known_to_nvidia() {
  std::vector<const MultiprocessorLimits*> known;
  for (const MultiprocessorLimits& machine : all_multiprocessors()) {
    if (ask_nvidia(machine, {}, {}).error == CUDA_OCC_SUCCESS) known.push_back(&machine);
  }
  return known;
}

testing::AssertionResult agree(const Occupancy& ours, const cudaOccResult& theirs) {
  const auto same = [&](OccupancyLimit limit, unsigned int flag, int allowed) {
    // NVIDIA's calculator does not say of which limit a launch fails, so flags count if it runs.
    const bool binds =
        ours.blocks == 0 || ours.binds(limit) == ((theirs.limitingFactors & flag) != 0);
    return binds && (ours.blocks == 0 || ours.allowed[static_cast<std::size_t>(limit)] == allowed);
  };
  const bool equal =
      ours.blocks == theirs.activeBlocksPerMultiprocessor &&
      ours.block_registers == theirs.allocatedRegistersPerBlock &&
      ours.block_shared == static_cast<int>(theirs.allocatedSharedMemPerBlock) &&
      same(OccupancyLimit::warps, OCC_LIMIT_WARPS, theirs.blockLimitWarps) &&
      same(OccupancyLimit::blocks, OCC_LIMIT_BLOCKS, theirs.blockLimitBlocks) &&
      same(OccupancyLimit::registers, OCC_LIMIT_REGISTERS, theirs.blockLimitRegs) &&
      same(OccupancyLimit::shared, OCC_LIMIT_SHARED_MEMORY, theirs.blockLimitSharedMem);
  if (equal) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "blocks " << ours.blocks << " | " << theirs.activeBlocksPerMultiprocessor
         << ", registers " << ours.block_registers << " | " << theirs.allocatedRegistersPerBlock
         << ", shared " << ours.block_shared << " | " << theirs.allocatedSharedMemPerBlock
         << ", limits " << ours.allowed[0] << ' ' << ours.allowed[1] << ' ' << ours.allowed[2]
         << ' ' << ours.allowed[3] << " | " << theirs.blockLimitWarps << ' '
         << theirs.blockLimitBlocks << ' ' << theirs.blockLimitRegs << ' '
         << theirs.blockLimitSharedMem;
}

TEST(OccupancyAgainstNvidia, TenThousandRandomConfigurationsAreEqual) {
  const auto machines = known_to_nvidia();
  ASSERT_GE(machines.size(), 18U) << "a toolkit of version 12.0 knows 3.0 to 9.0";
  RandomLaunches random(2026);
  std::map<std::pair<int, int>, int> tried, ran, limited;
  for (int i = 0; i < configurations; ++i) {
    const MultiprocessorLimits& machine =
        *machines[static_cast<std::size_t>(random.below(static_cast<int>(machines.size())))];
    cudaOccDeviceState state;
    const OccupancyRequest request = random.launch(machine, state);
    const Occupancy ours = occupancy_of(machine, request);
    SCOPED_TRACE(testing::Message()
                 << "capability " << machine.major << '.' << machine.minor << ", threads "
                 << request.threads << ", registers " << request.registers << ", shared "
                 << request.static_shared << " + " << request.dynamic_shared << ", split "
                 << request.split.value_or(-1));
    const Answer theirs = ask_nvidia(machine, request, state);
    ASSERT_EQ(theirs.error, CUDA_OCC_SUCCESS);
    ASSERT_TRUE(agree(ours, theirs.result));
    const std::pair capability{machine.major, machine.minor};
    ++tried[capability];
    if (ours.blocks > 0) ++ran[capability];
    if (ours.binds(OccupancyLimit::registers) || ours.binds(OccupancyLimit::shared)) {
      ++limited[capability];
    }
  }
  // What never ran, or was never limited by what it uses, would prove little.
  ASSERT_EQ(tried.size(), machines.size());
  for (const auto& [capability, count] : tried) {
    EXPECT_GT(ran[capability], count / 4) << capability.first << '.' << capability.second;
    EXPECT_LT(ran[capability], count) << capability.first << '.' << capability.second;
    EXPECT_GT(limited[capability], count / 10) << capability.first << '.' << capability.second;
  }
}

}  // namespace
}  // namespace warpscope
