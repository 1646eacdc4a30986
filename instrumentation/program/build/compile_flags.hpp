#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/program/build/build_program.hpp"
#include "instrumentation/program/build/user_sources.hpp"

namespace warpscope {

/// How a compiler is told to compile a file so that every access to memory calls a hook, in the order of the
/// source; without the names of input and output.
[[nodiscard]] std::vector<std::string> compile_flags(const Compiler& compiler,
                                                     const BuildRequest& request,
                                                     const UserSource& source,
                                                     const std::filesystem::path& headers);

/// The same for the shared object.
[[nodiscard]] std::vector<std::string> link_flags();

}  // namespace warpscope
