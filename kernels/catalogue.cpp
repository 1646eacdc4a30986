#include "kernels/catalogue.hpp"

#include <algorithm>
#include <vector>

#include "kernels/family_entry.hpp"

namespace warpscope {

std::span<const KernelInfo* const> catalogue() {
  static const std::vector<KernelInfo> kernels = [] {
    std::vector<KernelInfo> all;
    for (const FamilyEntry& entry : families()) {
      for (const KernelInfo* kernel : entry.kernels) {
        all.push_back(*kernel);
        all.back().family = &entry.family;
      }
    }
    return all;
  }();
  static const std::vector<const KernelInfo*> pointers = [] {
    std::vector<const KernelInfo*> all;
    for (const KernelInfo& kernel : kernels) all.push_back(&kernel);
    return all;
  }();
  return pointers;
}

const KernelInfo* kernel_of(std::string_view id) {
  const auto kernels = catalogue();
  const auto found = std::ranges::find(kernels, id, &KernelInfo::id);
  return found == kernels.end() ? nullptr : *found;
}

}  // namespace warpscope
