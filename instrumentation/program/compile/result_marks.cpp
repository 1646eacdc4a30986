#include "instrumentation/program/compile/result_marks.hpp"

#include <fmt/format.h>

#include <string_view>

#include "instrumentation/program/abi/warpscope_abi.h"

namespace warpscope {

std::string with_results_to_leave_out(std::string module) {
  constexpr std::string_view attributes = ") #";
  const std::string mark = fmt::format(".long {:#x};", WS_MARK_RESULT);
  for (std::size_t at = module.find(mark); at != std::string::npos;
       at = module.find(mark, at + 1)) {
    const std::size_t place = module.find(attributes, at);
    if (place < module.find('\n', at)) module.insert(place + 1, " willreturn");
  }
  return module;
}

}  // namespace warpscope
