#pragma once

#include <span>
#include <string_view>

#include "kernels/kernel_info.hpp"

namespace warpscope {

/// Every kernel that Warpscope knows, family by family, in the order in which it is offered. Made of
/// the lists in kernels/FOLDER/family.hpp; kernels/families.hpp lists the families.
[[nodiscard]] std::span<const KernelInfo* const> catalogue();
/// nullptr: there is none.
[[nodiscard]] const KernelInfo* kernel_of(std::string_view id);

}  // namespace warpscope
