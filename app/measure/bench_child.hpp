#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/measure/bench_log.hpp"
#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// `warpscope bench` as a process of its own, or a program in its place in a test.
struct BenchChild {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// The time that it has to tidy up after it was asked to end; then it is killed.
  std::chrono::milliseconds patience{3000};
};

/// Asks a child to end, or ends it at once.
struct BenchStop {
  std::stop_token asked, at_once;
};

enum class BenchEnd : std::uint8_t { finished, cancelled, failed };

struct BenchOutcome {
  BenchEnd end = BenchEnd::failed;
  Sentence why;  ///< it failed: one sentence
  BenchLog log;
};

/// Runs it to its end, whatever the end is. Calls `news` when there is more to read in the log, at
/// most twenty times a second. Stay on this thread: the child dies with it.
[[nodiscard]] BenchOutcome run_bench(const BenchChild& child,
                                     const std::function<void(const BenchLog&)>& news,
                                     const BenchStop& stop);

}  // namespace warpscope
