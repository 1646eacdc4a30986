#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

// What CUDA says with words and attributes that C++ lacks, but for launches.

/// What __device__, __constant__ or __managed__ declares.
struct DeviceVariable {
  std::string name;
  bool is_variable = false;  ///< else a function, or what cannot be told
  bool folded = false;       ///< a constant that the compiler puts in place of its name
  bool has_linkage = false;  ///< static or extern
  bool is_extern = false;
  bool is_inline = false;
  bool is_template = false;         ///< the primary one or a partial specialisation
  bool is_instantiation = false;    ///< an explicit one: template int v<int>;
  std::vector<std::size_t> consts;  ///< tokens that make the variable itself constant
};
/// The one that token i is the qualifier of.
[[nodiscard]] DeviceVariable declared_variable(const CudaCode& code, std::size_t i);

/// Whether the __shared__ at i declares the dynamic part of a launch's shared memory.
[[nodiscard]] bool is_dynamic_shared(const CudaCode& code, std::size_t i);

struct AssemblerText {
  std::string text;
  std::size_t last = 0;  ///< token of the closing parenthesis
};
/// Of the asm at i; unset: it is none.
[[nodiscard]] std::optional<AssemblerText> assembler_text(const CudaCode& code, std::size_t i);

}  // namespace warpscope
