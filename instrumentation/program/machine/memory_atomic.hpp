#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Does an atomic to memory; returns whether the cell has changed. `value` holds the operand and
/// receives what was there.
bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare);

}  // namespace warpscope
