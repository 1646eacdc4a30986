#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// All bytes of a regular file; ErrorKind::usage with the system's reason where that fails or
/// where it has more than `cap` bytes.
[[nodiscard]] Result<std::vector<std::byte>> read_whole_file(const std::filesystem::path& path,
                                                             std::uint64_t cap);

}  // namespace warpscope
