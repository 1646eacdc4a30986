#pragma once

#include "app/cli/frontend.hpp"

namespace warpscope {

/// Opens the window and returns when it closes: 0; or 3 if there is no display, with a sentence on
/// standard error that names the headless commands.
[[nodiscard]] int run_window(const WindowOptions& options);

}  // namespace warpscope
