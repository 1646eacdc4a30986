#pragma once

#include <cstdio>

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// The exit code by which a test program says that it was skipped.
inline constexpr int skipped = 77;

/// Whether a GPU answers; says why not.
inline bool device_answers() {
  if (!cuda_status().usable) std::fprintf(stderr, "skipped: %s\n", cuda_status().problem.c_str());
  return cuda_status().usable;
}

}  // namespace warpscope
