// What the emulator costs with its recording on: lane accesses a second, microseconds a block, and
// whether 4, 16 and 64 blocks cost 4, 16 and 64 times one. Figures, not a test.
//
//   bench_emulator [--json] [--input KIND|FILE] [--size N] [--block B] [KERNEL …]
//
// The emulator records one block of a launch. So N blocks are N launches of one recorded block each,
// into one trace: nothing here counts that was not recorded. In processor time of this thread, so
// that what else the machine does is not counted.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "instrumentation/run/emulated_programs.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

/// One block each.
std::vector<RunRequest> usual_requests() {
  return {{.kernel = "reduce_strided"},
          {.kernel = "scan_padded32"},
          {.kernel = "bitonic_shared", .size = 1024, .block = 512},
          {.kernel = "matmul_tiled", .size = 16}};
}

constexpr int counts_of_blocks[] = {1, 4, 16, 64};
constexpr int rounds = 9;  // the least of them counts: everything else only adds

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double least_seconds(const std::function<void()>& work) {
  double least = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

/// A kernel and a problem of one block.
struct Subject {
  const Program<EmulatorMachine>* program = nullptr;
  Setup setup;
};

Result<Subject> find(const RunRequest& request) {
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  if (plan->grid != 1) {
    return Error{ErrorKind::usage,
                 fmt::format("{} has {} blocks at size {}, but only one of a launch is recorded: "
                             "give a smaller --size.",
                             request.kernel, plan->grid, plan->size)};
  }
  auto setup = make_setup(request.input, plan.value());
  if (!setup) return setup.error();
  const auto* program = find_program(emulated_programs(), request.kernel, plan->parameters);
  if (program == nullptr) {
    return Error{ErrorKind::usage, fmt::format("{} has no emulated program.", request.kernel)};
  }
  return Subject{program, std::move(setup).value()};
}

Trace record(const Subject& subject, int blocks) {
  TraceBuilder builder(TraceHeader{});
  for (int i = 0; i < blocks; ++i) {
    EmulatorMachine machine(builder, 0, {}, {});
    (void)subject.program->run(machine, subject.setup, false);
  }
  return builder.build();
}

struct Growth {
  int blocks = 0;
  double microseconds = 0;
};
struct Figures {
  std::string kernel;
  int threads = 0;
  std::size_t lane_accesses = 0;  // of one block
  std::vector<Growth> growth;

  [[nodiscard]] double block_microseconds() const {
    return growth.back().microseconds / growth.back().blocks;
  }
  [[nodiscard]] double per_second() const {
    return static_cast<double>(lane_accesses) / block_microseconds() * 1e6;
  }
};

Figures measure(const Subject& subject) {
  Figures figures{
      std::string(subject.program->id), subject.setup.block, record(subject, 1).indices.size(), {}};
  for (const int blocks : counts_of_blocks) {
    // Short work is repeated, so that the clock's grain and a tick of the kernel do not matter.
    const int repeats = counts_of_blocks[3] / blocks;
    const double seconds = least_seconds([&] {
      for (int i = 0; i < repeats; ++i) (void)record(subject, blocks);
    });
    figures.growth.push_back({blocks, seconds / repeats * 1e6});
  }
  return figures;
}

void print_table(const std::vector<Figures>& all) {
  fmt::print(
      "Recorded blocks on the emulator, one thread, the least of {} rounds\n{:26}{:>8}{:>10}"
      "{:>12}{:>10}",
      rounds, "", "threads", "accesses", "µs/block", "M acc./s");
  for (const int blocks : counts_of_blocks) fmt::print("{:>9}", fmt::format("×{}", blocks));
  fmt::print("\n");
  for (const Figures& figures : all) {
    fmt::print("{:26}{:>8}{:>10}{:>11.1f}{:>10.1f}", figures.kernel, figures.threads,
               figures.lane_accesses, figures.block_microseconds(), figures.per_second() / 1e6);
    for (const Growth& growth : figures.growth)
      fmt::print("{:>8.2f}", growth.microseconds / figures.growth.front().microseconds);
    fmt::print("\n");
  }
}

void print_json(const std::vector<Figures>& all, const std::vector<std::string>& missing) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const Figures& figures : all) {
    nlohmann::json growth = nlohmann::json::array();
    for (const Growth& g : figures.growth)
      growth.push_back({{"blocks", g.blocks}, {"microseconds", g.microseconds}});
    kernels.push_back({{"kernel", figures.kernel},
                       {"threads", figures.threads},
                       {"lane_accesses", figures.lane_accesses},
                       {"microseconds_per_block", figures.block_microseconds()},
                       {"lane_accesses_per_second", figures.per_second()},
                       {"growth", std::move(growth)}});
  }
  fmt::print("{}\n", nlohmann::json{{"kernels", kernels}, {"missing", missing}}.dump(1));
}

/// Takes `--name VALUE` out of the arguments.
std::optional<std::string> take(std::vector<std::string>& arguments, std::string_view name) {
  const auto at = std::find(arguments.begin(), arguments.end(), name);
  if (at == arguments.end() || at + 1 == arguments.end()) return std::nullopt;
  const std::string value = *(at + 1);
  arguments.erase(at, at + 2);
  return value;
}

int main_of(std::vector<std::string> arguments) {
  const bool json = std::erase(arguments, "--json") > 0;
  RunRequest common;
  common.input.kind = take(arguments, "--input").value_or(common.input.kind);
  if (const auto size = take(arguments, "--size")) common.size = std::stoll(*size);
  if (const auto block = take(arguments, "--block")) common.block = std::stoi(*block);
  std::vector<RunRequest> requests =
      arguments.empty() ? usual_requests() : std::vector<RunRequest>();
  for (const std::string& kernel : arguments) {
    requests.push_back(common);
    requests.back().kernel = kernel;
  }
  std::vector<Figures> all;
  std::vector<std::string> missing;
  for (RunRequest& request : requests) {
    request.machine = MachineKind::emulator;
    if (const auto subject = find(request)) {
      all.push_back(measure(subject.value()));
    } else {
      missing.push_back(request.kernel);
      fmt::print(stderr, "bench_emulator: {}\n", subject.error().message);
    }
  }
  if (json) {
    print_json(all, missing);
  } else {
    print_table(all);
  }
  return missing.empty() ? 0 : 1;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Otherwise a long trace pays the system for fresh pages, while a short one finds those of the
  // last.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  return warpscope::main_of(std::vector<std::string>(argv + 1, argv + argc));
}
