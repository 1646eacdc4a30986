#pragma once

#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A library that is opened while the program runs, so that the program starts without it. It stays
/// open: libraries of CUDA do not like to be closed.
class SharedLibrary {
 public:
  /// Opens the first of `names` ("libcublas.so.13") that is found: in the folders that the
  /// environment variable WARPSCOPE_CUDA_LIBRARIES names (separated by colons), where the system
  /// looks, and beside the CUDA toolkit. Otherwise ErrorKind::unavailable, with what `remedy` says.
  [[nodiscard]] static Result<SharedLibrary> open(const std::vector<std::string>& names,
                                                  const std::string& remedy);

  /// nullptr: it has none of this name.
  [[nodiscard]] void* symbol(const char* name) const;
  /// The symbol as what `function` points to; false: there is none.
  template <class Function>
  [[nodiscard]] bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

 private:
  explicit SharedLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace warpscope
