// Times every native kernel (int, +) against its hand-written twin in one interleaved run, and
// checks that both give the same. Prints JSON: {"device", "size", "kernels": [{...}]}.
// native_is_free.py adds the machine-code instruction counts and judges.
// Use: native_is_free [LOG2_SIZE] [REPETITIONS]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "assets/twins/twins.cuh"
#include "instrumentation/block/native.cuh"
#include "instrumentation/run/native_machine.cuh"
#include "kernels/reduce/family.hpp"
#include "kernels/scan/family.hpp"

namespace {

using namespace warpscope;

struct Arena {
  const int* in;
  int* native_out;
  int* twin_out;
  std::int64_t size;
  int repetitions;
  bool first = true;
  bool equal = true;
};

double median(std::vector<float> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

template <class Launch>
float timed(const Launch& launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "making a clock");
  check(cudaEventCreate(&end), "making a clock");
  check(cudaEventRecord(begin), "starting the clock");
  launch();
  check(cudaGetLastError(), "launching");
  check(cudaEventRecord(end), "stopping the clock");
  check(cudaEventSynchronize(end), "running");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end), "reading the clock");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return milliseconds;
}

template <class Element, class Kernel, class Twin>
void compare(Arena& arena, Kernel kernel, const char* id, const Twin& twin, int outputs_per_block) {
  const KernelInfo& info = Kernel::info;
  const int block = info.default_block;
  const std::int64_t blocks = arena.size / (std::int64_t{block} * info.elements_per_thread);
  const int grid =
      static_cast<int>(info.max_grid > 0 ? std::min<std::int64_t>(blocks, info.max_grid) : blocks);
  const std::size_t shared = Kernel::shared_count(block) * sizeof(int);
  const Global<NativeBlock, const Element> in(
      reinterpret_cast<const Element*>(arena.in),
      static_cast<int>(arena.size * static_cast<std::int64_t>(sizeof(int)) /
                       static_cast<std::int64_t>(sizeof(Element))));
  const std::int64_t results = outputs_per_block == 0 ? grid : arena.size;
  const Global<NativeBlock, int> out(arena.native_out, static_cast<int>(results));
  const auto run_native = [&] {
    native_kernel<NativeBlock><<<grid, block, shared>>>(kernel, in, out, Add<int>{});
  };
  const auto run_twin = [&] { twin(grid, block, shared); };

  std::vector<float> native_times, twin_times;
  for (int i = -5; i < arena.repetitions; ++i) {
    // Swapped every other time, so that neither always runs after the other.
    const float a = i % 2 == 0 ? timed(run_native) : timed(run_twin);
    const float b = i % 2 == 0 ? timed(run_twin) : timed(run_native);
    if (i < 0) continue;
    native_times.push_back(i % 2 == 0 ? a : b);
    twin_times.push_back(i % 2 == 0 ? b : a);
  }
  std::vector<int> native_result(static_cast<std::size_t>(results)),
      twin_result(native_result.size());
  check(cudaMemcpy(native_result.data(), arena.native_out, native_result.size() * 4,
                   cudaMemcpyDeviceToHost),
        "copying");
  check(cudaMemcpy(twin_result.data(), arena.twin_out, twin_result.size() * 4,
                   cudaMemcpyDeviceToHost),
        "copying");
  const bool equal = native_result == twin_result;
  arena.equal = arena.equal && equal;
  const double n = median(native_times), t = median(twin_times);
  std::printf(
      "%s\n    {\"kernel\": \"%s\", \"native_ms\": %.5f, \"twin_ms\": %.5f, \"ratio\": %.4f, "
      "\"equal\": %s}",
      arena.first ? "" : ",", id, n, t, n / t, equal ? "true" : "false");
  arena.first = false;
}

void run(int log2_size, int repetitions) {
  const std::int64_t size = std::int64_t{1} << log2_size;
  CudaMemory in(static_cast<std::size_t>(size) * 4), a(static_cast<std::size_t>(size) * 4),
      b(static_cast<std::size_t>(size) * 4);
  std::vector<int> host(static_cast<std::size_t>(size));
  std::uint32_t state = 7;
  for (int& value : host)
    value = static_cast<int>((state = state * 1664525U + 1013904223U) >> 24) % 100;
  check(cudaMemcpy(in.as<int>(), host.data(), host.size() * 4, cudaMemcpyHostToDevice), "copying");
  a.clear();
  b.clear();
  Arena arena{in.as<int>(), a.as<int>(), b.as<int>(), size, repetitions};
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "asking for the device");
  std::printf(
      "{\n  \"device\": \"%s\",\n  \"size\": %lld,\n  \"repetitions\": %d,\n  \"kernels\": [",
      properties.name, static_cast<long long>(size), repetitions);

  const int* i = arena.in;
  int* o = arena.twin_out;
  const auto plain = [&](auto kernel) {
    return [kernel, i, o](int grid, int block, std::size_t shared) {
      kernel<<<grid, block, shared>>>(i, o);
    };
  };
  compare<int>(arena, ReduceDivergent{}, "reduce_divergent", plain(twins::reduce_divergent), 0);
  compare<int>(arena, ReduceStrided{}, "reduce_strided", plain(twins::reduce_strided), 0);
  compare<int>(arena, ReduceSequential{}, "reduce_sequential", plain(twins::reduce_sequential), 0);
  compare<int>(arena, ReduceFirstAdd{}, "reduce_first_add", plain(twins::reduce_first_add), 0);
  compare<int>(arena, ReduceUnrolled{}, "reduce_unrolled", plain(twins::reduce_unrolled), 0);
  compare<int>(arena, ReduceUnrolledSyncwarp{}, "reduce_unrolled_syncwarp",
               plain(twins::reduce_unrolled_syncwarp), 0);
  compare<int>(arena, ReduceShuffle{}, "reduce_shuffle", plain(twins::reduce_shuffle), 0);
  compare<Vec4<int>>(
      arena, ReduceVectorized{}, "reduce_vectorized",
      [&](int grid, int block, std::size_t shared) {
        twins::reduce_vectorized<<<grid, block, shared>>>(reinterpret_cast<const int4*>(i),
                                                          static_cast<int>(size / 4), o);
      },
      0);
  compare<int>(arena, ScanHillisSteele{}, "scan_hillis_steele", plain(twins::scan_hillis_steele),
               1);
  compare<int>(arena, ScanBlelloch{}, "scan_blelloch", plain(twins::scan_blelloch<0, 0>), 1);
  compare<int>(arena, ScanPadded16{}, "scan_padded16", plain(twins::scan_blelloch<4, 0>), 1);
  compare<int>(arena, ScanPadded16Twice{}, "scan_padded16_twice", plain(twins::scan_blelloch<4, 8>),
               1);
  compare<int>(arena, ScanPadded32{}, "scan_padded32", plain(twins::scan_blelloch<5, 0>), 1);
  std::printf("\n  ]\n}\n");
  if (!arena.equal)
    throw DeviceError{cudaErrorUnknown, "a native kernel and its twin gave different results"};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? std::atoi(argv[1]) : 28, argc > 2 ? std::atoi(argv[2]) : 31);
  } catch (const DeviceError& error) {
    std::fprintf(stderr, "native_is_free: %s\n", error.what.c_str());
    return 1;
  }
  return 0;
}
