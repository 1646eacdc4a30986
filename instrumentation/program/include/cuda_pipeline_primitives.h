// Asynchronous copies into shared memory.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

// `size`: 4, 8 or 16; its last `zeros` bytes become 0.
WS_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  ws_copy_async(to, from, size, zeros);
}
// What the thread has begun to copy is a group, and waits for all groups but the last `groups`.
WS_INLINE void __pipeline_commit() { ws_copies_commit(); }
WS_INLINE void __pipeline_wait_prior(size_t groups) { ws_copies_wait(groups); }
