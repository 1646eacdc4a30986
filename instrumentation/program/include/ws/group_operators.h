// The operators of group reductions and scans.
#pragma once
#pragma GCC system_header

#include "ws/function.h"

namespace cooperative_groups {

#define WS_OPERATOR(name, expression)                             \
  template <class T>                                              \
  struct name {                                                   \
    WS_INLINE T operator()(T a, T b) const { return expression; } \
  };
WS_OPERATOR(plus, a + b)
WS_OPERATOR(less, b < a ? b : a)
WS_OPERATOR(greater, a < b ? b : a)
WS_OPERATOR(bit_and, a& b)
WS_OPERATOR(bit_or, a | b)
WS_OPERATOR(bit_xor, a ^ b)
#undef WS_OPERATOR

}  // namespace cooperative_groups
