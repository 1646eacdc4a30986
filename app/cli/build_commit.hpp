#pragma once

#include <string_view>

namespace warpscope {

/// What `git describe` said of the source when the build was configured; empty outside of git.
[[nodiscard]] std::string_view build_commit();

}  // namespace warpscope
