#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/program/protocol/compared_run.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How a program is run: what its user may choose.
struct ProgramOptions {
  Dim3 traced_block{0, 0, 0};                    ///< clamped to each launch's grid
  bool all_blocks = false;                       ///< count every block of every launch
  BankModel banks = BankModel::cc5;              ///< of `all_blocks`
  std::optional<std::uint64_t> schedule_seed{};  ///< as EmulatorOptions
  bool highest_lane_wins = false;
  std::int64_t check_limit = 50'000'000;     ///< lane accesses that are checked, in all
  int record_launches = 100;                 ///< launches that are recorded
  int record_of_kernel = 1'000'000'000;      ///< of those, launches of one kernel
  std::int64_t record_accesses = 4'000'000;  ///< warp accesses that are recorded, in all
  double time_limit = 60;                    ///< seconds; 0: none
  std::int64_t memory_limit = 8192;          ///< MiB, of the whole process
  std::optional<ComparedRun> compared{};     ///< unset: the run stands for itself
};

/// What one launch was and what happened in it. Of a program that makes very many, those that come late stand for all
/// launches of one kernel and shape.
struct ProgramLaunch {
  int number = 0;          ///< from 1, in the order of the program; of several: the first one's
  std::int64_t times = 1;  ///< launches that it stands for
  std::string kernel;
  Dim3 grid, block;
  std::int64_t shared_bytes = 0;     ///< static and dynamic
  std::int32_t trace_launch = -1;    ///< into Trace::launches; -1: not recorded
  std::int64_t recorded_block = -1;  ///< its number
  std::int64_t checked_blocks = 0;
  bool checked_all = false;
  bool cut = false;   ///< recording came to its limit within it: the rest of it is not in the trace
  std::string error;  ///< name of CUDA's error, "cudaErrorIllegalAddress"; empty: none
  /// Of all launches that it stands for.
  [[nodiscard]] std::int64_t blocks() const { return grid.count() * times; }
};

}  // namespace warpscope
