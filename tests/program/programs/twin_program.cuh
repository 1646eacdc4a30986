#pragma once

// The host side that the twins share: input, memory, and whether the result is right.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("Failure: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Random whole numbers from 0 to `last`, as Warpscope's input "random" draws them.
template <class T>
std::vector<T> random_numbers(std::size_t count, std::uint64_t last = 99, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(random() % ((last + 1) * 10) / 10);
  return numbers;
}

/// Memory of the device that holds a copy of a vector, or nothing yet.
template <class T>
struct DeviceArray {
  T* data = nullptr;
  std::size_t count = 0;

  explicit DeviceArray(std::size_t size) : count(size) {
    check(cudaMalloc(&data, count * sizeof(T)), "cudaMalloc");
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    check(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice), "copy in");
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data); }

  void clear() { check(cudaMemset(data, 0, count * sizeof(T)), "cudaMemset"); }
  std::vector<T> copy() const {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost), "copy out");
    return host;
  }
};

/// What the command line asks for: [KERNEL [BLOCK [GRID]]]; no kernel: all of them.
struct Wanted {
  std::string kernel;
  int block = 0;
  int grid = 3;

  Wanted(int argc, char** argv, int default_block) : block(default_block) {
    if (argc > 1 && std::strcmp(argv[1], "all") != 0) kernel = argv[1];
    if (argc > 2) block = std::atoi(argv[2]);
    if (argc > 3) grid = std::atoi(argv[3]);
  }
  bool operator()(const char* name) const { return kernel.empty() || kernel == name; }
};

/// Counts what was right. finish() says it, and is main's result.
class Verdict {
 public:
  template <class T>
  void expect(const char* kernel, const std::vector<T>& result, const std::vector<T>& expected,
              double tolerance = 0) {
    ++compared_;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double wanted = static_cast<double>(expected[i]);
      const double got = static_cast<double>(result[i]);
      if (std::fabs(got - wanted) <= tolerance * (1 + std::fabs(wanted))) continue;
      std::printf("%s: element %zu is %g, should be %g\n", kernel, i, got, wanted);
      ++wrong_;
      return;
    }
  }
  /// After a launch.
  void launched(const char* kernel) {
    check(cudaGetLastError(), kernel);
    check(cudaDeviceSynchronize(), kernel);
  }
  int finish() const {
    const bool good = compared_ > 0 && wrong_ == 0;
    std::printf("%s\n", good ? "Success" : "Failure");
    return good ? 0 : 1;
  }

 private:
  int compared_ = 0, wrong_ = 0;
};
