#pragma once

#include <string>

#include "app/session/session.hpp"

namespace warpscope {

/// The names of the two sides of a comparison.
struct SideNames {
  std::string left, right;
  bool right_was_first = false;  ///< the left side came of the right one
};
/// Names of what is shown: "Reduction · 2 strided indexing", "Without the barrier of line 33".
[[nodiscard]] SideNames side_names(const Session& session);

/// The subject's title, and what was changed of it: a changed run never passes for the kernel.
[[nodiscard]] std::string run_label(const Document& document);

/// The right side that these options ask for; empty if there is none. `right` is its document if it
/// is there already: then another layout is told in the words of the source.
[[nodiscard]] std::string variant_label(const Options& options, const DocumentPtr& right = {});

}  // namespace warpscope
