#pragma once

#include "instrumentation/language/say.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope::test {

/// A program of 40 threads of which 16 come to the barrier on line 5, which ends the first step; to the next one all come.
inline Trace diverging_barrier() {
  TraceMaker make(40);
  const int data = make.shared("data", 64);
  make.store(data, 4, 0xffffU, own, all(1));
  make.barrier("half");
  make.load(data, 7, all_lanes, own);
  make.barrier("whole");
  make.load(data, 9, all_lanes, own);
  make.step("end");
  Trace trace = make.take();
  trace.header.program = "half.cu";
  trace.findings.push_back({.kind = FindingKind::barrier_divergence,
                            .line = 5,
                            .step = 0,
                            .thread = 0,
                            .other_thread = 16,
                            .message = say("Half of them wait on line 5."),
                            .arrived = {0xffffU, 0}});
  return trace;
}

}  // namespace warpscope::test
