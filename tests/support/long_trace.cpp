#include "tests/support/long_trace.hpp"

#include "tests/support/trace_maker.hpp"

namespace warpscope::test {
namespace {

constexpr int warps = 8;
constexpr int threads = warps * warp_lanes;

}  // namespace

Trace long_trace(std::size_t accesses) {
  TraceMaker make(threads);
  const int data = make.shared("data", 4096);
  std::size_t made = 0;
  for (std::int64_t step = 0; made < accesses; ++step) {
    const int stride = 1 << (step % 6);
    for (int round = 0; round < 16; ++round) {
      for (int warp = 0; warp < warps; ++warp, made += 3) {
        make.warp(warp);
        const auto own = [=](int lane) { return ((warp * 32 + lane) * stride + round) % 4096; };
        const auto other = [=](int lane) { return (own(lane) + stride) % 4096; };
        Lanes sum = make.load(data, 10, all_lanes, own);
        const Lanes right = make.load(data, 11, all_lanes, other);
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

}  // namespace warpscope::test
