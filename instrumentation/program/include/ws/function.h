// How functions of these headers are declared.
#pragma once
#pragma GCC system_header

// Inlined always, so that the return address of a call into the machine lies in the user's function; and
// without lines of its own, so that the instruction belongs to the user's line.
#if defined(__clang__)
// Convergent, or a path of its own might get a copy of a barrier before it is inlined.
#define WS_INLINE inline __attribute__((always_inline, nodebug, convergent))
#else
#define WS_INLINE inline __attribute__((always_inline, artificial))
#endif

// Without hooks: what it touches is no access of the program.
#if defined(__clang__)
#define WS_UNHOOKED __attribute__((disable_sanitizer_instrumentation, no_sanitize("coverage")))
#else
#define WS_UNHOOKED __attribute__((no_sanitize_thread, no_sanitize_coverage))
#endif

// What is one instruction on a GPU and branches here: a warp's lanes must not part in it.
#define WS_WHOLE inline __attribute__((noinline)) WS_UNHOOKED

// A template that behaves like a plain function, but gives way to one of the user's of the same
// signature: programs define for old devices what newer ones have (atomicAdd for double).
#define WS_YIELDING template <class ws_yield = void>

// Refuses a call by name when the program is compiled.
#define WS_NOT_EMULATED(what, instead) \
  __attribute__((unavailable(what " is not emulated: " instead)))

#if defined(__cplusplus)
namespace ws {
template <class...>
struct always_false {
  static constexpr bool value = false;
};
}  // namespace ws
#endif
