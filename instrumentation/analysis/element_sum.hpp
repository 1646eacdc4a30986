#pragma once

#include <cstdint>

#include "instrumentation/trace/element.hpp"

namespace warpscope {

/// Adds an element to another, each component in its own arithmetic: integers wrap. Both point at
/// the element's bytes, aligned in any way.
void add_element(ElementType type, std::uint8_t* cell, const std::uint8_t* operand);

}  // namespace warpscope
