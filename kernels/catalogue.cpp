#include "kernels/catalogue.hpp"

#include <algorithm>
#include <vector>

#include "kernels/histogram/family.hpp"
#include "kernels/matrix/family.hpp"
#include "kernels/memory/family.hpp"
#include "kernels/reduce/family.hpp"
#include "kernels/scan/family.hpp"
#include "kernels/solver/family.hpp"
#include "kernels/sort/family.hpp"

namespace warpscope {

namespace {

template <class... Kernels>
void add(std::vector<const KernelInfo*>& all, KernelList<Kernels...>) {
  (all.push_back(&Kernels::info), ...);
}

}  // namespace

std::span<const KernelInfo* const> catalogue() {
  static const std::vector<const KernelInfo*> all = [] {
    std::vector<const KernelInfo*> kernels;
    add(kernels, Reductions{});
    add(kernels, Scans{});
    add(kernels, Histograms{});
    add(kernels, Sorts{});
    add(kernels, Matrices{});
    add(kernels, MemoryLessons{});
    add(kernels, Solvers{});
    return kernels;
  }();
  return all;
}

const KernelInfo* kernel_of(std::string_view id) {
  const auto kernels = catalogue();
  const auto found = std::ranges::find(kernels, id, &KernelInfo::id);
  return found == kernels.end() ? nullptr : *found;
}

}  // namespace warpscope
