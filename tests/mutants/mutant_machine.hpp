#pragma once

#include <cstdint>

#include "kernels/problem.hpp"
#include "tests/mutants/mutant_block.hpp"

namespace warpscope {

/// A machine (see kernels/program.hpp) whose every launch is of the mutant.
template <class Machine, class Drop>
class MutantMachine {
 public:
  explicit MutantMachine(Machine& machine) : machine_(machine) {}

  template <class T, class Input>
  auto upload(const char* name, const Input& input, std::int64_t columns = 0) {
    return machine_.template upload<T>(name, input, columns);
  }
  template <class Values>
  auto upload(const char* name, const Values& values, std::int64_t columns = 0) {
    return machine_.upload(name, values, columns);
  }
  template <class Values>
  auto constant(const char* name, const Values& values) {
    return machine_.constant(name, values);
  }
  template <class T>
  auto allocate(const char* name, std::int64_t count, std::int64_t columns = 0) {
    return machine_.template allocate<T>(name, count, columns);
  }
  template <class Buffer>
  void clear(Buffer buffer) {
    machine_.clear(buffer);
  }
  template <class Kernel, class... Arguments>
  void launch(const Kernel&, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    machine_.launch(Mutant<Kernel, Drop>{}, grid, block, shared_bytes, arguments...);
  }
  template <class Buffer>
  auto download(Buffer buffer) {
    return machine_.download(buffer);
  }

 private:
  Machine& machine_;
};

}  // namespace warpscope
