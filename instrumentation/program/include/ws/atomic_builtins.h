// The atomics of CUDA 12.8 and later that name an order and a scope: __nv_atomic_fetch_add and its relatives.
// An order is a fence before or behind the atomic; a scope beyond the block is the device's. As nvcc does, they refuse
// what a GPU has no instruction for.
#pragma once
#pragma GCC system_header

#include <type_traits>

#include "ws/atomics.h"
#include "ws/memory.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace ws {

template <class T>
struct atomic_kind {
  static constexpr bool integral =
      std::is_integral<T>::value || (std::is_enum<T>::value && std::is_convertible<T, int>::value);
  static constexpr bool floating = std::is_same<T, float>::value || std::is_same<T, double>::value;
  static constexpr bool word = sizeof(T) == 4 || sizeof(T) == 8;
};

// The number that an operation takes for a T.
template <class T, bool is_enum = std::is_enum<T>::value>
struct atomic_number {
  typedef T type;
};
template <class T>
struct atomic_number<T, true> {
  typedef typename std::underlying_type<T>::type type;
};

// What the machine takes for any type of these sizes, whose bits alone count.
template <class T>
WS_INLINE T exchange_bits(T* address, T value) {
  typedef typename word_of_bytes<sizeof(T)>::type word;
  return bit_cast<T>(
      atomic<word>(ws_atomic_exchange, reinterpret_cast<word*>(address), bit_cast<word>(value)));
}
template <class T>
WS_INLINE bool cas_bits(T* address, T* expected, T desired) {
  typedef typename word_of_bytes<sizeof(T)>::type word;
  const word wanted = bit_cast<word>(T(*expected));
  const word found =
      atomic_cas<word>(reinterpret_cast<word*>(address), wanted, bit_cast<word>(desired));
  if (found != wanted) *expected = bit_cast<T>(found);
  return found == wanted;
}

// What an order adds to an atomic, which is relaxed by itself.
WS_INLINE void release(int order, int scope) {
  if (order >= __NV_ATOMIC_RELEASE) ws_fence(scope > __NV_THREAD_SCOPE_BLOCK);
}
WS_INLINE void acquire(int order, int scope) {
  if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) {
    ws_fence(scope > __NV_THREAD_SCOPE_BLOCK);
  }
}

// Of any size: two words, of which it uses what it needs.
struct two_words {
  uint64_t low, high;
};
template <size_t bytes>
struct atomic_word {
  typedef typename word_of_bytes<bytes>::type word;
  static WS_INLINE word load(const void* from) {
    word slot;
    ws_atomic_load(from, &slot, bytes);
    return get_unseen(&slot);
  }
  static WS_INLINE void store(void* to, word value) {
    word slot;
    put_unseen(&slot, value);
    ws_atomic_store(to, &slot, bytes);
  }
};
template <>
struct atomic_word<16> {
  typedef two_words word;
  static WS_INLINE word load(const void* from) {
    word slot;
    ws_atomic_load(from, &slot, 16);
    const word value = {get_unseen(&slot.low), get_unseen(&slot.high)};
    return value;
  }
  static WS_INLINE void store(void* to, word value) {
    word slot;
    put_unseen(&slot.low, value.low);
    put_unseen(&slot.high, value.high);
    ws_atomic_store(to, &slot, 16);
  }
};
template <class T>
WS_INLINE T load_bits(const T* address) {
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
      "an atomic load takes an object of 1, 2, 4, 8 or 16 bytes");
  return bit_cast<T>(atomic_word<sizeof(T)>::load(address));
}
template <class T>
WS_INLINE void store_bits(T* address, T value) {
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
      "an atomic store takes an object of 1, 2, 4, 8 or 16 bytes");
  typedef typename atomic_word<sizeof(T)>::word word;
  atomic_word<sizeof(T)>::store(address, bit_cast<word>(value));
}

}  // namespace ws

// Both forms: values, of integers only, and addresses of values of any type.
#define WS_OF_INTEGERS(name)                \
  static_assert(std::is_integral<T>::value, \
                name " takes integers; the form without _n takes addresses of any type")
#define WS_OF_SIZE(name, condition, sizes)                                                      \
  static_assert(sizeof(T) != 16,                                                                \
                name " of 16 bytes is not emulated: split the value, or guard it with a lock"); \
  static_assert(sizeof(T) == 16 || (condition), name " takes " sizes " bytes")

template <class T>
WS_INLINE T __nv_atomic_load_n(T* address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_INTEGERS("__nv_atomic_load_n");
  const T value = ::ws::load_bits(address);
  ::ws::acquire(order, scope);
  return value;
}
template <class T>
WS_INLINE void __nv_atomic_load(T* address, T* value, int order,
                                int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *value = ::ws::load_bits(address);
  ::ws::acquire(order, scope);
}
template <class T>
WS_INLINE void __nv_atomic_store_n(T* address, typename ::ws::same<T>::type value, int order,
                                   int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_INTEGERS("__nv_atomic_store_n");
  ::ws::release(order, scope);
  ::ws::store_bits(address, value);
}
template <class T>
WS_INLINE void __nv_atomic_store(T* address, T* value, int order,
                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  ::ws::release(order, scope);
  ::ws::store_bits(address, T(*value));
}
template <class T>
WS_INLINE T __nv_atomic_exchange_n(T* address, typename ::ws::same<T>::type value, int order,
                                   int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_INTEGERS("__nv_atomic_exchange_n");
  WS_OF_SIZE("__nv_atomic_exchange_n", ::ws::atomic_kind<T>::word, "4 or 8");
  ::ws::release(order, scope);
  const T before = ::ws::exchange_bits(address, value);
  ::ws::acquire(order, scope);
  return before;
}
template <class T>
WS_INLINE void __nv_atomic_exchange(T* address, T* value, T* before, int order,
                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_SIZE("__nv_atomic_exchange", ::ws::atomic_kind<T>::word, "4 or 8");
  ::ws::release(order, scope);
  *before = ::ws::exchange_bits(address, T(*value));
  ::ws::acquire(order, scope);
}
template <class T>
WS_INLINE bool __nv_atomic_compare_exchange_n(T* address, T* expected,
                                              typename ::ws::same<T>::type desired, bool,
                                              int success, int failure,
                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_INTEGERS("__nv_atomic_compare_exchange_n");
  WS_OF_SIZE("__nv_atomic_compare_exchange_n", ::ws::atomic_kind<T>::word || sizeof(T) == 2,
             "2, 4 or 8");
  ::ws::release(success, scope);
  const bool done = ::ws::cas_bits(address, expected, desired);
  ::ws::acquire(done ? success : failure, scope);
  return done;
}
template <class T>
WS_INLINE bool __nv_atomic_compare_exchange(T* address, T* expected, T* desired, bool, int success,
                                            int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  WS_OF_SIZE("__nv_atomic_compare_exchange", ::ws::atomic_kind<T>::word || sizeof(T) == 2,
             "2, 4 or 8");
  ::ws::release(success, scope);
  const bool done = ::ws::cas_bits(address, expected, T(*desired));
  ::ws::acquire(done ? success : failure, scope);
  return done;
}
#undef WS_OF_INTEGERS
#undef WS_OF_SIZE

// With the value that was there, and without.
#define WS_ATOMIC_BUILTIN(name, operation, condition, types)                                      \
  template <class T>                                                                              \
  WS_INLINE T __nv_atomic_fetch_##name(T* address, typename ::ws::same<T>::type value, int order, \
                                       int scope = __NV_THREAD_SCOPE_SYSTEM) {                    \
    typedef ::ws::atomic_kind<T> kind;                                                            \
    static_assert(kind::word && (condition), "__nv_atomic_fetch_" #name " takes " types);         \
    typedef typename ::ws::atomic_number<T>::type number;                                         \
    ::ws::release(order, scope);                                                                  \
    const T before = ::ws::bit_cast<T>(::ws::atomic<number>(                                      \
        operation, reinterpret_cast<number*>(address), ::ws::bit_cast<number>(value)));           \
    ::ws::acquire(order, scope);                                                                  \
    return before;                                                                                \
  }                                                                                               \
  template <class T>                                                                              \
  WS_INLINE void __nv_atomic_##name(T* address, typename ::ws::same<T>::type value, int order,    \
                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {                       \
    __nv_atomic_fetch_##name(address, value, order, scope);                                       \
  }
#define WS_SUM \
  kind::floating || (std::is_integral<T>::value && (sizeof(T) == 4 || std::is_unsigned<T>::value))
#define WS_OF_SUM "int, unsigned int, unsigned long long, float and double"
WS_ATOMIC_BUILTIN(add, ws_atomic_add, WS_SUM, WS_OF_SUM)
WS_ATOMIC_BUILTIN(sub, ws_atomic_sub, WS_SUM, WS_OF_SUM)
#undef WS_SUM
#undef WS_OF_SUM
#define WS_OF_INTEGERS "integers of 4 or 8 bytes"
WS_ATOMIC_BUILTIN(min, ws_atomic_min, std::is_integral<T>::value, WS_OF_INTEGERS)
WS_ATOMIC_BUILTIN(max, ws_atomic_max, std::is_integral<T>::value, WS_OF_INTEGERS)
WS_ATOMIC_BUILTIN(and, ws_atomic_and, kind::integral, WS_OF_INTEGERS)
WS_ATOMIC_BUILTIN(or, ws_atomic_or, kind::integral, WS_OF_INTEGERS)
WS_ATOMIC_BUILTIN(xor, ws_atomic_xor, kind::integral, WS_OF_INTEGERS)
#undef WS_OF_INTEGERS
#undef WS_ATOMIC_BUILTIN

WS_INLINE void __nv_atomic_thread_fence(int, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  ws_fence(scope > __NV_THREAD_SCOPE_BLOCK);
}
