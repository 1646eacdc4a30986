#include <chrono>
#include <string>
#include <vector>

#include "instrumentation/timing/device/device_event.cuh"
#include "instrumentation/timing/device/host_memory.cuh"
#include "instrumentation/timing/device/sections.cuh"
#include "instrumentation/timing/measure.hpp"

namespace warpscope {
namespace {

constexpr std::size_t least_bytes = 4096, most_bytes = 256U << 20U;

class Copies {
 public:
  explicit Copies(DeviceRecord& record)
      : record_(record),
        pageable_(most_bytes),
        pinned_(most_bytes),
        a_(most_bytes),
        b_(most_bytes) {
    check(cudaMemcpy(a_.as<void>(), pinned_.data(), most_bytes, cudaMemcpyHostToDevice),
          "filling memory");
  }

  void measure(std::size_t bytes) {
    for (const bool pinned : {false, true}) {
      char* host = pinned ? pinned_.data() : pageable_.data();
      add("to_device", pinned, bytes,
          [&] { return host_ms(a_.as<void>(), host, bytes, cudaMemcpyHostToDevice); });
      add("to_host", pinned, bytes,
          [&] { return host_ms(host, a_.as<void>(), bytes, cudaMemcpyDeviceToHost); });
    }
    add("on_device", false, bytes, [&] { return device_ms(bytes); });
  }

 private:
  /// As long as a program waits: by the host's clock, until the copy is complete.
  static double host_ms(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const auto begin = std::chrono::steady_clock::now();
    check(cudaMemcpy(to, from, bytes, kind), "copying");
    check(cudaDeviceSynchronize(), "copying");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    return took.count();
  }
  /// Nobody waits for it: by the device's clock.
  double device_ms(std::size_t bytes) {
    begin_.record();
    check(cudaMemcpyAsync(b_.as<void>(), a_.as<void>(), bytes, cudaMemcpyDeviceToDevice, nullptr),
          "copying");
    end_.record();
    return end_.milliseconds_since(begin_);
  }

  template <class Run>
  void add(const char* direction, bool pinned, std::size_t bytes, const Run& run) {
    constexpr std::size_t large = 16U << 20U;
    const int repetitions = bytes < large ? 31 : 7;
    std::vector<double> times;
    run();
    for (int i = 0; i < repetitions; ++i) times.push_back(run());
    const double median = quantile(times, 0.5);
    record_.copies.push_back({.direction = direction,
                              .pinned = pinned,
                              .bytes = static_cast<std::int64_t>(bytes),
                              .median_ms = median,
                              .gigabytes_per_second = static_cast<double>(bytes) / (median * 1e6)});
  }

  DeviceRecord& record_;
  PageableMemory pageable_;
  PinnedMemory pinned_;
  CudaMemory a_, b_;
  DeviceEvent begin_, end_;
};

}  // namespace

void measure_copies(DeviceRecord& record) {
  Copies copies(record);
  for (std::size_t bytes = least_bytes; bytes <= most_bytes; bytes *= 4) copies.measure(bytes);
}

}  // namespace warpscope
