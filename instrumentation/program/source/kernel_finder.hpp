#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

/// A function that tells by its type which kernel of its name a launch means.
struct KernelFinder {
  std::string name;           ///< of the kernel
  std::string template_head;  ///< "template <class T> "
  std::string address;        ///< "&k<T>"
  std::string parameters,
      declared;          ///< the kernel's: without default arguments, and with them and brackets
  bool in_body = false;  ///< a template whose body can name it so
  std::size_t body = 0;  ///< token of the opening brace, if `in_body`
  std::size_t last = 0;  ///< token of the kernel's closing brace or semicolon

  /// Its declaration. `overloaded`: the kernel's address alone does not tell its type.
  [[nodiscard]] std::string text(bool overloaded) const;
  /// Type and address, between the brackets of a template.
  [[nodiscard]] std::string function() const { return "void (*)(" + parameters + "), " + address; }
};

/// Of the kernel of that name; unset: it cannot be told. The ranges are the brackets of both kinds of parameters; the first
/// is empty if it is no template.
[[nodiscard]] std::optional<KernelFinder> kernel_finder(const CudaCode& code, std::string_view name,
                                                        CudaCode::Range template_parameters,
                                                        CudaCode::Range parameters);

/// The type of a kernel's parameter, without its name and default argument.
[[nodiscard]] std::string parameter_type(const CudaCode& code, CudaCode::Range parameter);

}  // namespace warpscope
