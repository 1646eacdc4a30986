// How long the window's frames and seeks take with a trace of a million warp accesses: without
// rasterising, in processor time of the frame thread; and rasterised and read back, in wall time and
// in processor time of all threads, of which a software rasteriser has many.
// Prints percentiles and asserts nothing.
//
//   bench_window [ACCESSES]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "app/session/session_commands.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

constexpr int warps = 8;
constexpr int threads = warps * warp_lanes;

/// A kernel that loads two words and stores one, in every step another stride.
Trace long_trace(std::size_t accesses) {
  test::TraceMaker make(threads);
  const int data = make.shared("data", 4096);
  std::size_t made = 0;
  for (std::int64_t step = 0; made < accesses; ++step) {
    const int stride = 1 << (step % 6);
    for (int round = 0; round < 16; ++round) {
      for (int warp = 0; warp < warps; ++warp, made += 3) {
        make.warp(warp);
        const auto own = [=](int lane) { return ((warp * 32 + lane) * stride + round) % 4096; };
        const auto other = [=](int lane) { return (own(lane) + stride) % 4096; };
        test::Lanes sum = make.load(data, 10, all_lanes, own);
        const test::Lanes right = make.load(data, 11, all_lanes, other);
        for (int lane = 0; lane < warp_lanes; ++lane) sum[lane] += right[lane] + 1;
        make.store(data, 12, all_lanes, own, sum);
      }
    }
    make.barrier("add", stride);
  }
  Trace trace = make.take();
  trace.header.kernel = "reduce_strided";
  trace.header.title = "hand made";
  trace.sources[0].text = "// a long kernel\n";
  return trace;
}

/// Of this thread, so that what else the machine does is not counted.
double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double milliseconds(const std::function<void()>& work) {
  const double start = cpu_milliseconds();
  work();
  return cpu_milliseconds() - start;
}

/// Of all threads of the process.
double all_cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double wall_milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

void print(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf("%-28s p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms\n", what, at(0.5), at(0.99),
              times.back());
}

int measure(std::size_t accesses) {
  auto ui = OffscreenUi::create(1920, 1080);
  if (!ui) {
    std::fprintf(stderr, "bench_window: %s\n", ui.error().message.c_str());
    return 3;
  }
  DocumentPtr document;
  const auto trace = std::make_shared<const Trace>(long_trace(accesses));
  print("summary, dataflow, replay", {milliseconds([&] {
          document = std::make_shared<const Document>(RunRequest{}, trace, BankModel::cc5);
        })});

  Session session;
  const Commands commands = make_commands(session);
  Workbench bench(session, commands, ui.value()->fonts());
  const auto views = std::make_shared<ViewSet>();
  print("views prepare", {milliseconds([&] { views->show(document); })});
  session.show({Options{}, document, nullptr, views, {}});
  const auto frame = [&] {
    session.tick(1 / 60.0F);
    ui.value()->build([&] { bench.frame(1 / 60.0F); });
  };
  std::printf("%zu accesses, %zu steps, 1920 × 1080\n", trace->accesses.size(),
              trace->steps.size());
  print("first frame", {milliseconds(frame)});
  // What a long trace needs in the background is not to be counted among the frames.
  print("stage prepares", {wall_milliseconds([&] {
          while (bench.seconds_until_change() == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            frame();
          }
        })});

  std::mt19937 random(7);
  std::uniform_int_distribution<std::uint32_t> anywhere(0, session.left().count() - 1);
  std::vector<double> stepping, seeking, frames_after, playing;
  for (int i = 0; i < 300; ++i) {
    session.step(Granularity::access, true);
    stepping.push_back(milliseconds(frame));
  }
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t place = anywhere(random);
    seeking.push_back(milliseconds([&] { session.seek(place); }));
    frames_after.push_back(milliseconds(frame));
  }
  session.player.set_speed(Player::max_speed);
  session.toggle_play();
  for (int i = 0; i < 300; ++i) playing.push_back(milliseconds(frame));
  session.seek(0);
  session.player.set_speed(1);
  std::vector<double> drawn, drawn_by_all;
  for (int i = 0; i < 300; ++i) {
    if (!session.player.playing()) session.toggle_play();
    session.tick(1 / 60.0F);
    const double start = all_cpu_milliseconds();
    drawn.push_back(wall_milliseconds([&] {
      static_cast<void>(ui.value()->render(bench.background(), [&] { bench.frame(1 / 60.0F); }));
    }));
    drawn_by_all.push_back(all_cpu_milliseconds() - start);
  }
  print("frame, stepping", stepping);
  print("frame, playing at 8×", playing);
  print("seek to a random access", seeking);
  print("frame after such a seek", frames_after);
  std::printf("rasterised by %s\n", ui.value()->renderer().c_str());
  print("frame on it, playing at 1×", drawn);
  print("the same, of all threads", drawn_by_all);
  return 0;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  const long accesses = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  return warpscope::measure(static_cast<std::size_t>(std::max(1L, accesses)));
}
