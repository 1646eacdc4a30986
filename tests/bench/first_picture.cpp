// From the start of a process to its first pictures, as `warpscope KERNEL` makes them, but off
// screen: the first frame of all, and the first that shows the kernel. Rasterised and read back.
// Prints and asserts nothing.
//
//   bench_first_picture [KERNEL [RUNS]]
//   bench_first_picture home [RUNS]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/offscreen_ui.hpp"

namespace warpscope {
namespace {

/// Of a clock that parent and child share.
double now_ms() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// In the child: prints the two times since `start`.
int draw(const char* kernel, double start) {
  Session session(Settings{}, record_with_views);
  const bool home = std::strcmp(kernel, "home") == 0;
  const std::string recorded = home ? session.settings.kernel : std::string(kernel);
  if (const Status chosen = session.choose_kernel(recorded); !chosen) {
    std::fprintf(stderr, "bench_first_picture: %s\n", chosen.error().message.c_str());
    return 2;
  }
  if (home) session.views.layout = LayoutKind::home;
  auto ui = OffscreenUi::create(1280, 720);
  if (!ui) {
    std::fprintf(stderr, "bench_first_picture: %s\n", ui.error().message.c_str());
    return 3;
  }
  const Commands commands = make_commands(session, view_lists());
  Workbench bench(session, commands, ui.value()->fonts());
  double first = 0;
  for (bool shown = false; !shown;) {
    session.tick(1 / 60.0F);
    shown = session.playback.left().ready();
    const auto image = ui.value()->render(bench.background(), [&] { bench.frame(1 / 60.0F); });
    if (!image) return 3;
    if (first == 0) first = now_ms();
  }
  std::printf("%.3f %.3f\n", first - start, now_ms() - start);
  return 0;
}

void print(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  std::printf("%-28s least %7.1f ms   median %7.1f ms   most %7.1f ms\n", what, times.front(),
              times[times.size() / 2], times.back());
}

int measure(const std::string& program, const char* kernel, int runs) {
  std::vector<double> first, whole;
  for (int run = 0; run < runs; ++run) {
    const std::string command =
        "'" + program + "' --child " + kernel + ' ' + std::to_string(now_ms());
    FILE* child = popen(command.c_str(), "r");
    double a = 0, b = 0;
    const bool read = child != nullptr && std::fscanf(child, "%lf %lf", &a, &b) == 2;
    if (child == nullptr || pclose(child) != 0 || !read) return 3;
    first.push_back(a);
    whole.push_back(b);
  }
  std::printf("%s, %d starts\n", kernel, runs);
  print("first frame", first);
  print("first frame with the kernel", whole);
  return 0;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--child") == 0) {
    return warpscope::draw(argv[2], std::atof(argv[3]));
  }
  const int runs = argc > 2 ? std::atoi(argv[2]) : 10;
  return warpscope::measure(argv[0], argc > 1 ? argv[1] : "reduce_strided", std::max(1, runs));
}
