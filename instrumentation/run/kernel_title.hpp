#pragma once

#include <string>

#include "instrumentation/language/sentence.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// "Reduction · 2 strided indexing", in the current language: a kernel of the catalogue as the window
/// names it.
[[nodiscard]] std::string kernel_title(const KernelInfo& kernel);
/// The same for a field of a sentence.
[[nodiscard]] Sentence said_title(const KernelInfo& kernel);

}  // namespace warpscope
