#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// Values that each of a kernel's parameters may take, the default first:
/// {"op": {"add", "min", "max"}, "type": {"int", "float"}}. For numbers (Parameter::numeric), only
/// the suggested ones.
[[nodiscard]] std::map<std::string, std::vector<std::string>> legal_parameters(
    const KernelInfo& kernel);

/// Whether a seed changes an input of this kind; a file and "ramp" stay the same.
[[nodiscard]] bool is_drawn(const KernelInfo& kernel, const std::string& kind);

/// A legal request. Size, block, parameters, input and traced block are drawn from the seed, the
/// case number and the kernel's id, the same on every platform. At most 9 blocks' worth of
/// elements.
[[nodiscard]] RunRequest random_case(const KernelInfo& kernel, std::uint64_t seed, int case_number);

}  // namespace warpscope
