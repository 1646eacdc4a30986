#include "instrumentation/run/kernel_title.hpp"

#include <fmt/format.h>

#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

std::string kernel_title(const KernelInfo& kernel) {
  const KernelInfo* entry = kernel_of(kernel.id);  // it knows the family, `kernel` may not
  if (entry == nullptr) return std::string(tr(kernel.title));
  return fmt::format("{} · {}", tr(entry->family->title), tr(entry->title));
}

}  // namespace warpscope
