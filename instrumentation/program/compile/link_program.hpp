#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "instrumentation/program/source/user_sources.hpp"

namespace warpscope {

/// Makes a shared object of objects, and of those for blocks at speed, which use variables of the former. Whatever it needs is there when it is loaded: what is not is named here, with the
/// place that uses it. `folder`: for files on the way.
[[nodiscard]] std::optional<BuildFailure> link_program(
    const Compiler& compiler, const std::vector<std::filesystem::path>& objects,
    const std::vector<std::filesystem::path>& objects_at_speed,
    const std::filesystem::path& shared_object, const std::filesystem::path& folder,
    const UserSources& sources, const std::stop_token& stop);

}  // namespace warpscope
