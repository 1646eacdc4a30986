#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/space.hpp"

namespace warpscope {

/// What people call a memory, in their language: a row of a table whose rows are in the order of
/// Space.
struct SpaceWords {
  Space space;
  const char* (*memory)();     ///< "shared", of a memory's figures
  const char* (*lives)();      ///< "shared", where a variable lives
  const char* (*saturates)();  ///< "shared", behind "saturate"
  const char* (*heading)();    ///< "Shared memory", above its figures
  const char*
      served;  ///< a message, of what all accesses took: "Global sectors"; nullptr: not told as one
  const char* (*waits)();       ///< "waits for shared memory", of a warp
  const char* (*why_fewest)();  ///< the question of a run whose accesses to it all cost the least
  /// What a sum of what it serves counts; fields are requests and the ideal.
  std::string (*counts)(std::int64_t requests, const std::string& number, std::uint64_t ideal);
};

/// Of THE list.
[[nodiscard]] const SpaceWords& words_of(Space space);

}  // namespace warpscope
