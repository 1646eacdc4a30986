#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A file of the program's, read once; its name as the user would type it. Empty if it cannot be read.
[[nodiscard]] const SourceFile& program_source(const std::string& file);

}  // namespace warpscope
