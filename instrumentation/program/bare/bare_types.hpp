#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

// Types of elements by their names, without const: "unsigned int", "std::uint8_t", "float4".

/// Bytes of an element; 0: not known.
[[nodiscard]] std::int64_t bare_type_bytes(const std::string& type);
[[nodiscard]] bool is_whole_number_type(const std::string& type);
/// Also "half"; not "float4".
[[nodiscard]] bool is_number_type(const std::string& type);

}  // namespace warpscope
