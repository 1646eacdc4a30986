#include "instrumentation/trace/trace.hpp"

namespace warpscope {

std::string step_label(const Step& step, std::string_view variable) {
  if (!step.value) return step.name;
  std::string value = std::to_string(*step.value);
  if (step.name.empty()) return value;
  if (variable.empty()) return step.name + ' ' + value;
  return step.name + ", " + std::string(variable) + " = " + value;
}

std::string_view name(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds: return "out of bounds";
    case FindingKind::uninitialised_read: return "uninitialised read";
    case FindingKind::barrier_divergence: return "barrier divergence";
    case FindingKind::race: return "race";
    case FindingKind::undefined_order: return "order not defined";
    case FindingKind::numerics: return "numerics";
  }
  return "unknown finding";
}

}  // namespace warpscope
