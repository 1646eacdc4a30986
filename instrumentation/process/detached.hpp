#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Starts another program that goes on by itself: it outlives us, has no terminal, reads nothing,
/// and what it prints goes nowhere. No shell stands between. Nobody has to wait for it. Fails if it
/// cannot be started.
[[nodiscard]] Status start_detached(const std::filesystem::path& program,
                                    const std::vector<std::string>& arguments);

}  // namespace warpscope
