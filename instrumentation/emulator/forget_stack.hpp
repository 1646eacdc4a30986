#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace warpscope {

/// Before the memory of a fiber's stack is given back: functions that were left in the middle have marked it for
/// AddressSanitizer, and whatever comes to lie there next would be taken for theirs.
inline void forget_stack([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

}  // namespace warpscope
