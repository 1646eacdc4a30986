// How long a frame with the heat map of ten million cells (32 banks, 312,500 accesses) takes off
// screen, drawn and read back, while it is panned and zoomed. Measures processor time of all
// threads, because software rendering has its own and other work of the machine must not count.
// Prints percentiles and asserts nothing.
//
//   bench_heat [ACCESSES]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

#include "app/panes/heat/heat_view.hpp"
#include "app/ui/heat_painter.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

constexpr Rect pane{400, 500, 1100, 420};  // of a window of 1920 × 1080
constexpr int frames = 300;

/// Loads of every stride, a barrier now and then.
Trace long_trace(std::size_t accesses) {
  test::TraceMaker make(warp_lanes);
  const int data = make.shared("data", 4096);
  for (std::size_t i = 0; i < accesses; ++i) {
    const int stride = 1 << (i / 4096 % 6);
    const auto round = static_cast<int>(i % 32);
    make.load(data, 10, all_lanes, [=](int lane) { return (lane * stride + round) % 4096; });
    if (i % 4096 == 4095) make.barrier("load", stride);
  }
  make.barrier("end");
  return make.take();
}

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double milliseconds(const std::function<void()>& work) {
  const double start = cpu_milliseconds();
  work();
  return cpu_milliseconds() - start;
}

void print(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf("%-34s p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms\n", what, at(0.5), at(0.99),
              times.back());
}

int measure(std::size_t accesses) {
  auto ui = OffscreenUi::create(1920, 1080);
  if (!ui) {
    std::fprintf(stderr, "bench_heat: %s\n", ui.error().message.c_str());
    return 3;
  }
  const Document document(RunRequest{}, std::make_shared<const Trace>(long_trace(accesses)),
                          BankModel::cc5);
  HeatView view;
  print("view prepares", {milliseconds([&] { view.on_document(document); })});
  Frame frame;
  frame.document = &document;
  frame.access = static_cast<std::uint32_t>(accesses / 2);
  frame.theme = &dark_theme();
  const auto draw = [&](const Pointer& pointer) {
    return milliseconds([&] {
      const auto image = ui.value()->paint(dark_theme().background, [&](Canvas& canvas) {
        frame.pointer = pointer;
        Wishes wishes;
        view.draw(canvas, pane, frame, wishes);
      });
      if (!image) std::exit(3);
    });
  };
  std::printf("%zu cells, %s, %g × %g of 1920 × 1080\n", accesses * 32,
              ui.value()->renderer().c_str(), pane.w, pane.h);
  std::vector<double> empty, whole, zooming, panning, near;
  for (int i = 0; i < frames; ++i) {
    empty.push_back(milliseconds([&] {
      const auto image = ui.value()->paint(dark_theme().background, [](Canvas&) {});
      if (!image) std::exit(3);
    }));
  }
  print("first frame", {draw({})});
  const Point middle = pane.center();
  for (int i = 0; i < frames; ++i) whole.push_back(draw({}));
  const auto pan = [&](std::vector<double>& times) {
    draw({.at = middle, .inside = true, .pressed = true, .down = true});
    for (int i = 0; i < frames; ++i) {
      const float way = 500 * std::sin(static_cast<float>(i) * 0.1F);
      times.push_back(draw({.at = {middle.x + way, middle.y}, .inside = true, .down = true}));
    }
    draw({.at = middle, .inside = true, .released = true});
  };
  for (int i = 0; i < 10; ++i) zooming.push_back(draw({.at = middle, .inside = true, .wheel = 1}));
  pan(panning);
  for (int i = 0; i < 20; ++i) zooming.push_back(draw({.at = middle, .inside = true, .wheel = 1}));
  pan(near);
  print("frame without the map", empty);
  print("frame, all in sight", whole);
  print("frame, zooming", zooming);
  print("frame, panning a tenth", panning);
  print("frame, panning a thousandth", near);
  std::printf("%d uploads to the texture\n", ui.value()->heat().uploads());
  return 0;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  const long accesses = argc > 1 ? std::atol(argv[1]) : 312'500;
  return warpscope::measure(static_cast<std::size_t>(std::max(1L, accesses)));
}
