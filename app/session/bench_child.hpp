#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/bench_log.hpp"

namespace warpscope {

/// `warpscope bench` as a process of its own, or what takes its place in a test.
struct BenchChild {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// For how long it may tidy up once it was asked to end; then it is killed.
  std::chrono::milliseconds patience{3000};
};

/// Asks a child to end, or ends it at once.
struct BenchStop {
  std::stop_token asked, at_once;
};

enum class BenchEnd : std::uint8_t { finished, cancelled, failed };

struct BenchOutcome {
  BenchEnd end = BenchEnd::failed;
  std::string why;  ///< it failed: one sentence
  BenchLog log;
};

/// Runs it to its end, however that comes. `news` is called when there is more to be read in the
/// log, at most twenty times a second. Stay on this thread: the child dies with it.
[[nodiscard]] BenchOutcome run_bench(const BenchChild& child,
                                     const std::function<void(const BenchLog&)>& news,
                                     const BenchStop& stop);

}  // namespace warpscope
