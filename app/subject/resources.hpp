#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What the compiler allotted to a native kernel of the catalogue: not measured, but read from its
/// machine code. Source: assets/measurements/h200/resources.json, which tests/gpu/resources.py
/// writes.
struct KernelResources {
  int registers = 0;         ///< of a thread; of the instance that takes most
  int fewest_registers = 0;  ///< of the one that takes least: which of them runs is not known
  int stack = 0;             ///< bytes of a thread in local memory
  std::string architecture;  ///< "sm_90"
  std::string compiler;      ///< "CUDA 13.0"
  std::string date;          ///< "2026-11-24"
};

/// Of a launch of the trace; nullopt if it is of a program of the user's own, or not recorded. Of a
/// template's instances: those for the trace's element type and operator, where there are such.
[[nodiscard]] std::optional<KernelResources> find_resources(const Trace& trace,
                                                            std::string_view kernel);

}  // namespace warpscope
