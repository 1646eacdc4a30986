// Loads and stores with a hint for the caches: ordinary accesses here. Address spaces.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

namespace ws {
template <class T>
struct same {
  typedef T type;
};
}  // namespace ws

#define WS_LOAD(name)                  \
  template <class T>                   \
  WS_INLINE T name(const T* address) { \
    return *address;                   \
  }
WS_LOAD(__ldg)
WS_LOAD(__ldca)
WS_LOAD(__ldcs)
WS_LOAD(__ldlu)
#undef WS_LOAD

// They see what other blocks have written.
#define WS_LOAD(name)                  \
  template <class T>                   \
  WS_INLINE T name(const T* address) { \
    ws_uncached(1);                    \
    const T value = *address;          \
    ws_uncached(0);                    \
    return value;                      \
  }
WS_LOAD(__ldcg)
WS_LOAD(__ldcv)
#undef WS_LOAD

#define WS_STORE(name)                                                  \
  template <class T>                                                    \
  WS_INLINE void name(T* address, typename ::ws::same<T>::type value) { \
    *address = value;                                                   \
  }
WS_STORE(__stcg)
WS_STORE(__stcs)
WS_STORE(__stwb)
WS_STORE(__stwt)
#undef WS_STORE

#define WS_SPACE(name)                                                             \
  WS_NOT_EMULATED(#name, "an address does not tell its space; pass what you know") \
  unsigned int name(const void*);
WS_SPACE(__isShared)
WS_SPACE(__isGlobal)
WS_SPACE(__isLocal)
WS_SPACE(__isConstant)
WS_SPACE(__isGridConstant)
#undef WS_SPACE
#define WS_SPACE(name)                                                       \
  WS_NOT_EMULATED(#name, "inline PTX is not either; use the pointer itself") \
  size_t name(const void*);
WS_SPACE(__cvta_generic_to_shared)
WS_SPACE(__cvta_generic_to_global)
WS_SPACE(__cvta_generic_to_local)
WS_SPACE(__cvta_generic_to_constant)
#undef WS_SPACE
