#pragma once

#include <cstring>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

namespace detail {
template <class Kernel, class T>
auto element_of_kernel(int) -> typename Kernel::template Element<T>;
template <class Kernel, class T>
auto element_of_kernel(...) -> T;
}  // namespace detail

/// What a kernel's arrays of T are made of: Vec4<T> where it says so by a member Element<T>, else T.
template <class Kernel, class T>
using KernelElement = decltype(detail::element_of_kernel<Kernel, T>(0));

/// The numbers of elements that hold several, one after another.
template <class T, class Element>
[[nodiscard]] std::vector<T> numbers_of(const std::vector<Element>& elements) {
  std::vector<T> numbers(elements.size() * sizeof(Element) / sizeof(T));
  if (!numbers.empty()) std::memcpy(numbers.data(), elements.data(), numbers.size() * sizeof(T));
  return numbers;
}

}  // namespace warpscope
