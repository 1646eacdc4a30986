#pragma once

#include <string>

#include "app/session/session.hpp"

namespace warpscope {

/// What stands at the two sides of a comparison, in words.
struct SideNames {
  std::string left, right;
};
/// Of what is shown: "Reduction · 2 strided indexing", "Without the barrier of line 33".
[[nodiscard]] SideNames side_names(const Session& session);

/// The kernel's label, and what was changed of it: a changed run never passes for the kernel.
[[nodiscard]] std::string run_label(const TraceHeader& header);

/// The right side that these options ask for; empty where there is none.
[[nodiscard]] std::string variant_label(const Options& options);

}  // namespace warpscope
