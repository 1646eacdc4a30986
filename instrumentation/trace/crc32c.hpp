#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpscope {

/// The Castagnoli cyclic redundancy check (RFC 3720, appendix B.4): every change of up to 32
/// neighbouring bits changes it.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace warpscope
