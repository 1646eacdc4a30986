#pragma once

#include <string_view>

namespace warpscope {

/// The output of `git describe` when the build was configured; empty outside of git.
[[nodiscard]] std::string_view build_commit();

}  // namespace warpscope
