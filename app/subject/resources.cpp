#include "app/subject/resources.hpp"

#include <algorithm>
#include <vector>

#include "app/subject/timings.hpp"

namespace warpscope {
namespace {

/// Whether a form may be the one that ran: it is compiled for no other parameter.
bool may_be(const KernelResources& form, const Trace& trace) {
  return std::ranges::all_of(form.parameters, [&](const auto& parameter) {
    const auto chosen = trace.header.parameters.find(parameter.first);
    return chosen == trace.header.parameters.end() || chosen->second == parameter.second;
  });
}

/// "sm_90" of "9.0".
std::string architecture_name(std::string compute) {
  std::erase(compute, '.');
  return "sm_" + compute;
}

}  // namespace

std::optional<CompiledResources> find_resources(const Trace& trace, std::string_view kernel) {
  if (!trace.header.program.empty()) return std::nullopt;
  for (const DeviceRecord& record : recorded_timings()->devices) {
    std::vector<const KernelResources*> forms;
    for (const KernelResources& form : record.resources) {
      if (form.launched == kernel && may_be(form, trace)) forms.push_back(&form);
    }
    if (forms.empty()) continue;
    const auto [least, most] =
        std::ranges::minmax_element(forms, {}, [](const auto* form) { return form->registers; });
    return CompiledResources{.registers = (*most)->registers,
                             .fewest_registers = (*least)->registers,
                             .local_bytes = (*most)->local_bytes,
                             .architecture = architecture_name(record.device.compute),
                             .compiler = "CUDA " + record.device.runtime,
                             .date = record.date.substr(0, 10)};
  }
  return std::nullopt;
}

}  // namespace warpscope
