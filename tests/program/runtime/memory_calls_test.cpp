#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;

TEST_F(CudaRuntime, MemoryIsTheDevicesAndCounted) {
  std::size_t free = 0, total = 0, left = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_EQ(total, DeviceMemory::the().total_bytes());
  std::byte* const memory = device(1000);
  EXPECT_TRUE(DeviceMemory::the().owns(memory));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 256, 0U);
  EXPECT_EQ(cudaMemGetInfo(&left, &total), cudaSuccess);
  EXPECT_EQ(free - left, 1000U);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(cudaMemGetInfo(&left, &total), cudaSuccess);
  EXPECT_EQ(free, left);
  expect_no_finding();
}

TEST_F(CudaRuntime, NothingIsAllocatedForNoBytes) {
  void* pointer = this;
  EXPECT_EQ(cudaMalloc(&pointer, 0), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
  expect_no_finding();
}

TEST_F(CudaRuntime, MoreThanTheDeviceHasIsOutOfMemory) {
  void* pointer = this;
  EXPECT_EQ(cudaMalloc(&pointer, DeviceMemory::the().total_bytes() + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(pointer, nullptr);
  expect_no_finding();
  EXPECT_EQ(cudaMalloc(&pointer, static_cast<std::size_t>(-4)), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  expect_finding(FindingKind::wrong_call, {"cudaMalloc", "-4 bytes", "negative"});
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(nullptr, 4), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaMalloc", "address of a pointer"});
}

TEST_F(CudaRuntime, FreesOnceAndByTheRightFunction) {
  std::byte* const memory = device(64);
  EXPECT_EQ(cudaFree(memory + 4), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaFree", "inside of an allocation"});
  EXPECT_EQ(cudaFreeHost(memory), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaFreeHost", "device memory", "use cudaFree"});
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaFree", "freed", "once"});
  std::byte* const page_locked = pinned(64);
  EXPECT_EQ(cudaFree(page_locked), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"pinned", "use cudaFreeHost"});
  EXPECT_EQ(cudaFreeHost(page_locked), cudaSuccess);
  int mine = 0;
  EXPECT_EQ(cudaFree(&mine), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"the host's memory"});
  EXPECT_EQ(cudaFree(managed(64)), cudaSuccess);
}

TEST_F(CudaRuntime, RowsHaveThePitchOfTheDevice) {
  void* pointer = nullptr;
  std::size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&pointer, &pitch, 600, 7), cudaSuccess);
  EXPECT_EQ(pitch, 1024U);
  EXPECT_EQ(DeviceMemory::the().find(pointer)->bytes, 7U * 1024);
  EXPECT_EQ(DeviceMemory::the().find(pointer)->pitch, 1024U);
  cudaPitchedPtr box{};
  EXPECT_EQ(cudaMalloc3D(&box, {100, 3, 5}), cudaSuccess);
  EXPECT_EQ(box.pitch, 512U);
  EXPECT_EQ(box.xsize, 100U);
  EXPECT_EQ(box.ysize, 3U);
  EXPECT_EQ(DeviceMemory::the().find(box.ptr)->bytes, 15U * 512);
}

TEST_F(CudaRuntime, TellsWhoseMemoryAPointerIs) {
  int mine = 0;
  std::byte *const on_device = device(64), *const both = managed(64), *const locked = pinned(64);
  const auto type = [](const void* pointer) {
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
    return attributes.type;
  };
  EXPECT_EQ(type(&mine), cudaMemoryTypeUnregistered);
  EXPECT_EQ(type(on_device + 63), cudaMemoryTypeDevice);
  EXPECT_EQ(type(on_device + 64), cudaMemoryTypeUnregistered);
  EXPECT_EQ(type(both), cudaMemoryTypeManaged);
  EXPECT_EQ(type(locked), cudaMemoryTypeHost);
  EXPECT_EQ(cudaFree(on_device), cudaSuccess);
  EXPECT_EQ(type(on_device), cudaMemoryTypeUnregistered);
}

TEST_F(CudaRuntime, RegistersTheHostsMemory) {
  std::vector<int> mine(100);
  const std::size_t bytes = mine.size() * sizeof(int);
  void* mapped = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, mine.data(), 0), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaHostGetDevicePointer", "the host's memory"});
  EXPECT_EQ(cudaHostRegister(mine.data(), bytes, 0), cudaSuccess);
  EXPECT_EQ(registered_host(&mine[99]).begin, reinterpret_cast<std::byte*>(mine.data()));
  EXPECT_EQ(registered_host(&mine[99]).bytes, bytes);
  EXPECT_EQ(registered_host(&mine[0] + 100).bytes, 0U);
  EXPECT_EQ(cudaHostRegister(&mine[10], 4, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, mine.data(), 0), cudaSuccess);
  EXPECT_EQ(mapped, mine.data());
  EXPECT_EQ(cudaHostUnregister(mine.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(mine.data()), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(registered_host(&mine[0]).bytes, 0U);
}

TEST_F(CudaRuntime, ManagedMemoryIsMovedOnlyWhole) {
  std::byte* const both = managed(64);
  EXPECT_EQ(cudaMemPrefetchAsync(both, 64, 0, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(both, 64, cudaCpuDeviceId, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemAdvise(both, 64, cudaMemAdviseSetReadMostly, 0), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaMemPrefetchAsync(both, 65, 0, nullptr), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaMallocManaged"});
  EXPECT_EQ(cudaMemPrefetchAsync(both, 64, 1, nullptr), cudaErrorInvalidDevice);
}

TEST_F(CudaRuntime, TheDevicesPoolIsTheOnlyOne) {
  cudaMemPool_t pool = nullptr;
  std::uint64_t threshold = UINT64_MAX, used = 0;
  int reuse = -1;
  void* memory = nullptr;
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  threshold = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  EXPECT_EQ(threshold, UINT64_MAX);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse), cudaSuccess);
  EXPECT_EQ(reuse, 1);
  EXPECT_EQ(cudaMallocFromPoolAsync(&memory, 100, pool, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 100U);
  EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaMallocFromPoolAsync(&memory, 100, nullptr, nullptr), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"unknown pool", "cudaDeviceGetDefaultMemPool"});
}

TEST_F(CudaRuntime, ResettingTheDeviceFreesAll) {
  std::byte* const memory = device(64);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(DeviceMemory::the().used_bytes(), 0U);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace warpscope
