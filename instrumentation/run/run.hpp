#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/relayout.hpp"
#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

enum class MachineKind : std::uint8_t { automatic, emulator, cuda };

/// Where the elements come from. Kinds: random (0..99, unless the kernel says otherwise), ones,
/// ramp (0, 1, 2, …), alternating (1, -1, …), reversed, wide (any 32-bit value), special
/// (infinities, NaN, -0, …), those of linear systems (run/linear_systems.hpp), or a file. A file
/// holds numbers separated by blanks, commas or newlines.
struct InputSpec {
  std::string kind{};  ///< one of input_kinds(), or the path of a file; empty: the kernel's default
  std::uint64_t seed = 7;
  friend bool operator==(const InputSpec&, const InputSpec&) = default;
};
/// The default first.
[[nodiscard]] std::vector<std::string> input_kinds(const KernelInfo& kernel);

/// The emulator's choices: the order in which warps advance between barriers, and whose value
/// survives if several lanes store to one element in one instruction.
struct Schedule {
  bool random = false;
  std::uint64_t seed = 0;
  bool highest_lane_wins = false;  ///< else the lane that wins on an H200
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Changes to a kernel that show what a part of it is good for. The trace's header names them
/// (parameters "without_barrier", "padded" and "relayout"), so that it never passes for the kernel's own.
struct WhatIf {
  int drop_barrier = 0;  ///< line of its source at whose barrier nobody waits; emulator only
  int pad = 0;  ///< an unused element after each so many of a shared array (analysis/padding.hpp)
  Layouts layouts{};  ///< other layouts of shared arrays, after the padding
  friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// Everything that determines a run. Unset numbers take the kernel's defaults. A new member gets a
/// row in run_option_table.cpp.
struct RunRequest {
  std::string kernel;                ///< catalogue id
  std::optional<std::int64_t> size;  ///< elements
  std::optional<int> block;          ///< threads per block
  InputSpec input;
  std::map<std::string, std::string> parameters;  ///< see KernelInfo::parameters
  MachineKind machine = MachineKind::automatic;
  std::optional<int> traced_block;  ///< unset: the first, or KernelInfo::shows_last_block
  Schedule schedule;
  WhatIf what_if{};
  friend bool operator==(const RunRequest&, const RunRequest&) = default;
};

struct RunResult {
  std::shared_ptr<const Trace> trace;
  std::vector<double> output;  ///< of the whole launch, every block
  std::string mismatch;  ///< empty: equals the reference; else the first difference, in English
  Sentence wrong{};      ///< the same for who reads another language
};

/// Runs a kernel, records its traced block and checks the output against the CPU reference.
/// Fails with ErrorKind::usage if the request is not legal (the sentence says what is allowed),
/// ErrorKind::unavailable if the machine lacks memory or a GPU or is not built with CUDA,
/// ErrorKind::failed on a device error or when `stop` was requested. The emulator checks `stop` at
/// each access and each wait of a thread, a GPU between two launches.
[[nodiscard]] Result<RunResult> run(const RunRequest& request, std::stop_token stop = {});

/// Fills in the defaults and checks legality without running.
[[nodiscard]] Result<RunRequest> complete(const RunRequest& request);

/// Id → kernel, or a sentence with the nearest names.
[[nodiscard]] Result<const KernelInfo*> find_kernel(std::string_view id);

/// The GPU of this machine, and whether it can be used.
struct CudaStatus {
  bool built = false;    ///< this binary contains the CUDA machines
  bool usable = false;   ///< a driver and a device answer
  std::string device{};  ///< "NVIDIA H200"
  /// "580.159.04"; if the driver does not say, the newest CUDA that it knows
  std::string driver{};
  std::string runtime{};  ///< toolkit that the binary was built with
  std::string compute{};  ///< "9.0"
  std::string problem{};  ///< why not usable, in one sentence
};
[[nodiscard]] const CudaStatus& cuda_status();

}  // namespace warpscope
