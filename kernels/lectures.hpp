#pragma once

#include <array>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// One of the lectures that the kernels come from.
struct Lecture {
  std::string_view letter;  ///< as in KernelInfo::lecture
  std::string_view title;   ///< in English
};
inline constexpr std::array lectures{
    Lecture{"A", tr_noop("Basic algorithms, and systems of linear equations, on CUDA")},
    Lecture{"B", tr_noop("Fundamental algorithms of the GPU: reduce, scan and histogram")},
    Lecture{"C", tr_noop("Architecture of the GPU; mathematical libraries (chapters 6 and 7)")},
    Lecture{"D", tr_noop("Basic operations on arrays: reduce, histograms, sorting (lecture 3)")},
    Lecture{"E", tr_noop("CUDA's memory hierarchy, shared memory, basic algorithms")}};

}  // namespace warpscope
