#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/source/user_sources.hpp"

namespace warpscope {

/// How a compiler is told to compile a file so that every access to memory calls a hook, in the order of the
/// source; without the names of input and output.
[[nodiscard]] std::vector<std::string> compile_flags(const Compiler& compiler,
                                                     const BuildRequest& request,
                                                     const UserSource& source,
                                                     const std::filesystem::path& headers);

// In two steps: a file becomes LLVM's text, and the text an object, of which each copy of a structure is what it is on
// a GPU (whole_copies.hpp), and another one for blocks at speed (speed_module.hpp).

[[nodiscard]] bool goes_in_two_steps(const Compiler& compiler, const UserSource& source);
[[nodiscard]] bool has_code_at_speed(const BuildRequest& request);
/// The first step.
[[nodiscard]] std::vector<std::string> module_flags(const Compiler& compiler,
                                                    const BuildRequest& request,
                                                    const UserSource& source,
                                                    const std::filesystem::path& headers);
/// The second one, to the same object as compile_flags().
[[nodiscard]] std::vector<std::string> watched_object_flags(const Compiler& compiler,
                                                            const BuildRequest& request);
/// Between the two, for a program as compiled: from text to text, optimised and with hooks.
[[nodiscard]] std::vector<std::string> optimised_module_flags(const Compiler& compiler,
                                                              const BuildRequest& request);
/// After that: what is left to be done without another look at the code.
[[nodiscard]] std::vector<std::string> optimised_object_flags();
/// The second one, for a text of SpeedModule. Unlike with the others, no flag may be left out.
[[nodiscard]] std::vector<std::string> object_at_speed_flags();

/// The same for the shared object.
[[nodiscard]] std::vector<std::string> link_flags();

}  // namespace warpscope
