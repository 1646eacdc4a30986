#include "kernels/catalogue.hpp"

#include <array>

namespace warpscope {

namespace {

template <class... First, class... Second>
constexpr auto collect(KernelList<First...>, KernelList<Second...>) {
  return std::array{&First::info..., &Second::info...};
}

constexpr auto all = collect(Reductions{}, Scans{});

}  // namespace

std::span<const KernelInfo* const> catalogue() { return all; }

}  // namespace warpscope
