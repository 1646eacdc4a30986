// Copies by a group. They are done when the call returns: waiting for them is a barrier of the group.
#pragma once
#pragma GCC system_header

#include <stdint.h>

#include "../cooperative_groups.h"

namespace cooperative_groups {

namespace ws_details {
template <class Word, class Group>
WS_INLINE void copy(const Group& group, void* to, const void* from, size_t bytes) {
  Word* const words_to = static_cast<Word*>(to);
  const Word* const words_from = static_cast<const Word*>(from);
  const size_t step = static_cast<size_t>(group.size());
  for (size_t i = static_cast<size_t>(group.thread_rank()); i < bytes / sizeof(Word); i += step) {
    words_to[i] = words_from[i];
  }
}
typedef unsigned char word1 __attribute__((may_alias));
}  // namespace ws_details

// In the widest pieces that both addresses allow.
template <class Group, class T>
WS_INLINE void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  const uintptr_t low = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | bytes;
  if (low % 16 == 0) {
    ws_details::copy<::ws::word16>(group, to, from, bytes);
  } else if (low % 8 == 0) {
    ws_details::copy<::ws::word8>(group, to, from, bytes);
  } else if (low % 4 == 0) {
    ws_details::copy<::ws::word4>(group, to, from, bytes);
  } else {
    ws_details::copy<ws_details::word1>(group, to, from, bytes);
  }
}
// By numbers of elements: the smaller one counts.
template <class Group, class T>
WS_INLINE void memcpy_async(const Group& group, T* to, size_t to_count, const T* from,
                            size_t from_count) {
  const size_t count = to_count < from_count ? to_count : from_count;
  memcpy_async(group, to, from, count * sizeof(T));
}
template <class Group>
WS_INLINE void wait(const Group& group) {
  group.sync();
}
template <unsigned int stages, class Group>
WS_INLINE void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
