#include "instrumentation/program/runtime/emulated_device.hpp"
#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;

TEST_F(CudaRuntime, ThereIsOneDocumentedDevice) {
  int count = 0, device_number = -1;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(cudaGetDevice(&device_number), cudaSuccess);
  EXPECT_EQ(device_number, 0);
  cudaDeviceProp device{};
  EXPECT_EQ(cudaGetDeviceProperties(&device, 0), cudaSuccess);
  EXPECT_STREQ(device.name, "Warpscope emulator (compute capability 9.0)");
  EXPECT_EQ(device.major * 10 + device.minor, 90);
  EXPECT_EQ(device.totalGlobalMem, DeviceMemory::the().total_bytes());
  EXPECT_EQ(device.sharedMemPerBlockOptin, 232448U);
  EXPECT_EQ(cudaGetDeviceProperties(&device, 1), cudaErrorInvalidDevice);
  expect_finding(FindingKind::wrong_call, {"device 1", "device 0 alone"});
}

TEST_F(CudaRuntime, AttributesAgreeWithProperties) {
  const auto attribute = [](int number) {
    int value = -99;
    const cudaError_t error =
        cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(number), 0);
    return error == cudaSuccess ? value : -error;
  };
  const cudaDeviceProp device = emulated_device();
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), device.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), 232448);
  EXPECT_EQ(attribute(cudaDevAttrClockRate), device.clockRate);
  EXPECT_EQ(attribute(cudaDevAttrMaxTexture2DWidth), 0);
  EXPECT_EQ(attribute(cudaDevAttrNumaId), -1);
  EXPECT_EQ(attribute(0), -cudaErrorInvalidValue);
  EXPECT_EQ(attribute(1000), -cudaErrorInvalidValue);
}

/// As an H200 answered for a kernel of few registers.
TEST(OccupancyOfPrograms, IsThatOfComputeCapability90) {
  constexpr std::array threads{32, 96, 128, 256, 1000, 1024};
  struct Row {
    std::size_t shared;
    std::array<int, 6> blocks;
  };
  for (const Row& row : {Row{0, {32, 21, 16, 8, 2, 2}}, Row{1024, {32, 21, 16, 8, 2, 2}},
                         Row{8000, {25, 21, 16, 8, 2, 2}}, Row{48000, {4, 4, 4, 4, 2, 2}},
                         Row{100000, {2, 2, 2, 2, 2, 2}}, Row{232448, {1, 1, 1, 1, 1, 1}}}) {
    for (std::size_t i = 0; i < threads.size(); ++i)
      EXPECT_EQ(blocks_at_once(threads[i], row.shared), row.blocks[i])
          << threads[i] << " threads, " << row.shared << " bytes";
  }
  EXPECT_EQ(blocks_at_once(1025, 0), 0);
  EXPECT_EQ(blocks_at_once(32, 232449), 0);
}

TEST_F(CudaRuntime, OccupancyIsAskedForKernels) {
  const auto* const kernel = reinterpret_cast<const void*>(&test::do_nothing);
  int blocks = -1;
  std::size_t bytes = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0), cudaSuccess);
  EXPECT_EQ(blocks, 16);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1025, 0), cudaSuccess);
  EXPECT_EQ(blocks, 0);
  blocks = -1;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, SIZE_MAX - 3),
            cudaSuccess);
  EXPECT_EQ(blocks, 0);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 0, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 2, 128), cudaSuccess);
  EXPECT_EQ(bytes, 233472U / 2 - 1024);
  EXPECT_EQ(blocks_at_once(128, bytes), 2);
  EXPECT_EQ(blocks_at_once(128, bytes + 1), 1);
}

TEST_F(CudaRuntime, SettingsAreKept) {
  std::size_t value = 0;
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, 1U << 20);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, 8U << 20);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
  char text[13] = "";
  int number = -1;
  EXPECT_EQ(cudaDeviceGetPCIBusId(text, sizeof text, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&number, text), cudaSuccess);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(cudaDeviceGetPCIBusId(text, 12, 0), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace warpscope
