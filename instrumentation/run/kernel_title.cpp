#include "instrumentation/run/kernel_title.hpp"

#include <fmt/format.h>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

std::string kernel_title(const KernelInfo& kernel) {
  const KernelInfo* entry = kernel_of(kernel.id);  // it knows the family, `kernel` may not
  if (entry == nullptr) return std::string(tr(kernel.title));
  return fmt::format("{} · {}", tr(entry->family->title), tr(entry->title));
}

Sentence said_title(const KernelInfo& kernel) {
  const KernelInfo* entry = kernel_of(kernel.id);
  if (entry == nullptr) return say(kernel.title);
  return Sentence::of(
      {.id = "{0} · {1}",
       .arguments = detail::arguments_of(say(entry->family->title), say(entry->title))});
}

}  // namespace warpscope
