#include "instrumentation/trace/trace.hpp"

namespace warpscope {

std::string extent_text(const Dim3& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y != 1 || extent.z != 1) text += " × " + std::to_string(extent.y);
  if (extent.z != 1) text += " × " + std::to_string(extent.z);
  return text;
}

std::string element_name(const Trace& trace, int array, ElementIndex index) {
  const Array& of = trace.arrays[static_cast<std::size_t>(array)];
  if (of.structure < 0) return of.name + '[' + std::to_string(index) + ']';
  const Structure& type = trace.structures[static_cast<std::size_t>(of.structure)];
  const std::int64_t cells = type.bytes / of.type.bytes();
  std::int64_t element = index / cells;
  if (index < 0 && index % cells != 0) --element;
  const auto at = static_cast<std::uint32_t>((index - element * cells) * of.type.bytes());
  std::string text = of.name + '[' + std::to_string(element) + ']';
  for (const Member& member : type.members) {
    const auto bytes = static_cast<std::uint32_t>(member.type.bytes());
    if (at < member.offset || at >= member.offset + bytes * member.count) continue;
    text += '.' + member.name;
    const std::uint32_t number = (at - member.offset) / bytes;
    if (member.count > 1) text += '[' + std::to_string(number) + ']';
    const std::uint32_t within = at - member.offset - number * bytes;
    return within == 0 ? text : text + " + " + std::to_string(within) + " B";
  }
  return text + " + " + std::to_string(at) + " B";
}

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
    case FindingKind::misaligned: return "misaligned address";
    case FindingKind::use_after_free: return "use after free";
    case FindingKind::foreign_memory: return "foreign memory";
    case FindingKind::wrong_call: return "wrong call";
    case FindingKind::unchecked_error: return "error never asked for";
    case FindingKind::assertion: return "assertion";
    case FindingKind::undefined_result: return "undefined result";
  }
  return "unknown finding";
}

}  // namespace warpscope
