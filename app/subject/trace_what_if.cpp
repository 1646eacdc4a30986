#include "app/subject/trace_what_if.hpp"

#include <utility>

#include "instrumentation/analysis/padding.hpp"

namespace warpscope {

bool changes_a_trace(const RunOption& option) {
  return option.id == "pad" || option.id == "relayout";
}

WhatIf of_a_trace(const WhatIf& what_if) {
  return {.pad = what_if.pad, .layouts = what_if.layouts};
}

Result<Trace> with_what_if(Trace trace, const WhatIf& what_if) {
  Result<Trace> changed = std::move(trace);
  if (what_if.pad > 0) changed = pad_shared(changed.value(), what_if.pad);
  if (changed && !what_if.layouts.empty()) changed = relaid(changed.value(), what_if.layouts);
  return changed;
}

}  // namespace warpscope
