// Barriers, fences, clocks, and what ends a thread.
#pragma once
#pragma GCC system_header

#include "ws/thread.h"

WS_INLINE void __syncthreads() { ws_syncthreads(); }
WS_INLINE int __syncthreads_count(int predicate) { return ws_syncthreads_count(predicate); }
WS_INLINE int __syncthreads_or(int predicate) { return ws_syncthreads_count(predicate) != 0; }
WS_INLINE int __syncthreads_and(int predicate) { return ws_syncthreads_count(!predicate) == 0; }
WS_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) { ws_syncwarp(mask); }
WS_INLINE void __barrier_sync(unsigned int id) {
  if (id != 0) ws_unsupported("__barrier_sync with a number other than 0", "use __syncthreads()");
  ws_syncthreads();
}
WS_NOT_EMULATED("__barrier_sync_count", "use __syncthreads(), or __syncwarp() within a warp")
void __barrier_sync_count(unsigned int id, unsigned int count);

WS_INLINE void __threadfence() { ws_fence(1); }
WS_INLINE void __threadfence_block() { ws_fence(0); }
WS_INLINE void __threadfence_system() { ws_fence(1); }

WS_INLINE void __nanosleep(unsigned int nanoseconds) { ws_sleep(nanoseconds); }
WS_INLINE long long int clock64() { return static_cast<long long int>(ws_clock()); }
WS_INLINE void __trap() { ws_trap(); }
WS_INLINE void __exit() { ws_exit_thread(); }
WS_INLINE void __brkpt(int = 0) {}
WS_INLINE void __prof_trigger(int) {}
WS_INLINE void __assertfail(const char* message, const char* file, unsigned int line,
                            const char* function, size_t = 1) {
  ws_assert_failed(message, file, line, function);
}
WS_INLINE void __assert_fail_device(const char* message, const char* file, unsigned int line,
                                    const char* function) {
  ws_assert_failed(message, file, line, function);
}
