// The thread that runs.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
#include "warpscope_abi.h"

namespace ws {

// Of a pointer in memory, or a word: operand 1 of a load and operand 0 of a store.
#if defined(__x86_64__)
#define WS_LOAD_POINTER "movq %1, %0"
#define WS_STORE_POINTER "movq %1, %0"
#define WS_STORE_WORD "movl %1, %0"
#elif defined(__aarch64__)
#define WS_LOAD_POINTER "ldr %0, %1"
#define WS_STORE_POINTER "str %1, %0"
#define WS_STORE_WORD "str %w1, %0"
#else
#error "Programs run on x86-64 and on aarch64 only."
#endif

// Read with assembly, since an access in C++ would get a hook. Not volatile: it may be kept and dropped.
WS_INLINE const ws_thread* me() {
  const ws_thread* thread;
  __asm__(WS_LOAD_POINTER : "=r"(thread) : "m"(ws_this_thread));
  return thread;
}

#if defined(__x86_64__)
#define WS_READ_WORD(value, from, offset) \
  __asm__("movl %c2(%1), %0" : "=r"(value) : "r"(from), "i"(offset))
#define WS_READ_POINTER(value, from, offset) \
  __asm__("movq %c2(%1), %0" : "=r"(value) : "r"(from), "i"(offset))
#else
#define WS_READ_WORD(value, from, offset) \
  __asm__("ldr %w0, [%1, %2]" : "=r"(value) : "r"(from), "i"(offset))
#define WS_READ_POINTER(value, from, offset) \
  __asm__("ldr %0, [%1, %2]" : "=r"(value) : "r"(from), "i"(offset))
#endif

// Of a ws_thread.
template <unsigned at>
WS_INLINE unsigned int word_of(const void* from) {
  unsigned int value;
  WS_READ_WORD(value, from, at * 4);
  return value;
}

WS_INLINE unsigned int lane() { return word_of<3>(me()); }

// The block's next thread runs from here on; false: somebody else runs it, or there is none.
WS_INLINE WS_UNHOOKED bool next_thread() {
  const ws_thread* thread;
  const ws_thread* after;
  __asm__ volatile(WS_LOAD_POINTER : "=r"(thread) : "m"(ws_next_thread));
  if (thread == nullptr) return false;
  WS_READ_POINTER(after, thread, __builtin_offsetof(ws_thread, next));
  __asm__ volatile(WS_STORE_POINTER : "=m"(ws_this_thread) : "r"(thread));
  __asm__ volatile(WS_STORE_WORD : "=m"(ws_stands.thread[0]) : "r"(word_of<0>(thread)));
  __asm__ volatile(WS_STORE_WORD : "=m"(ws_stands.thread[1]) : "r"(word_of<1>(thread)));
  __asm__ volatile(WS_STORE_WORD : "=m"(ws_stands.thread[2]) : "r"(word_of<2>(thread)));
  __asm__ volatile(WS_STORE_POINTER : "=m"(ws_next_thread) : "r"(after));
  return true;
}

}  // namespace ws
