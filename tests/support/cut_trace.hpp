#pragma once

#include "tests/support/trace_maker.hpp"

namespace warpscope::test {

/// Each lane reads `reads` elements and stores at `lines` lines what it made of all of them. Of 2,048 reads and 8 lines
/// the dataflow is cut: the last 12 of the 256 stored values have no edges.
inline Trace sums_of_many(int reads, int lines) {
  TraceMaker make;
  const int in = make.global("in", 32 * reads), out = make.global("out", 32 * lines);
  for (int k = 0; k < reads; ++k) {
    make.load(in, 3, all_lanes, [&](int lane) { return 32 * k + lane; });
  }
  for (int line = 0; line < lines; ++line) {
    const auto to = [&](int lane) { return 32 * line + lane; };
    make.store(out, 10 + line, all_lanes, to, Lanes{});
  }
  return make.take();
}

}  // namespace warpscope::test
