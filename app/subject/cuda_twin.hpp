#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// A kernel of the catalogue, written by hand as plain CUDA: its functions and what they need, from
/// assets/twins, which the tests of tests/gpu hold native kernels against. For int and sums, where
/// the kernel leaves a choice. Empty for a kernel that is not of the catalogue.
[[nodiscard]] const std::string& cuda_twin(std::string_view kernel);

}  // namespace warpscope
