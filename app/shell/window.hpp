#pragma once

#include "app/cli/frontend.hpp"

namespace warpscope {

/// Opens the window and returns when it closes: 0, or 3 with a sentence on standard error that
/// names the headless commands, where there is no display.
[[nodiscard]] int run_window(const WindowOptions& options);

}  // namespace warpscope
