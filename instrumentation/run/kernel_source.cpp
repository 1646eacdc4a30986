#include "instrumentation/run/kernel_source.hpp"

#include <fmt/format.h>

#include "instrumentation/language/say.hpp"
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

Sentence tell_upload(const Array& array) {
  return array.space == Space::constant
             ? say("copies {0} to “{1}” in constant memory", content(array), array.name)
             : say("copies {0} to “{1}”", content(array), array.name);
}
Sentence tell_allocation(const Array& array) {
  return say("allocates {0} for “{1}”", content(array), array.name);
}
Sentence tell_clear(const Array& array) { return say("sets “{}” to zero", array.name); }
Sentence tell_download(const Array& array) {
  return say("copies {0} back from “{1}”", content(array), array.name);
}

}  // namespace warpscope
