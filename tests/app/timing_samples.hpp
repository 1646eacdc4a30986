#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/subject/timings.hpp"

namespace warpscope::test {

using Choices = std::map<std::string, std::string>;

/// A result with made-up figures: 4 bytes per element.
inline BenchResult timed(std::string kernel, std::int64_t size, double ms,
                         Choices parameters = {}) {
  return {.kernel = std::move(kernel),
          .size = size,
          .block = 256,
          .parameters = std::move(parameters),
          .repetitions = 30,
          .median_ms = ms,
          .first_quartile_ms = ms * 0.95,
          .third_quartile_ms = ms * 1.05,
          .bytes = static_cast<std::uint64_t>(4 * size),
          .gigabytes_per_second = 4 * static_cast<double>(size) / (ms * 1e6)};
}

inline BenchResult timed(TimedKind subject, std::string id, std::int64_t size, double ms) {
  BenchResult result = timed(std::move(id), size, ms);
  result.subject = subject;
  result.block = 0;
  return result;
}

/// A device that reads at 4000 GB/s and computes at 16 TFLOP/s, launches in 2 µs, and reductions on
/// it and beside it.
inline TimingRecord limited_record() {
  TimingRecord record{.device = "NVIDIA Sample",
                      .driver = "1.2",
                      .runtime = "1.1",
                      .date = "2026-11-22T10:00:00Z",
                      .command = "warpscope bench reduction",
                      .commit = "abc123"};
  for (int power = 20; power <= 26; power += 2) {
    const std::int64_t size = 1 << power;
    const double least = static_cast<double>(size) * 1e-9;  // at 4000 GB/s
    record.results.push_back(timed("reduce_divergent", size, 10 * least));
    record.results.push_back(timed("reduce_strided", size, 4 * least));
    record.results.push_back(timed("reduce_vectorized", size, 1.25 * least));
    for (BenchResult& result : record.results) {
      result.operations = static_cast<std::uint64_t>(result.size - 1);
    }
    record.results.push_back(timed(TimedKind::library, "cub_reduce", size, 1.25 * least));
    record.results.push_back(timed(TimedKind::processor, "cpu_threads_reduce", size, 100 * least));
    record.results.push_back(timed(TimedKind::limit, "limit_read", size, least));
    record.results.push_back(timed(TimedKind::limit, "limit_copy", size, 1.1 * least));
    record.results.push_back(timed(TimedKind::limit, "limit_launch", size, 0.002));
    record.results.back().bytes = 0;
  }
  record.results.push_back(timed(TimedKind::limit, "limit_fp32", 1 << 20, 1));
  record.results.back().bytes = 0;
  record.results.back().operations = 16'000'000'000;
  record.skipped.push_back(
      {"reduce_strided", 1LL << 36, "It needs 256 GB, and the device has 80."});
  return record;
}

}  // namespace warpscope::test
