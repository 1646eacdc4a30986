// The slowest frames while somebody does everything at once to the window, with the same inputs as
// the test tests/app/shell/monkey_test.cpp. Frames are built but not rasterised. Prints, asserts
// nothing.
//
//   bench_monkey [INPUTS [SEED]]

#include <cstdio>
#include <cstdlib>

#include "tests/support/monkey.hpp"

int main(int argc, char** argv) {
  using namespace warpscope;
  const long inputs = argc > 1 ? std::atol(argv[1]) : 20'000;
  const long seed = argc > 2 ? std::atol(argv[2]) : 2026;
  auto ui = OffscreenUi::create(1280, 720);
  if (!ui) {
    std::fprintf(stderr, "bench_monkey: %s\n", ui.error().message.c_str());
    return 3;
  }
  const test::Sandbox sandbox;
  test::Monkey monkey(*ui.value(), static_cast<std::uint32_t>(seed));
  const auto& report = monkey.run(static_cast<std::uint64_t>(inputs));
  std::printf("%llu inputs, %llu frames, %llu traces shown, %llu pictures\n",
              static_cast<unsigned long long>(report.inputs),
              static_cast<unsigned long long>(report.frames),
              static_cast<unsigned long long>(report.recordings),
              static_cast<unsigned long long>(report.pictures));
  for (const auto& frame : report.slowest) {
    std::printf("%9.2f ms of the processor, %9.2f ms in all, after %s\n", frame.cpu_ms,
                frame.wall_ms, frame.cause.c_str());
  }
  const std::string fault = monkey.fault();
  if (!fault.empty()) std::printf("fault: %s\n", fault.c_str());
  return fault.empty() ? 0 : 1;
}
