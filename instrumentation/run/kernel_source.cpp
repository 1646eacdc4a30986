#include "instrumentation/run/kernel_source.hpp"

#include <fmt/format.h>

#include "instrumentation/run/embedded.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

SourceFile source_of(const KernelInfo& kernel) {
  std::string path(kernel.source);
  if (path.empty()) {
    const KernelInfo* entry = kernel_of(kernel.id);  // it knows the family, `kernel` may not
    path =
        fmt::format("kernels/{}/{}.cuh", entry != nullptr ? entry->family->folder : "", kernel.id);
  }
  return {path.substr(path.rfind('/') + 1), std::string(embedded_text(path))};
}

namespace {

/// "1024 int in a", with the shape of a matrix: "16 x 64 float in a".
std::string content(const Array& array) {
  const std::string number =
      array.columns == 0 ? fmt::format("{}", array.count)
                         : fmt::format("{} x {}", array.count / array.columns, array.columns);
  return fmt::format("{} {}", number, array.type.name());
}

}  // namespace

std::string tell_upload(const Array& array) {
  return fmt::format("copies {} to {}{}", content(array), array.name,
                     array.space == Space::constant ? " in constant memory" : "");
}
std::string tell_allocation(const Array& array) {
  return fmt::format("allocates {} for {}", content(array), array.name);
}
std::string tell_clear(const Array& array) { return fmt::format("sets {} to zero", array.name); }
std::string tell_download(const Array& array) {
  return fmt::format("copies {} back from {}", content(array), array.name);
}

}  // namespace warpscope
