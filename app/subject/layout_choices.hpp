#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/subject/document.hpp"
#include "instrumentation/analysis/bank_fix.hpp"

namespace warpscope {

/// Layouts of shared arrays to try: those for this access first, then those for the costliest access
/// to each other array of a short trace.
struct LayoutChoices {
  std::vector<OfferedFix> list;  ///< asked again, it only grows
  bool complete = true;          ///< else a thread still works on the rest
};
/// Does not wait: effects on millions of accesses take a second.
[[nodiscard]] LayoutChoices layout_choices(const Document& document, std::uint32_t access);

/// "4,096 → 2,048 wavefronts, 128 bytes more": what a layout does to the whole run.
[[nodiscard]] std::string layout_effect_text(const Document& document, const OfferedFix& offer);

}  // namespace warpscope
