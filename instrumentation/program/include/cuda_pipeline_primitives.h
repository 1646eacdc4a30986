// Asynchronous copies into shared memory: done when the call returns.
#pragma once
#pragma GCC system_header

#include <stdint.h>

#include "vector_types.h"

namespace ws {
template <class Word>
WS_INLINE void copy_zero_filled(void* to, const void* from, size_t bytes, size_t zeros) {
  for (size_t i = 0; i < bytes / sizeof(Word); i++) {
    Word word = Word();
    if (i * sizeof(Word) < bytes - zeros) word = static_cast<const Word*>(from)[i];
    static_cast<Word*>(to)[i] = word;
  }
}
}  // namespace ws

// `size`: 4, 8 or 16; its last `zeros` bytes become 0.
WS_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  if (zeros != 0) {
    if (zeros % 4 == 0) {
      ::ws::copy_zero_filled<::ws::word4>(to, from, size, zeros);
    } else {
      ::ws::copy_zero_filled<unsigned char>(to, from, size, zeros);
    }
  } else if (size == 16) {
    *static_cast<::ws::word16*>(to) = *static_cast<const ::ws::word16*>(from);
  } else if (size == 8) {
    *static_cast<::ws::word8*>(to) = *static_cast<const ::ws::word8*>(from);
  } else {
    *static_cast<::ws::word4*>(to) = *static_cast<const ::ws::word4*>(from);
  }
}
WS_INLINE void __pipeline_commit() {}
WS_INLINE void __pipeline_wait_prior(size_t) {}
