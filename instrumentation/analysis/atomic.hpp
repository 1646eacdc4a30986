#pragma once

#include <cstdint>

#include "instrumentation/trace/element.hpp"
#include "instrumentation/trace/operation.hpp"

namespace warpscope {

/// Does to a cell what an atomic does, each component in its own arithmetic: integers wrap.
/// `cell` points at the element's bytes, `operands` at those of its operands one after another in
/// whole words, as in a trace; aligned in any way. Bits are combined of whatever type; operations that CUDA has not for a type
/// work as C++ would.
void apply_atomic(Operation operation, ElementType type, std::uint8_t* cell,
                  const std::uint8_t* operands);
/// The same of one component, whose operands lie anywhere; `second`: null unless the operation has two.
void apply_atomic(Operation operation, Scalar scalar, std::uint8_t* cell, const std::uint8_t* first,
                  const std::uint8_t* second);

}  // namespace warpscope
