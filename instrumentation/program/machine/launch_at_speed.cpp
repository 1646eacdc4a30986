#include "instrumentation/program/machine/launch_at_speed.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "instrumentation/program/machine/code_map.hpp"

namespace warpscope {

const void* function_at_speed(const void* function) {
  const CodeMap* const code = CodeMap::of(function);
  return code == nullptr ? nullptr : code->at_speed(function);
}

LaunchAtSpeed::LaunchAtSpeed(const LaunchCall& call, const void* kernel,
                             const ws_parameter* parameters, int parameter_count)
    : thunk_(call.thunk_at_speed), arguments_(call.arguments_at_speed) {
  if (thunk_ != nullptr) return;
  const void* const thunk = function_at_speed(reinterpret_cast<const void*>(call.thunk));
  const void* const function = kernel == nullptr ? nullptr : function_at_speed(kernel);
  if (thunk == nullptr || (kernel != nullptr && function == nullptr)) return;
  thunk_ = reinterpret_cast<void (*)(void*)>(const_cast<void*>(thunk));
  arguments_ = call.arguments;
  if (kernel == nullptr) return;
  // The kernel comes first, see launch_frame in ws/launch.h.
  const auto* const begin = static_cast<const std::byte*>(call.arguments);
  std::size_t bytes = sizeof(void*);
  for (const ws_parameter& parameter :
       std::span(parameters, static_cast<std::size_t>(parameter_count))) {
    const auto* const at = static_cast<const std::byte*>(parameter.address);
    bytes = std::max(bytes, static_cast<std::size_t>(at - begin) + parameter.bytes);
  }
  copy_.resize(bytes / sizeof(Chunk) + 1);
  std::memcpy(copy_.data(), begin, bytes);
  std::memcpy(copy_.data(), &function, sizeof function);
  arguments_ = copy_.data();
}

}  // namespace warpscope
