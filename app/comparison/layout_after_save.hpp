#pragma once

#include "app/subject/document.hpp"

namespace warpscope {

/// What was tried of a program, without the layouts that a save has overtaken: those of shared arrays that are declared
/// otherwise since, are gone, or whose accesses need more or fewer wavefronts, measured by their ideal. What remains can be
/// tried of `now` as it was of `before`.
[[nodiscard]] WhatIf still_untried(WhatIf what_if, const Document& before, const Document& now);

}  // namespace warpscope
