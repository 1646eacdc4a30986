// `warpscope run` is killed while its program runs, or is compiled: nothing of either is left.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "instrumentation/process/descendants.hpp"
#include "tests/program/process/small_program.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

struct Killed {
  const char* name;
  const char* program;  ///< says "running" by a file of that name
};
void PrintTo(const Killed& killed, std::ostream* out) { *out << killed.name; }

const std::vector<Killed> endless{{"Endless", R"(
#include <fcntl.h>
int main() {
  creat("running", 0600);
  for (volatile long k = 0;; ++k) {}
})"},
                                  {"EndlessLaunch", R"(
#include <fcntl.h>
__global__ void spin(volatile int* stop) { while (*stop == 0) {} }
int main() {
  int* stop;
  cudaMalloc(&stop, sizeof(int));
  cudaMemset(stop, 0, sizeof(int));
  creat("running", 0600);
  spin<<<4, 64>>>(stop);
  return cudaDeviceSynchronize();
})"},
                                  {"LaunchingThreads", R"(
#include <fcntl.h>
#include <thread>
__global__ void write(int* p) { p[threadIdx.x] = threadIdx.x; }
void launch_for_ever() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  for (;;) write<<<1, 64>>>(p);
}
int main() {
  std::thread a(launch_for_ever), b(launch_for_ever), c(launch_for_ever);
  creat("running", 0600);
  launch_for_ever();
})"},
                                  {"IgnoredSignalsAndChildren", R"(
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
int main() {
  for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
  for (int k = 0; k < 4; ++k) {
    if (fork() != 0) continue;
    if (k % 2 == 1) setsid();
    if (k > 1 && fork() > 0) _exit(0);  // an orphan
    for (;;) pause();
  }
  usleep(100000);
  creat("running", 0600);
  for (;;) pause();
})"}};

/// A million types: compiling it takes many seconds.
constexpr auto long_compilation = R"(
template <int Depth, int K> struct Node {
  static constexpr long sum = Node<Depth - 1, 2 * K>::sum + Node<Depth - 1, 2 * K + 1>::sum;
};
template <int K> struct Node<0, K> { static constexpr long sum = K; };
int main() { return Node<19, 0>::sum == 0; })";

std::string process_name(pid_t process) {
  std::string name = text_of_file("/proc/" + std::to_string(process) + "/comm");
  return name.substr(0, name.find('\n'));
}

/// The logs that a process holds open, by number.
std::set<ino_t> logs_of(pid_t process) {
  std::set<ino_t> logs;
  std::error_code gone;
  for (const auto& entry :
       fs::directory_iterator("/proc/" + std::to_string(process) + "/fd", gone)) {
    const std::string target = fs::read_symlink(entry.path(), gone).string();
    struct stat status {};
    if (target.starts_with("/memfd:warpscope-log") && ::stat(entry.path().c_str(), &status) == 0)
      logs.insert(status.st_ino);
  }
  return logs;
}

bool is_gone(pid_t process) {
  const auto entry = process_entry(process);
  return !entry || entry->state == 'Z';  // of somebody else's, who has not waited for it yet
}

/// Looks again and again, but not for ever.
template <class Condition>
[[nodiscard]] bool comes_true(const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// A `warpscope run` in a folder of its own, which is also where all of its temporary files and its cache go.
class RunToKill {
 public:
  RunToKill(const std::string& program, const char* compiler) {
    std::ofstream(folder_.path() / "program.cu") << program;
    fs::create_directory(temporary());
    parent_ = ::fork();
    if (parent_ != 0) return;
    fs::current_path(folder_.path());
    ::setenv("TMPDIR", temporary().c_str(), 1);
    ::setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    if (compiler != nullptr) ::setenv("WARPSCOPE_CXX", compiler, 1);
    ::execl(WARPSCOPE_BINARY, "warpscope", "run", "program.cu", "--time-limit", "0", nullptr);
    ::_exit(127);
  }
  ~RunToKill() {
    if (parent_ > 0) kill();
  }
  RunToKill(const RunToKill&) = delete;
  RunToKill& operator=(const RunToKill&) = delete;

  [[nodiscard]] fs::path temporary() const { return folder_.path() / "temporary"; }
  [[nodiscard]] bool runs() const { return fs::exists(folder_.path() / "running"); }
  /// Not only asks a compiler who it is.
  [[nodiscard]] bool compiles() const {
    return std::ranges::any_of(descendants_of(parent_), [](const ProcessEntry& process) {
      const std::string name = process_name(process.id);
      if (name != "cc1plus" && !name.starts_with("clang")) return false;
      const std::string line = text_of_file("/proc/" + std::to_string(process.id) + "/cmdline");
      return line.find("-fdebug-prefix-map") != std::string::npos;
    });
  }
  /// Kills the parent and waits until all that it had started is gone. Tells how many processes that were, and how many
  /// logs they had.
  void end(std::size_t& processes, std::size_t& logs_there) {
    std::vector<ProcessEntry> all = descendants_of(parent_);
    std::set<ino_t> logs = logs_of(parent_);
    for (const ProcessEntry& process : all) logs.merge(logs_of(process.id));
    processes = all.size();
    logs_there = logs.size();
    kill();
    for (const ProcessEntry& process : all) {
      EXPECT_TRUE(comes_true([&] { return is_gone(process.id); }))
          << process_name(process.id) << ", process " << process.id << " of state " << process.state
          << ", is left";
    }
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const pid_t process = std::atoi(entry.path().filename().c_str());
      if (process <= 0) continue;
      for (const ino_t log : logs_of(process)) {
        EXPECT_FALSE(logs.contains(log)) << process_name(process) << " holds the log";
      }
    }
    EXPECT_TRUE(fs::is_empty(temporary())) << fs::directory_iterator(temporary())->path();
  }

 private:
  void kill() {
    ::kill(parent_, SIGKILL);
    ::waitpid(parent_, nullptr, 0);
    parent_ = -1;
  }
  TestFolder folder_;
  pid_t parent_ = -1;
};

class KilledParents : public testing::TestWithParam<Killed> {};

TEST_P(KilledParents, LeaveNothingOfAProgram) {
  RunToKill run(GetParam().program, nullptr);
  ASSERT_TRUE(comes_true([&] { return run.runs(); })) << "the program has not begun";
  std::size_t processes = 0, logs = 0;
  run.end(processes, logs);
  EXPECT_GE(processes, 3U) << "guard, keeper and program";
  EXPECT_GE(logs, 1U);
}

INSTANTIATE_TEST_SUITE_P(Programs, KilledParents, testing::ValuesIn(endless),
                         [](const auto& each) { return std::string(each.param.name); });

class KilledCompilations : public testing::TestWithParam<const char*> {};

TEST_P(KilledCompilations, LeaveNothingOfTheCompiler) {
  if (std::system((std::string(GetParam()) + " --version > /dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "there is no " << GetParam();
  RunToKill run(long_compilation, GetParam());
  ASSERT_TRUE(comes_true([&] { return run.compiles(); })) << "no compiler has begun";
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // it makes its files
  ASSERT_TRUE(run.compiles());
  std::size_t processes = 0, logs = 0;
  run.end(processes, logs);
}

INSTANTIATE_TEST_SUITE_P(Compilers, KilledCompilations, testing::Values("clang++", "g++"),
                         [](const auto& each) {
                           return std::string(each.param).starts_with("g") ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
