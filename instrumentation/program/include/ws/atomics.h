// CUDA's atomic functions. The forms with _block and _system do the same: all threads see all memory.
#pragma once
#pragma GCC system_header

#include <type_traits>

#include "vector_types.h"
#include "ws/bytes.h"

namespace ws {

// Tell the machine, which reads the code behind a call, whether a result is used: one stands behind each atomic, the other
// where the result is taken, which the optimiser leaves out with it. Both do nothing.
#if defined(__x86_64__) && defined(__OPTIMIZE__)
#define WS_STRING_(text) #text
#define WS_STRING(text) WS_STRING_(text)
#define WS_AFTER_ATOMIC(slot) \
  __asm__ volatile(".byte 0x0f, 0x1f, 0x80; .long " WS_STRING(WS_MARK_ATOMIC) : "+m"(slot))
#define WS_TAKE_RESULT(word, slot, move)                                                 \
  __asm__(".byte 0x0f, 0x1f, 0x80; .long " WS_STRING(WS_MARK_RESULT) "; " move " %1, %0" \
          : "=r"(word)                                                                   \
          : "m"(slot))
WS_INLINE uint16_t taken(const uint16_t* slot) {
  uint16_t word;
  WS_TAKE_RESULT(word, *slot, "movw");
  return word;
}
WS_INLINE uint32_t taken(const uint32_t* slot) {
  uint32_t word;
  WS_TAKE_RESULT(word, *slot, "movl");
  return word;
}
WS_INLINE uint64_t taken(const uint64_t* slot) {
  uint64_t word;
  WS_TAKE_RESULT(word, *slot, "movq");
  return word;
}
#undef WS_TAKE_RESULT
#else
#define WS_AFTER_ATOMIC(slot)
template <class Word>
WS_INLINE Word taken(const Word* slot) {
  return get_unseen(slot);
}
#endif

template <class T>
WS_INLINE T atomic(enum ws_atomic_operation operation, T* address, T value) {
  typedef typename word_of_bytes<sizeof(T)>::type word;
  word slot;
  put_unseen(&slot, bit_cast<word>(value));
  ws_atomic(operation, scalar_of<T>::value, address, &slot, nullptr);
  WS_AFTER_ATOMIC(slot);
  return bit_cast<T>(taken(&slot));
}
template <class T>
WS_INLINE T atomic_cas(T* address, T compare, T value) {
  typedef typename word_of_bytes<sizeof(T)>::type word;
  word slot, other;
  put_unseen(&slot, bit_cast<word>(value));
  put_unseen(&other, bit_cast<word>(compare));
  ws_atomic(ws_atomic_cas, scalar_of<T>::value, address, &slot, &other);
  WS_AFTER_ATOMIC(slot);
  return bit_cast<T>(taken(&slot));
}

}  // namespace ws

#define WS_ATOMIC_OF(name, T, operation)               \
  WS_YIELDING WS_INLINE T name(T* address, T value) {  \
    return ::ws::atomic<T>(operation, address, value); \
  }
#define WS_ATOMIC(name, T, operation)      \
  WS_ATOMIC_OF(name, T, operation)         \
  WS_ATOMIC_OF(name##_block, T, operation) \
  WS_ATOMIC_OF(name##_system, T, operation)
#define WS_ATOMIC_CAS_OF(name, T)                                \
  WS_YIELDING WS_INLINE T name(T* address, T compare, T value) { \
    return ::ws::atomic_cas<T>(address, compare, value);         \
  }
#define WS_ATOMIC_CAS(T)               \
  WS_ATOMIC_CAS_OF(atomicCAS, T)       \
  WS_ATOMIC_CAS_OF(atomicCAS_block, T) \
  WS_ATOMIC_CAS_OF(atomicCAS_system, T)

WS_ATOMIC(atomicAdd, int, ws_atomic_add)
WS_ATOMIC(atomicAdd, unsigned int, ws_atomic_add)
WS_ATOMIC(atomicAdd, unsigned long long, ws_atomic_add)
WS_ATOMIC(atomicAdd, float, ws_atomic_add)
WS_ATOMIC(atomicAdd, double, ws_atomic_add)
WS_ATOMIC(atomicSub, int, ws_atomic_sub)
WS_ATOMIC(atomicSub, unsigned int, ws_atomic_sub)
WS_ATOMIC(atomicExch, int, ws_atomic_exchange)
WS_ATOMIC(atomicExch, unsigned int, ws_atomic_exchange)
WS_ATOMIC(atomicExch, unsigned long long, ws_atomic_exchange)
WS_ATOMIC(atomicExch, float, ws_atomic_exchange)
WS_ATOMIC(atomicMin, int, ws_atomic_min)
WS_ATOMIC(atomicMin, unsigned int, ws_atomic_min)
WS_ATOMIC(atomicMin, long long, ws_atomic_min)
WS_ATOMIC(atomicMin, unsigned long long, ws_atomic_min)
WS_ATOMIC(atomicMax, int, ws_atomic_max)
WS_ATOMIC(atomicMax, unsigned int, ws_atomic_max)
WS_ATOMIC(atomicMax, long long, ws_atomic_max)
WS_ATOMIC(atomicMax, unsigned long long, ws_atomic_max)
WS_ATOMIC(atomicInc, unsigned int, ws_atomic_inc)
WS_ATOMIC(atomicDec, unsigned int, ws_atomic_dec)
WS_ATOMIC(atomicAnd, int, ws_atomic_and)
WS_ATOMIC(atomicAnd, unsigned int, ws_atomic_and)
WS_ATOMIC(atomicAnd, long long, ws_atomic_and)
WS_ATOMIC(atomicAnd, unsigned long long, ws_atomic_and)
WS_ATOMIC(atomicOr, int, ws_atomic_or)
WS_ATOMIC(atomicOr, unsigned int, ws_atomic_or)
WS_ATOMIC(atomicOr, long long, ws_atomic_or)
WS_ATOMIC(atomicOr, unsigned long long, ws_atomic_or)
WS_ATOMIC(atomicXor, int, ws_atomic_xor)
WS_ATOMIC(atomicXor, unsigned int, ws_atomic_xor)
WS_ATOMIC(atomicXor, long long, ws_atomic_xor)
WS_ATOMIC(atomicXor, unsigned long long, ws_atomic_xor)
WS_ATOMIC_CAS(int)
WS_ATOMIC_CAS(unsigned int)
WS_ATOMIC_CAS(unsigned long long)
WS_ATOMIC_CAS(unsigned short)

#define WS_WIDE "split the value, or guard it with a lock"
#define WS_ATOMIC_WIDE(name)                                                   \
  template <class T>                                                           \
  WS_NOT_EMULATED("atomicCAS() of 16 bytes", WS_WIDE)                          \
  typename std::enable_if<sizeof(T) == 16, T>::type atomicCAS##name(T*, T, T); \
  template <class T>                                                           \
  WS_NOT_EMULATED("atomicExch() of 16 bytes", WS_WIDE)                         \
  typename std::enable_if<sizeof(T) == 16, T>::type atomicExch##name(T*, T);
WS_ATOMIC_WIDE()
WS_ATOMIC_WIDE(_block)
WS_ATOMIC_WIDE(_system)
#undef WS_ATOMIC_WIDE
#undef WS_WIDE
#define WS_ATOMIC_VECTOR(T) \
  WS_YIELDING WS_NOT_EMULATED("atomicAdd() of " #T, "add each member by itself") T atomicAdd(T*, T);
WS_ATOMIC_VECTOR(float2)
WS_ATOMIC_VECTOR(float4)
#undef WS_ATOMIC_VECTOR

#undef WS_ATOMIC_CAS
#undef WS_ATOMIC_CAS_OF
