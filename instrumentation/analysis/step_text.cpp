#include "instrumentation/analysis/step_text.hpp"

#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

StepName step_name(const Trace& trace, const Step& step) {
  if (!step.value) return {step.name, {}, {}};
  const SourceFile& source = trace.sources[trace.launches[step.launch].source];
  return {step.name, step_variable(source, step.name), step.value};
}

std::string_view shown_step(std::string_view name) {
  // po/update marks the names in the kernels.
  return name_in_language("step of a kernel", name).value_or(name);
}

std::string shown_step_label(const Step& step, std::string_view variable) {
  return step_label({.name = std::string(shown_step(step.name)), .value = step.value}, variable);
}

std::string step_text(const StepName& step) {
  Step said{.name = step.name, .value = step.value};
  if (const std::string_view own = shown_step(step.name); own != step.name) {
    said.name = std::string(own) + " (" + step.name + ")";
  }
  return step_label(said, step.variable);
}

std::string step_text(const Trace& trace, const Step& step) {
  return step_text(step_name(trace, step));
}

}  // namespace warpscope
