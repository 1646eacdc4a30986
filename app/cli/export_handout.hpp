#pragma once

#include "app/cli/command.hpp"
#include "app/cli/export_options.hpp"
#include "app/export/export_format.hpp"

namespace warpscope {

/// Exports the hand-out of the lesson that --lesson names: a PDF, or a picture for each stop. Gives the exit code.
[[nodiscard]] Result<int> export_handout(const ExportOptions& options, const ExportFormat& format,
                                         Invocation& invocation);

}  // namespace warpscope
