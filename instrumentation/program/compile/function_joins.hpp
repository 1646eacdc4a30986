#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/compile/module_text.hpp"
#include "instrumentation/program/compile/module_types.hpp"

namespace warpscope {

/// What one function of a module is joined by.
struct JoinSurroundings {
  const ModuleTypes& types;
  const std::vector<SharedVariable>& shared;  ///< that it uses, or what it calls
  const std::set<std::string_view>& pure;     ///< functions that have nothing to do with memory
  bool is_kernel = false;                     ///< all lanes of a warp have the same parameters
};

/// The text of a function, from "define" to "}", with joined accesses (joined_accesses.hpp). Adds to `joined` how many there
/// are; it is a part of new names.
[[nodiscard]] std::string with_joined_accesses_of(const std::vector<std::string_view>& lines,
                                                  const JoinSurroundings& around,
                                                  std::uint64_t& joined);

}  // namespace warpscope
