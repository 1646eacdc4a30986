#pragma once

#include <string_view>
#include <type_traits>
#include <utility>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The exception that is being handled, as an error: to be called in a catch handler. `what`
/// completes "There is not enough memory to …": "record reduce_strided".
[[nodiscard]] Error caught_error(std::string_view what);

/// Does work that gives a Result, at a border that no exception may cross: the end of a thread, of a
/// frame, of a command. What it throws comes back as an Error; lacking memory is
/// ErrorKind::unavailable.
template <class Work>
[[nodiscard]] std::invoke_result_t<Work&> guarded(std::string_view what, Work&& work) {
  try {
    return work();
  } catch (...) {
    return caught_error(what);
  }
}

}  // namespace warpscope
