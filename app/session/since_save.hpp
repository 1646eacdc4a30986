#pragma once

#include "app/session/comparison.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// What a save changed in a program of the user's own. Made off the frame thread.
struct SinceSave {
  DocumentPtr before;     ///< as it was before the last save that could be shown
  Comparison comparison;  ///< left: before; right: now
};

}  // namespace warpscope
