// Copies by a group, each call of which is a group of copies of each thread.
#pragma once
#pragma GCC system_header

#include <stdint.h>

#include "../cooperative_groups.h"

namespace cooperative_groups {

namespace ws_details {
// Pieces that no instruction copies asynchronously go through registers.
template <size_t width, class Group>
WS_INLINE void copy(const Group& group, void* to, const void* from, size_t bytes) {
  unsigned char* const bytes_to = static_cast<unsigned char*>(to);
  const unsigned char* const bytes_from = static_cast<const unsigned char*>(from);
  const size_t step = static_cast<size_t>(group.size()) * width;
  for (size_t i = static_cast<size_t>(group.thread_rank()) * width; i < bytes; i += step) {
    if (width == 1) {
      bytes_to[i] = bytes_from[i];
    } else {
      ws_copy_async(bytes_to + i, bytes_from + i, width, 0);
    }
  }
  ws_copies_commit();
}
}  // namespace ws_details

// In the widest pieces that both addresses allow.
template <class Group, class T>
WS_INLINE void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  const uintptr_t low = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | bytes;
  if (low % 16 == 0) {
    ws_details::copy<16>(group, to, from, bytes);
  } else if (low % 8 == 0) {
    ws_details::copy<8>(group, to, from, bytes);
  } else if (low % 4 == 0) {
    ws_details::copy<4>(group, to, from, bytes);
  } else {
    ws_details::copy<1>(group, to, from, bytes);
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
  ws_copies_wait(0);
  group.sync();
}
template <unsigned int stages, class Group>
WS_INLINE void wait_prior(const Group& group) {
  ws_copies_wait(stages);
  group.sync();
}

}  // namespace cooperative_groups
