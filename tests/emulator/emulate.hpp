#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/run/emulator_machine.hpp"

namespace warpscope {

/// Runs a kernel that need not be in the catalogue: one block, a global array "memory" of ints.
struct Emulated {
  Trace trace;
  std::vector<int> memory;

  [[nodiscard]] int findings(FindingKind kind) const {
    int count = 0;
    for (const Finding& finding : trace.findings) count += finding.kind == kind ? 1 : 0;
    return count;
  }
  [[nodiscard]] Finding first(FindingKind kind) const {
    for (const Finding& finding : trace.findings) {
      if (finding.kind == kind) return finding;
    }
    return {};
  }
};

template <class Kernel>
Emulated emulate_block(const Kernel& kernel, int threads, std::vector<int> memory,
                       const EmulatorOptions& options = {}) {
  TraceBuilder builder(TraceHeader{});
  EmulatorMachine machine(builder, 0, options, {});
  const auto count = static_cast<std::int64_t>(memory.size());
  const auto global =
      machine.upload<int>("memory", Problem<int>{std::move(memory), count, count, 1, threads});
  const EmulatorMachine::Buffer<int> writable{global.id};
  machine.launch(kernel, 1, threads, 0, writable);
  return {builder.build(), machine.download(writable)};
}

}  // namespace warpscope
