#pragma once

#include <string>

#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/machine/code_map.hpp"

namespace warpscope {

/// A launch of a kernel, as what watches it needs to know it.
struct WatchedKernel {
  CodeMap* code = nullptr;                    ///< null: no debug information
  const ProgramFunction* function = nullptr;  ///< null: not known
  std::string name;
  const ws_launch_config* config = nullptr;
  const ws_parameter* parameters = nullptr;
  int parameter_count = 0;
  int launch = 0;  ///< ProgramLaunch::number
};

}  // namespace warpscope
