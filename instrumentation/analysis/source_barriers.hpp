#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A barrier as a kernel's source writes it.
struct SourceBarrier {
  std::uint32_t line = 0;
  bool of_warp = false;  ///< syncwarp: only a warp waits for its lanes
  std::string text;      ///< the line without what stands around it: `block.sync("add", s);`
};

/// The barriers of a source file, in order. What stands in a comment is none.
[[nodiscard]] std::vector<SourceBarrier> barriers_of(const SourceFile& source);

}  // namespace warpscope
