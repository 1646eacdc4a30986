#include <sys/mman.h>
#include <unistd.h>

#include <numeric>

#include "tests/program/runtime/runtime_fixture.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;

constexpr std::array kinds{cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                           cudaMemcpyDeviceToDevice, cudaMemcpyDefault};

struct CopyCalls : CudaRuntime {
  std::array<int, 16> from_host{}, to_host{};
  static constexpr std::size_t bytes = sizeof from_host;
  CopyCalls() { std::iota(from_host.begin(), from_host.end(), 1); }
  std::byte* written_device() {
    std::byte* const memory = device(bytes);
    EXPECT_EQ(cudaMemcpy(memory, from_host.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    return memory;
  }
};

TEST_F(CopyCalls, BytesGoThereAndBack) {
  std::byte *const a = written_device(), *const b = device(bytes);
  EXPECT_EQ(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(to_host.data(), b, bytes, cudaMemcpyDeviceToHost, nullptr),
            cudaSuccess);
  EXPECT_EQ(to_host, from_host);
  EXPECT_TRUE(DeviceMemory::the().is_written(b, bytes));
  expect_no_finding();
}

/// What an H200 under CUDA 13 answered for each direction and pair of arrays: 0 success, 1 invalid value.
TEST_F(CopyCalls, DirectionsFailAsOnADevice) {
  std::byte *const d = written_device(), *const e = device(bytes), *const pin = pinned(bytes),
                   *const man = managed(bytes);
  void *const h = to_host.data(), *const g = from_host.data();
  struct Pair {
    void *to, *from;
    std::array<int, 5> errors;  // by direction; -1: was not tried
  };
  for (const Pair& pair :
       {Pair{h, g, {-1, 1, 1, 1, 0}}, Pair{h, d, {-1, 1, 0, 1, 0}}, Pair{pin, g, {0, 0, 1, 1, 0}},
        Pair{pin, d, {0, 0, 0, 0, 0}}, Pair{man, d, {0, 0, 0, 0, 0}}, Pair{man, g, {0, 0, 1, 1, 0}},
        Pair{d, g, {-1, 0, -1, 1, 0}}, Pair{e, d, {0, 0, 0, 0, 0}}, Pair{d, pin, {0, 0, 0, 0, 0}},
        Pair{d, man, {0, 0, 0, 0, 0}}}) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (pair.errors[i] < 0) continue;
      forget_findings();
      EXPECT_EQ(cudaMemcpy(pair.to, pair.from, bytes, kinds[i]), pair.errors[i])
          << "direction " << i << " from " << pair.from << " to " << pair.to;
      // No failure without a finding, and no finding without a failure.
      EXPECT_EQ(found().size(), pair.errors[i] == 0 ? 0U : 1U);
    }
  }
}

TEST_F(CopyCalls, SwappedDirectionsSayWhatToDo) {
  std::byte* const d = written_device();
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call,
                 {"told cudaMemcpyHostToDevice", "destination", "is the host's memory", "source",
                  "is device memory", "say cudaMemcpyDeviceToHost, or exchange the two arrays"});
  EXPECT_EQ(cudaMemcpy(d, from_host.data(), bytes, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call,
                 {"say cudaMemcpyHostToDevice, or exchange the two arrays"});
  EXPECT_EQ(cudaMemcpy(to_host.data(), from_host.data(), bytes, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaMemcpyHostToHost, or pass an array of the device"});
  EXPECT_EQ(cudaMemcpy(d, from_host.data(), bytes, static_cast<cudaMemcpyKind>(7)),
            cudaErrorInvalidMemcpyDirection);
  expect_finding(FindingKind::wrong_call, {"direction 7", "say cudaMemcpyHostToDevice"});
  EXPECT_EQ(cudaMemcpy(d, from_host.data(), 0, static_cast<cudaMemcpyKind>(7)), cudaSuccess);
}

TEST_F(CopyCalls, RangesEndWithTheirAllocation) {
  std::byte* const d = written_device();
  EXPECT_EQ(cudaMemcpy(to_host.data(), d + 4, bytes - 4, cudaMemcpyDeviceToHost), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaMemcpy(to_host.data(), d + 4, bytes, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"64 bytes", "only 60 are left"});
  EXPECT_EQ(cudaMemcpy(d, from_host.data(), bytes + 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"65 bytes", "only 64 are left"});
  EXPECT_EQ(cudaMemcpy(d + bytes, from_host.data(), 4, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"outside of the 64 bytes of its allocation"});
  EXPECT_EQ(cudaMemcpy(d + (std::size_t{1} << 30), from_host.data(), 4, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"nothing was allocated"});
  EXPECT_EQ(cudaMemset(d, 0, bytes + 1), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"cudaMemset", "65 bytes"});
}

TEST_F(CopyCalls, MemoryThatIsNotThereIsReported) {
  std::byte* const d = written_device();
  EXPECT_EQ(cudaMemcpy(nullptr, from_host.data(), bytes, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"destination", "null pointer"});
  EXPECT_EQ(cudaMemcpy(d, nullptr, bytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"source", "null pointer"});
  EXPECT_EQ(cudaFree(d), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  expect_finding(FindingKind::use_after_free, {"which was freed", "use it before it is freed"});
  EXPECT_EQ(cudaMemset(d, 0, 4), cudaErrorInvalidValue);
  expect_finding(FindingKind::use_after_free, {"cudaMemset"});
}

TEST_F(CopyCalls, HostRangesThatAreNotMappedDoNotCrash) {
  std::byte* const d = device(8192);
  void* const page =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  ASSERT_EQ(munmap(static_cast<std::byte*>(page) + 4096, 4096), 0);
  EXPECT_EQ(cudaMemcpy(d, page, 8192, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  expect_finding(FindingKind::foreign_memory, {"no memory of the host"});
  EXPECT_EQ(cudaMemcpy(d, page, 4096, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(munmap(page, 4096), 0);
}

TEST_F(CopyCalls, CopyingOutWhatNobodyWroteIsFound) {
  std::byte* const d = device(bytes);
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  expect_finding(FindingKind::uninitialised_read, {"64 bytes", "nothing has written"});
  EXPECT_EQ(cudaMemset(d + 63, 1, 1), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  expect_finding(FindingKind::uninitialised_read, {"64 bytes", "nothing has written 63", "byte 0"});
  EXPECT_EQ(to_host[15], 1 << 24);
}

TEST_F(CopyCalls, PaddingOfStructuresNeedNotBeWritten) {
  std::byte* const d = device(bytes);
  for (std::size_t at = 0; at < bytes; at += 16) {
    EXPECT_EQ(cudaMemset(d + at, 1, 12), cudaSuccess);
  }
  DeviceMemory::the().find(d)->padded = true;
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  expect_no_finding();
  DeviceMemory::the().find(d)->padded = false;
  EXPECT_EQ(cudaMemcpy(to_host.data(), d, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  expect_finding(FindingKind::uninitialised_read, {"nothing has written 16", "byte 12"});
}

TEST_F(CopyCalls, WhatIsKnownOfBytesGoesWithThem) {
  std::byte *const a = device(8), *const b = device(8);
  EXPECT_EQ(cudaMemset(a, 7, 4), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(b, a, 8, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_TRUE(DeviceMemory::the().is_written(b, 4));
  EXPECT_FALSE(DeviceMemory::the().is_written(b + 4, 1));
  expect_no_finding();
}

TEST_F(CopyCalls, RowsAreCopiedByTheirPitches) {
  void* memory = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&memory, &pitch, 8, 2), cudaSuccess);
  // Two rows of two int out of rows of four.
  EXPECT_EQ(cudaMemcpy2D(memory, pitch, from_host.data(), 16, 8, 2, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_TRUE(DeviceMemory::the().is_written(memory, 8));
  EXPECT_FALSE(DeviceMemory::the().is_written(static_cast<std::byte*>(memory) + 8, 1));
  EXPECT_EQ(cudaMemcpy2D(to_host.data(), 8, memory, pitch, 8, 2, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ((std::array{to_host[0], to_host[1], to_host[2], to_host[3]}), (std::array{1, 2, 5, 6}));
  expect_no_finding();
  EXPECT_EQ(cudaMemcpy2D(memory, pitch, from_host.data(), 7, 8, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  expect_finding(FindingKind::wrong_call, {"7 bytes apart", "rows of 8 bytes"});
  EXPECT_EQ(cudaMemcpy2D(memory, pitch, from_host.data(), 8, 8, 3, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"1,032 bytes with its pitch", "1,024"});
  EXPECT_EQ(cudaMemset2D(memory, pitch, 3, 8, 2), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(to_host.data(), 8, memory, pitch, 8, 2, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(to_host[3], 0x03030303);
}

TEST_F(CopyCalls, BoxesAreCopiedByTheirSlices) {
  cudaPitchedPtr memory{};
  ASSERT_EQ(cudaMalloc3D(&memory, {4, 2, 2}), cudaSuccess);
  cudaMemcpy3DParms in{};
  in.srcPtr = {from_host.data(), 8, 8, 3};  // slices of three rows of two int
  in.srcPos = {4, 1, 0};
  in.dstPtr = memory;
  in.extent = {4, 2, 2};
  in.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&in), cudaSuccess);
  cudaMemcpy3DParms out{};
  out.srcPtr = memory;
  out.dstPtr = {to_host.data(), 4, 4, 2};
  out.extent = {4, 2, 2};
  out.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&out), cudaSuccess);
  EXPECT_EQ((std::array{to_host[0], to_host[1], to_host[2], to_host[3]}),
            (std::array{4, 6, 10, 12}));
  EXPECT_EQ(cudaMemset3D(memory, 0, {4, 2, 2}), cudaSuccess);
  expect_no_finding();
}

TEST_F(CopyCalls, MemsetIsForTheDevice) {
  EXPECT_EQ(cudaMemset(to_host.data(), 0, 4), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"the host's memory", "use memset()"});
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), cudaSuccess);
  EXPECT_EQ(cudaMemset(nullptr, 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(managed(4), 0, 4), cudaSuccess);
  EXPECT_EQ(cudaMemset(pinned(4), 0, 4), cudaSuccess);
}

TEST_F(CopyCalls, OnlyVariablesOfTheDeviceAreSymbols) {
  int mine = 0;
  std::byte* const d = written_device();
  EXPECT_EQ(cudaMemcpyToSymbol(&mine, from_host.data(), 4, 0, cudaMemcpyHostToDevice),
            cudaErrorInvalidSymbol);
  expect_finding(FindingKind::wrong_call, {"no __device__ or __constant__ variable", "without &"});
  EXPECT_EQ(cudaMemcpyFromSymbol(to_host.data(), d, 4, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidSymbol);
  expect_finding(FindingKind::wrong_call, {"use cudaMemcpy"});
  EXPECT_EQ(cudaMemcpyToSymbol(&mine, from_host.data(), 4, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection);
  expect_finding(FindingKind::wrong_call, {"say cudaMemcpyHostToDevice"});
  void* address = nullptr;
  EXPECT_EQ(cudaGetSymbolAddress(&address, &mine), cudaErrorInvalidSymbol);
}

TEST_F(CudaRuntime, RegisteredMemoryHasRoomForWhatIsRegistered) {
  std::vector<std::byte> mine(8192);
  std::byte* const memory = device(8192);
  ASSERT_EQ(cudaMemset(memory, 0, 8192), cudaSuccess);
  ASSERT_EQ(cudaHostRegister(mine.data(), 128, 0), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), 128, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset(mine.data() + 64, 0, 64), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), 8192, cudaMemcpyDefault), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"8,192 bytes", "only 128", "cudaHostRegister"});
  EXPECT_EQ(cudaMemcpy(mine.data() + 64, memory, 128, cudaMemcpyDefault), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"128 bytes", "only 64"});
  EXPECT_EQ(cudaMemset(mine.data(), 0, 129), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"129 bytes", "only 128"});
  EXPECT_EQ(cudaHostRegister(mine.data() + 128, 128, 0), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), 256, cudaMemcpyDefault), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"256 bytes", "only 128", "at once"});
  EXPECT_EQ(cudaHostUnregister(mine.data() + 64), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(mine.data()), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), 129, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(mine.data() + 128), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), 8192, cudaMemcpyDefault), cudaSuccess);
  expect_no_finding();
}

TEST_F(CudaRuntime, SizesThatWrapAreToldAsWhatTheyWere) {
  std::vector<std::byte> mine(64);
  std::byte* const memory = device(64);
  constexpr auto minus_4 = static_cast<std::size_t>(-4);
  EXPECT_EQ(cudaMemset(memory, 0, minus_4), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"-4 bytes", "only 64"});
  EXPECT_EQ(cudaMemcpy(memory, mine.data(), minus_4, cudaMemcpyDefault), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"-4 bytes", "18,446,744,073,709,551,612"});
  EXPECT_EQ(cudaHostRegister(mine.data(), minus_4, 0), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaHostRegister", "-4 bytes"});
  // 2^33 * 2^31 bytes are none in 64 bits.
  constexpr std::size_t row = std::size_t{1} << 33U, rows = std::size_t{1} << 31U;
  EXPECT_EQ(cudaMemset2D(memory, row, 0, row, rows), cudaErrorInvalidValue);
  expect_finding(FindingKind::out_of_bounds, {"more than there are addresses"});
  cudaMemcpy3DParms box{};
  box.srcPtr = {.ptr = mine.data(), .pitch = 8, .xsize = 8, .ysize = 2};
  box.dstPtr = {.ptr = memory, .pitch = 8, .xsize = 8, .ysize = 2};
  box.extent = {.width = 8, .height = 4, .depth = 2};
  box.kind = cudaMemcpyDefault;
  EXPECT_EQ(cudaMemcpy3D(&box), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"slices", "16 bytes"});
  box.extent = {.width = 8, .height = 2, .depth = 2};
  box.dstPos.y = static_cast<std::size_t>(-1);
  EXPECT_EQ(cudaMemcpy3D(&box), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"(0, -1, 0)"});
  box.dstPos.y = 0;
  EXPECT_EQ(cudaMemcpy3D(&box), cudaSuccess);
  std::size_t pitch = 0;
  void* made = nullptr;
  EXPECT_EQ(cudaMallocPitch(&made, &pitch, 1024, SIZE_MAX / 512), cudaErrorMemoryAllocation);
  expect_finding(FindingKind::wrong_call, {"cudaMallocPitch", "rows of 1,024 bytes"});
  EXPECT_EQ(cudaMallocPitch(&made, &pitch, minus_4, 1), cudaErrorInvalidValue);
  expect_finding(FindingKind::wrong_call, {"cudaMallocPitch", "rows of -4 bytes"});
}

TEST_F(CudaRuntime, AHoleInTheHostsMemoryIsFoundBeforeItIsTouched) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const mine =
      ::mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mine, MAP_FAILED);
  ASSERT_EQ(::munmap(static_cast<std::byte*>(mine) + page, page), 0);
  EXPECT_EQ(cudaMemcpy(device(3 * page), mine, 3 * page, cudaMemcpyDefault), cudaErrorInvalidValue);
  expect_finding(FindingKind::foreign_memory, {"no memory of the host"});
}

}  // namespace
}  // namespace warpscope
