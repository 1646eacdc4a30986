#include "instrumentation/timing/cuda_clock.hpp"

#include <algorithm>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/cuda_stream.hpp"

namespace warpscope {
namespace {

constexpr int threads = 256;

/// The sum is never 1, but the compiler cannot know that, so it must read everything.
__global__ void read_all(const int4* from, std::size_t count, int* to) {
  int sum = 0;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    const int4 four = from[i];
    sum += four.x + four.y + four.z + four.w;
  }
  if (sum == 1) *to = sum;
}

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "making a clock"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() const { check(cudaEventRecord(event_, timing_stream()), "reading the clock"); }
  [[nodiscard]] double since(const Event& begin) const {
    check(cudaEventSynchronize(event_), "running what is timed");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin.event_, event_), "reading the clock");
    return static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

class CudaClock final : public Clock {
 public:
  CudaClock() : scratch_(scratch_bytes()), sum_(sizeof(int)) {
    scratch_.clear();
    sum_.clear();
    check(cudaDeviceSynchronize(), "making a clock");
  }

  double milliseconds(Timeable& timeable, int set) override {
    try {
      evict();
      begin_.record();
      timeable.start(set);
      end_.record();
      return end_.since(begin_);
    } catch (const DeviceError& error) {
      throw TimingStopped{error.what};
    }
  }

 private:
  static std::size_t scratch_bytes() {
    int l2 = 0;
    check(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0), "asking for the cache's size");
    constexpr int least = 1 << 20;
    return 2 * static_cast<std::size_t>(std::max(l2, least));
  }
  void evict() const {
    constexpr unsigned blocks = 1024;
    read_all<<<blocks, threads, 0, timing_stream()>>>(
        scratch_.as<const int4>(), scratch_.bytes() / sizeof(int4), sum_.as<int>());
    check(cudaGetLastError(), "emptying the cache");
  }

  CudaMemory scratch_, sum_;
  Event begin_, end_;
};

}  // namespace

Result<std::unique_ptr<Clock>> make_cuda_clock() {
  try {
    return std::unique_ptr<Clock>(std::make_unique<CudaClock>());
  } catch (const DeviceError& error) {
    return Error{ErrorKind::failed, "The GPU's clock could not be set up while " + error.what +
                                        ". Start again when the GPU is free."};
  }
}

}  // namespace warpscope
