// Of several lanes that store to one element in one instruction, which one survives? Seeded masks and
// places, elements of 1 to 16 bytes, shared and global memory; each survivor is held against
// trace/store_order.hpp. Prints JSON; store_order.py adds the device.
// Use: store_order

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <type_traits>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/trace/store_order.hpp"

namespace {

using namespace warpscope;

constexpr int places = 256;
constexpr int patterns = 4000;

struct Pattern {
  std::uint32_t mask;
  std::uint8_t place[warp_lanes];
};

/// The lane's number in the first and in the last component, so that a torn element shows.
template <class T>
__device__ T signed_by(int lane) {
  T value{};
  if constexpr (std::is_arithmetic_v<T>) {
    value = static_cast<T>(lane + 1);
  } else {
    value.x = lane + 1;
    if constexpr (sizeof(T) == 8) value.y = lane + 1;
    if constexpr (sizeof(T) == 16) value.w = lane + 1;
  }
  return value;
}
template <class T>
__device__ int signature(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) return static_cast<int>(value);
  if constexpr (sizeof(T) == 8) return value.x == value.y ? value.x : -1;
  if constexpr (sizeof(T) == 16) return value.x == value.w ? value.x : -1;
  return -1;
}

/// One warp per block. survivors: the number of the lane at each place + 1; 0 if none stored.
template <class T>
__global__ void store(const Pattern* all, T* global, int* survivors, bool in_shared) {
  __shared__ T shared[places];
  T* cells = in_shared ? shared : global + blockIdx.x * places;
  for (int i = threadIdx.x; i < places; i += warp_lanes) cells[i] = T{};
  __syncthreads();
  const Pattern pattern = all[blockIdx.x];
  const int lane = threadIdx.x;
  const T value = signed_by<T>(lane);
  if ((pattern.mask >> lane & 1U) != 0) cells[pattern.place[lane]] = value;
  __syncthreads();
  for (int i = lane; i < places; i += warp_lanes) {
    survivors[blockIdx.x * places + i] = signature(cells[i]);
  }
}

std::vector<Pattern> make_patterns() {
  std::mt19937 random(1);
  std::vector<Pattern> all(patterns);
  constexpr int reach[] = {1, 2, 4, 16, places};
  for (int i = 0; i < patterns; ++i) {
    Pattern& pattern = all[static_cast<std::size_t>(i)];
    pattern.mask = i % 3 == 0 ? all_lanes : static_cast<std::uint32_t>(random()) | 1U;
    for (auto& place : pattern.place) {
      place = static_cast<std::uint8_t>(random() % static_cast<unsigned>(reach[i % 5]));
    }
  }
  return all;
}

/// The survivor that store_order.hpp names at each place; 0 if fewer than two lanes store.
std::vector<int> expected(const Pattern& pattern, int bytes) {
  std::vector<int> lanes, count(places), survivor(places);
  for_each_lane(pattern.mask, [&](int lane, int) { lanes.push_back(lane); });
  for_each_in_store_order(lanes, bytes, false, [&](int k) {
    const int lane = lanes[static_cast<std::size_t>(k)];
    ++count[pattern.place[lane]];
    survivor[pattern.place[lane]] = lane + 1;
  });
  for (std::size_t i = 0; i < places; ++i) survivor[i] = count[i] > 1 ? survivor[i] : 0;
  return survivor;
}

template <class T>
nlohmann::json measure(const std::vector<Pattern>& all, bool in_shared) {
  const CudaMemory device(all.size() * sizeof(Pattern));
  const CudaMemory cells(all.size() * places * sizeof(T));
  const CudaMemory results(all.size() * places * sizeof(int));
  check(cudaMemcpy(device.as<void>(), all.data(), device.bytes(), cudaMemcpyHostToDevice),
        "copying");
  store<T>
      <<<patterns, warp_lanes>>>(device.as<Pattern>(), cells.as<T>(), results.as<int>(), in_shared);
  check(cudaGetLastError(), "launching");
  std::vector<int> survivors(all.size() * places);
  check(cudaMemcpy(survivors.data(), results.as<void>(), results.bytes(), cudaMemcpyDeviceToHost),
        "running");
  int contested = 0, differ = 0;
  for (std::size_t p = 0; p < all.size(); ++p) {
    const std::vector<int> wanted = expected(all[p], static_cast<int>(sizeof(T)));
    for (std::size_t i = 0; i < places; ++i) {
      if (wanted[i] == 0) continue;
      ++contested;
      differ += wanted[i] != survivors[p * places + i];
    }
  }
  return {{"space", in_shared ? "shared" : "global"},
          {"bytes", sizeof(T)},
          {"elements", contested},
          {"differ", differ}};
}

}  // namespace

int main() {
  try {
    const std::vector<Pattern> all = make_patterns();
    auto results = nlohmann::json::array();
    for (const bool in_shared : {true, false}) {
      results.push_back(measure<std::uint8_t>(all, in_shared));
      results.push_back(measure<std::uint16_t>(all, in_shared));
      results.push_back(measure<int>(all, in_shared));
      results.push_back(measure<Vec2<int>>(all, in_shared));
      results.push_back(measure<Vec4<int>>(all, in_shared));
    }
    std::printf("%s\n", results.dump().c_str());
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "store_order: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
