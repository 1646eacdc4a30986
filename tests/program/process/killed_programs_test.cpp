#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "tests/program/process/small_program.hpp"
#include "tests/support/scale.hpp"

namespace warpscope {
namespace {

constexpr int host_threads = 4;

/// What the program writes behind each launch: its thread, and how many that thread has made.
struct Written {
  std::uint32_t thread = 0, launches = 0;
};

/// Four host threads launch a kernel each, without an end.
constexpr auto launching = R"(
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

template <int N> __global__ void kernel(int* p) { p[threadIdx.x] = N; }

template <int N> void launch_for_ever(int log) {
  int* p;
  cudaMalloc(&p, 128);
  for (unsigned k = 1;; ++k) {
    kernel<N><<<1, 32>>>(p);
    const unsigned written[2] = {N, k};
    if (write(log, written, sizeof written) != sizeof written) _exit(3);
  }
}

int main(int, char** words) {
  const int log = open(words[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  const unsigned process[2] = {4, (unsigned)getpid()};
  if (write(log, process, sizeof process) != sizeof process) return 3;
  std::thread a(launch_for_ever<0>, log), b(launch_for_ever<1>, log), c(launch_for_ever<2>, log);
  launch_for_ever<3>(log);
}
)";

std::vector<Written> read_written(const std::filesystem::path& path) {
  const std::string bytes = text_of_file(path);
  std::vector<Written> all(bytes.size() / sizeof(Written));
  std::memcpy(all.data(), bytes.data(), all.size() * sizeof(Written));
  return all;
}

/// Kills the program at a random moment of its first launches, or after ten thousand.
void kill_at_random(const std::filesystem::path& path, std::uint64_t microseconds) {
  std::vector<Written> all;
  while (all.size() < 2) {  // the process, and a launch
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    all = read_written(path);
  }
  const auto process = std::ranges::find(all, 4U, &Written::thread);
  ASSERT_NE(process, all.end());
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  ::kill(static_cast<pid_t>(process->launches), SIGKILL);
}

// Whatever a program had said of a launch, the log knew before.
TEST(KilledPrograms, EveryLaunchThatTheProgramKnewOfIsTold) {
  set_machine_binary({});
  const TestFolder folder;
  const auto source = folder.path() / "launching.cu", log = folder.path() / "written";
  std::ofstream(source) << launching;
  ProgramRequest request{.build = {.files = {source}}, .arguments = {log.string()}};
  const BuildResult built = build_program(request.build, {}, [](const std::string&) {});
  ASSERT_TRUE(built.program) << built.failure.message;
  std::mt19937_64 random(29);
  const int times = test::whole() ? 500 : 20;
  std::int64_t most = 0;
  for (int k = 0; k < times; ++k) {
    std::filesystem::remove(log);
    const std::uint64_t microseconds = random() % 100'000;
    std::optional<ProgramOutcome> outcome;
    {
      const std::jthread killer([&] { kill_at_random(log, microseconds); });
      const auto run = run_program(*built.program, request, ProgramOutput::inherit, {});
      ASSERT_TRUE(run) << run.error().message;
      outcome = run->outcome;
    }
    EXPECT_EQ(outcome->end, ProgramOutcome::End::crashed);
    EXPECT_EQ(outcome->signal, SIGKILL);
    std::array<std::int64_t, host_threads> known{}, told{};
    for (const Written& written : read_written(log)) {
      if (written.thread >= host_threads) continue;
      known[written.thread] = std::max<std::int64_t>(known[written.thread], written.launches);
    }
    for (const ProgramLaunch& launch : outcome->launches) {
      for (std::size_t t = 0; t < told.size(); ++t) {
        if (launch.kernel.find("<" + std::to_string(t) + ">") == std::string::npos) continue;
        told[t] += launch.times;
      }
    }
    for (std::size_t t = 0; t < told.size(); ++t) {
      // It may have been killed between a launch and the word about it.
      EXPECT_GE(told[t], known[t]) << "kill " << k << ", thread " << t;
      EXPECT_LE(told[t], known[t] + 1) << "kill " << k << ", thread " << t;
      most = std::max(most, told[t]);
    }
  }
  EXPECT_GT(most, 10) << "none was killed in the midst of its launches";
}

}  // namespace
}  // namespace warpscope
