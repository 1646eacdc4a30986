// Shifts in code of the device: the rewriter of launches makes a << ::ws::by* b of a << b, so that a count of as many bits as
// the number has, or more, shifts all of them out, as on a GPU. C++ leaves that open, and this processor would take
// the count's lowest bits.
#pragma once
#pragma GCC system_header

#include <type_traits>
#include <utility>

#include "ws/function.h"

namespace ws {

template <class U>
struct shift_count {
  U value;
};
struct shift_mark {};
static constexpr shift_mark by = {};

// The mark binds to the first factor of the count. The rest of the sum follows.
template <class U>
WS_INLINE constexpr shift_count<U> operator*(shift_mark, U count) {
  return {count};
}
#define WS_COUNT_OPERATOR(op)                                 \
  template <class U, class V>                                 \
  WS_INLINE constexpr auto operator op(shift_count<U> a, V b) \
      ->shift_count<decltype(a.value op b)> {                 \
    return {a.value op b};                                    \
  }
WS_COUNT_OPERATOR(+)
WS_COUNT_OPERATOR(-)
WS_COUNT_OPERATOR(*)
WS_COUNT_OPERATOR(/)
WS_COUNT_OPERATOR(%)
#undef WS_COUNT_OPERATOR

// What a shift of a number gives; no type for what is no number.
template <class L, class R = decltype(+std::declval<L>())>
struct shifted : std::enable_if<std::is_integral<R>::value && !std::is_class<L>::value, R> {};

// Of the count a GPU takes 32 bits. Without branches: each would be a place where lanes part.
template <class L, class U, class R = typename shifted<L>::type>
WS_INLINE constexpr R operator<<(L number, shift_count<U> count) {
  return static_cast<R>((+number << (static_cast<unsigned>(count.value) & (sizeof(R) * 8 - 1))) &
                        -static_cast<R>(static_cast<unsigned>(count.value) < sizeof(R) * 8));
}
template <class L, class U, class R = typename shifted<L>::type>
WS_INLINE constexpr typename std::enable_if<std::is_unsigned<R>::value, R>::type operator>>(
    L number, shift_count<U> count) {
  return static_cast<R>((+number >> (static_cast<unsigned>(count.value) & (sizeof(R) * 8 - 1))) &
                        -static_cast<R>(static_cast<unsigned>(count.value) < sizeof(R) * 8));
}
template <class L, class U, class R = typename shifted<L>::type>
WS_INLINE constexpr typename std::enable_if<std::is_signed<R>::value, R>::type operator>>(
    L number, shift_count<U> count) {
  return +number >> (static_cast<unsigned>(count.value) < sizeof(R) * 8
                         ? static_cast<unsigned>(count.value)
                         : static_cast<unsigned>(sizeof(R) * 8 - 1));
}

// What the program has defined for a type of its own.
#define WS_SHIFT_OF_CLASS(op)                                                         \
  template <class L, class U,                                                         \
            class = typename std::enable_if<                                          \
                std::is_class<typename std::remove_reference<L>::type>::value>::type> \
  WS_INLINE constexpr auto operator op(L&& number, shift_count<U> count)              \
      ->decltype(std::forward<L>(number) op count.value) {                            \
    return std::forward<L>(number) op count.value;                                    \
  }
WS_SHIFT_OF_CLASS(<<)
WS_SHIFT_OF_CLASS(>>)
#undef WS_SHIFT_OF_CLASS

}  // namespace ws
