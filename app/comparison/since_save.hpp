#pragma once

#include <optional>

#include "app/comparison/comparison.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// What a save changed in a program of the user's own. Made off the frame thread.
struct SinceSave {
  DocumentPtr before;     ///< as it was before the last save that could be shown
  Comparison comparison;  ///< left: before; right: now
};

/// Whether a program was saved between two documents of it; nullopt: they are of different programs,
/// or other arguments were chosen.
[[nodiscard]] std::optional<bool> saved_between(const Document& before, const Document& now);
/// Nullopt unless `now` is of the same program as `before`, saved since.
[[nodiscard]] std::optional<SinceSave> since_save(const DocumentPtr& before,
                                                  const DocumentPtr& now);
/// True if both are of one program of the user's own, whatever was chosen for its run.
[[nodiscard]] bool same_program(const Subject& a, const Subject& b);

}  // namespace warpscope
