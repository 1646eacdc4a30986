// Words of a warp: shuffles, votes, matches, reductions.
#pragma once
#pragma GCC system_header

#include "ws/bytes.h"
#include "ws/thread.h"

namespace ws {

// The machine takes 4 or 8 bytes.
template <class T>
WS_INLINE T shuffle_value(unsigned int mask, int source, T value) {
  typedef typename word_for<T>::type word;
  word w = to_word<word>(value);
  word slot;
  put_unseen(&slot, w);
  ws_shuffle(mask, source, &slot, sizeof(word), scalar_of<T>::value);
  return from_word<T>(get_unseen(&slot));
}

// The lane whose value a lane takes; its own if that lies beyond the segment. As PTX's shfl: only the lower
// five bits count.
WS_INLINE int source_idx(int lane, int width) {
  const int own = static_cast<int>(ws::lane());
  return (own & ~(width - 1)) | (lane & (width - 1));
}
WS_INLINE int source_up(unsigned int delta, int width) {
  const int own = static_cast<int>(ws::lane());
  const int from = own - static_cast<int>(delta & 31u);
  return from >= (own & ~(width - 1)) ? from : own;
}
WS_INLINE int source_down(unsigned int delta, int width) {
  const int own = static_cast<int>(ws::lane());
  const int from = own + static_cast<int>(delta & 31u);
  return from <= (own | (width - 1)) ? from : own;
}
WS_INLINE int source_xor(int lanes, int width) {
  const int own = static_cast<int>(ws::lane());
  const int from = own ^ (lanes & 31);
  return from <= (own | (width - 1)) ? from : own;
}

}  // namespace ws

#define WS_SHUFFLES(T)                                                                           \
  WS_INLINE T __shfl_sync(unsigned int mask, T value, int lane, int width = 32) {                \
    return ::ws::shuffle_value<T>(mask, ::ws::source_idx(lane, width), value);                   \
  }                                                                                              \
  WS_INLINE T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {   \
    return ::ws::shuffle_value<T>(mask, ::ws::source_up(delta, width), value);                   \
  }                                                                                              \
  WS_INLINE T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32) { \
    return ::ws::shuffle_value<T>(mask, ::ws::source_down(delta, width), value);                 \
  }                                                                                              \
  WS_INLINE T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32) {           \
    return ::ws::shuffle_value<T>(mask, ::ws::source_xor(lanes, width), value);                  \
  }
WS_SHUFFLES(int)
WS_SHUFFLES(unsigned int)
WS_SHUFFLES(long)
WS_SHUFFLES(unsigned long)
WS_SHUFFLES(long long)
WS_SHUFFLES(unsigned long long)
WS_SHUFFLES(float)
WS_SHUFFLES(double)

WS_INLINE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return ws_ballot(mask, predicate);
}
WS_INLINE int __any_sync(unsigned int mask, int predicate) {
  return ws_ballot(mask, predicate) != 0;
}
WS_INLINE int __all_sync(unsigned int mask, int predicate) {
  return ws_ballot(mask, !predicate) == 0;
}
// All lanes of the mask bring the same.
WS_INLINE int __uni_sync(unsigned int mask, int predicate) {
  const unsigned int set = ws_ballot(mask, predicate);
  return set == 0 || ws_ballot(mask, !predicate) == 0;
}
WS_INLINE unsigned int __activemask() { return ws_activemask(); }

#define WS_MATCHES(T)                                                                   \
  WS_INLINE unsigned int __match_any_sync(unsigned int mask, T value) {                 \
    return ws_match(mask, ::ws::bits_of(value));                                        \
  }                                                                                     \
  WS_INLINE unsigned int __match_all_sync(unsigned int mask, T value, int* predicate) { \
    const unsigned int same = ws_match(mask, ::ws::bits_of(value));                     \
    const unsigned int all = ws_ballot(mask, 1);                                        \
    *predicate = same == all;                                                           \
    return same == all ? mask : 0;                                                      \
  }
WS_MATCHES(int)
WS_MATCHES(unsigned int)
WS_MATCHES(long)
WS_MATCHES(unsigned long)
WS_MATCHES(long long)
WS_MATCHES(unsigned long long)
WS_MATCHES(float)
WS_MATCHES(double)
#undef WS_MATCHES

#define WS_REDUCE(name, T, operation)                                                             \
  WS_INLINE T __reduce_##name##_sync(unsigned int mask, T value) {                                \
    return static_cast<T>(                                                                        \
        ws_reduce(mask, operation, ::ws::scalar_of<T>::value, static_cast<unsigned int>(value))); \
  }
WS_REDUCE(add, int, ws_atomic_add)
WS_REDUCE(add, unsigned int, ws_atomic_add)
WS_REDUCE(min, int, ws_atomic_min)
WS_REDUCE(min, unsigned int, ws_atomic_min)
WS_REDUCE(max, int, ws_atomic_max)
WS_REDUCE(max, unsigned int, ws_atomic_max)
WS_REDUCE(and, unsigned int, ws_atomic_and)
WS_REDUCE(or, unsigned int, ws_atomic_or)
WS_REDUCE(xor, unsigned int, ws_atomic_xor)
#undef WS_REDUCE

// Gone since CUDA 9.
#define WS_GONE(name)                                                                      \
  WS_NOT_EMULATED(#name, "CUDA 9 replaced it by " #name "_sync, which takes a mask first") \
  int name(...)
WS_GONE(__shfl);
WS_GONE(__shfl_up);
WS_GONE(__shfl_down);
WS_GONE(__shfl_xor);
WS_GONE(__ballot);
WS_GONE(__any);
WS_GONE(__all);
#undef WS_GONE
