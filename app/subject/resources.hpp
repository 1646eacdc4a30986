#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What the compiler allotted to a native kernel of the catalogue, as CUDA told it of a device: see
/// KernelResources, in the records of `bench --device`.
struct CompiledResources {
  int registers = 0;             ///< of a thread; of the form that takes most
  int fewest_registers = 0;      ///< of the one that takes least: which of them runs is not known
  std::int64_t local_bytes = 0;  ///< of a thread, in local memory
  std::string architecture;      ///< "sm_90"
  std::string compiler;          ///< "CUDA 13.0"
  std::string date;              ///< "2026-11-24"
};

/// Of a launch of the trace; nullopt if it is of a program of the user's own, or not recorded. Of the
/// kernel's forms: those that are compiled for the trace's parameters.
[[nodiscard]] std::optional<CompiledResources> find_resources(const Trace& trace,
                                                              std::string_view kernel);

}  // namespace warpscope
