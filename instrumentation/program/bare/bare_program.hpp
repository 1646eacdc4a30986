#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/bare/bare_kernel.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/program/source/build_request.hpp"
#include "instrumentation/program/source/user_sources.hpp"

namespace warpscope {

/// What makes a program of files of which none defines main().
struct BareProgram {
  std::vector<BareLaunch> launches;  ///< empty: a file has main(), or there is no kernel
  std::map<std::filesystem::path, std::string> additions;  ///< what the end of a file gets
  std::vector<Diagnostic> warnings;                        ///< kernels that are not launched
  std::optional<BuildFailure> failure;
};

/// Launches the kernels for which there is a setup, in `request` or above them; if there is none, all of them.
[[nodiscard]] BareProgram make_bare_program(const UserSources& sources,
                                            const BuildRequest& request);

/// A function of C++, named `function`, that allocates what the setup says, launches the kernel and prints what it
/// changed; it returns 0 if all went well. It stands in no namespace. `setup` leaves nothing to guess.
[[nodiscard]] std::string bare_launch_function(const BareKernel& kernel, const BareSetup& setup,
                                               const std::string& function,
                                               const std::string& file);

}  // namespace warpscope
