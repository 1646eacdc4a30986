#pragma once

#include <vector>

#include "kernels/problem.hpp"

namespace warpscope {

/// A read-only array with these values.
template <class T, class Machine>
auto upload_list(Machine& machine, const char* name, const std::vector<T>& values) {
  return machine.template upload<T>(name, Problem<T>{.input = values, .count = std::ssize(values)});
}

}  // namespace warpscope
