// Values as the machine's calls take them: words of 4 or 8 bytes, and their type.
#pragma once
#pragma GCC system_header

#include <stdint.h>
#include <string.h>

#include "warpscope_abi.h"
#include "ws/function.h"

namespace ws {

template <class T>
struct scalar_of;
#define WS_SCALAR(T, scalar)                        \
  template <>                                       \
  struct scalar_of<T> {                             \
    static constexpr enum ws_scalar value = scalar; \
  };
WS_SCALAR(signed char, ws_i8)
WS_SCALAR(unsigned char, ws_u8)
WS_SCALAR(short, ws_i16)
WS_SCALAR(unsigned short, ws_u16)
WS_SCALAR(int, ws_i32)
WS_SCALAR(unsigned int, ws_u32)
WS_SCALAR(long, ws_i64)
WS_SCALAR(unsigned long, ws_u64)
WS_SCALAR(long long, ws_i64)
WS_SCALAR(unsigned long long, ws_u64)
WS_SCALAR(float, ws_f32)
WS_SCALAR(double, ws_f64)

template <int bytes>
struct word_of_bytes;
template <>
struct word_of_bytes<1> {
  typedef uint8_t type;
};
template <>
struct word_of_bytes<2> {
  typedef uint16_t type;
};
template <>
struct word_of_bytes<4> {
  typedef uint32_t type;
};
template <>
struct word_of_bytes<8> {
  typedef uint64_t type;
};
// What carries a T: 4 bytes, or 8.
template <class T>
struct word_for {
  typedef typename word_of_bytes<sizeof(T) <= 4 ? 4 : 8>::type type;
};

template <class To, class From>
WS_INLINE To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
template <class Word, class T>
WS_INLINE Word to_word(T value) {
  return static_cast<Word>(bit_cast<typename word_of_bytes<sizeof(T)>::type>(value));
}
template <class T, class Word>
WS_INLINE T from_word(Word word) {
  typedef typename word_of_bytes<sizeof(T)>::type small;
  return bit_cast<T>(static_cast<small>(word));
}
template <class T>
WS_INLINE uint64_t bits_of(T value) {
  return to_word<uint64_t>(value);
}

// A local variable whose address the machine gets would have its accesses hooked. These two are none.
#if defined(__x86_64__)
WS_INLINE void put_unseen(uint8_t* to, uint8_t v) { __asm__("movb %1, %0" : "=m"(*to) : "q"(v)); }
WS_INLINE void put_unseen(uint16_t* to, uint16_t v) { __asm__("movw %1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE void put_unseen(uint32_t* to, uint32_t v) { __asm__("movl %1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE void put_unseen(uint64_t* to, uint64_t v) { __asm__("movq %1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE uint8_t get_unseen(const uint8_t* from) {
  uint8_t v;
  __asm__("movb %1, %0" : "=q"(v) : "m"(*from));
  return v;
}
WS_INLINE uint16_t get_unseen(const uint16_t* from) {
  uint16_t v;
  __asm__("movw %1, %0" : "=r"(v) : "m"(*from));
  return v;
}
WS_INLINE uint32_t get_unseen(const uint32_t* from) {
  uint32_t v;
  __asm__("movl %1, %0" : "=r"(v) : "m"(*from));
  return v;
}
WS_INLINE uint64_t get_unseen(const uint64_t* from) {
  uint64_t v;
  __asm__("movq %1, %0" : "=r"(v) : "m"(*from));
  return v;
}
#else
WS_INLINE void put_unseen(uint8_t* to, uint8_t v) { __asm__("strb %w1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE void put_unseen(uint16_t* to, uint16_t v) {
  __asm__("strh %w1, %0" : "=m"(*to) : "r"(v));
}
WS_INLINE void put_unseen(uint32_t* to, uint32_t v) { __asm__("str %w1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE void put_unseen(uint64_t* to, uint64_t v) { __asm__("str %1, %0" : "=m"(*to) : "r"(v)); }
WS_INLINE uint8_t get_unseen(const uint8_t* from) {
  uint8_t v;
  __asm__("ldrb %w0, %1" : "=r"(v) : "m"(*from));
  return v;
}
WS_INLINE uint16_t get_unseen(const uint16_t* from) {
  uint16_t v;
  __asm__("ldrh %w0, %1" : "=r"(v) : "m"(*from));
  return v;
}
WS_INLINE uint32_t get_unseen(const uint32_t* from) {
  uint32_t v;
  __asm__("ldr %w0, %1" : "=r"(v) : "m"(*from));
  return v;
}
WS_INLINE uint64_t get_unseen(const uint64_t* from) {
  uint64_t v;
  __asm__("ldr %0, %1" : "=r"(v) : "m"(*from));
  return v;
}
#endif

}  // namespace ws
