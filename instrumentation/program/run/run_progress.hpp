#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

/// What a program has done at one moment while it runs. Its size has a bound, however much the program does. Immutable.
struct RunProgress {
  static constexpr std::size_t most_kernels = 6;
  static constexpr std::size_t most_findings = 200;

  struct Kernel {
    std::string name;
    std::int64_t launches = 0;
  };
  std::int64_t begun = 0, ended = 0;     ///< launches
  std::optional<ProgramLaunch> newest;   ///< the launch that began last
  bool newest_runs = false;              ///< and has not ended
  std::optional<ProgramLaunch> failed;   ///< the last launch that failed: `error` says how
  std::vector<Kernel> kernels;           ///< those launched most, the first one most often
  std::int64_t other_launches = 0;       ///< of other kernels
  std::int64_t findings = 0, notes = 0;  ///< so far
  /// The first of those findings and notes, as the outcome will have them, and the launches that they name; nothing else.
  ProgramOutcome found;
};

}  // namespace warpscope
