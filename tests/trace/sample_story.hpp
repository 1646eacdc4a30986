#pragma once

#include "instrumentation/trace/stream_story.hpp"

namespace warpscope::test {

/// Two streams. `load` copies and records an event, for which `compute` waits before it launches scale; the host waits for
/// both. Then compute launches fill, and load copies what that writes, with no order.
inline StreamStory sample_story() {
  using Kind = StreamCallKind;
  StreamStory story;
  story.streams = {{.legacy = false, .name = "load"}, {.legacy = false, .name = "compute"}};
  story.calls = {
      {.stream = 0, .number = 1, .clock = {1}, .function = "cudaMemcpyAsync", .line = 20},
      {.kind = Kind::event,
       .stream = 0,
       .number = 2,
       .clock = {2},
       .function = "cudaEventRecord",
       .line = 21},
      {.stream = 1,
       .number = 1,
       .clock = {2, 1},
       .function = "cudaLaunchKernel",
       .kernel = "scale",
       .launch = 1,
       .file = "two.cu",
       .line = 23},
      {.kind = Kind::host_waits, .clock = {2, 1}, .function = "cudaDeviceSynchronize", .line = 24},
      {.stream = 1,
       .number = 2,
       .clock = {2, 2},
       .function = "cudaLaunchKernel",
       .kernel = "fill",
       .launch = 2,
       .file = "two.cu",
       .line = 25},
      {.stream = 0,
       .number = 3,
       .clock = {3, 1},
       .function = "cudaMemcpyAsync",
       .file = "two.cu",
       .line = 26}};
  story.clashes = {{.later = 5, .earlier = 4, .earlier_writes = true, .memory = "out"}};
  return story;
}

}  // namespace warpscope::test
