#pragma once

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The element of an array that holds structures: the scalar that all members consist of; if they
/// differ, the largest unsigned integer of which each member holds a whole number.
[[nodiscard]] ElementType cell_type(const Structure& structure);

/// Whether some of its bytes belong to no member.
[[nodiscard]] bool has_padding(const Structure& structure);

}  // namespace warpscope
