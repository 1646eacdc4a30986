#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

// Where kernel<<<grid, block>>>(arguments) begins and ends, and what it launches.

/// Whether <<< begins there, perhaps with blanks: << <.
[[nodiscard]] bool opens_launch(const CudaCode& code, std::size_t i);
/// The byte where >>> begins, of the launch that begins at token i.
[[nodiscard]] std::optional<std::size_t> launch_end(const CudaCode& code, std::size_t i);
/// The token behind that >>>.
[[nodiscard]] std::size_t after_launch(const CudaCode& code, std::size_t byte);

/// What stands before <<<.
struct LaunchedName {
  std::optional<std::size_t> first;  ///< its first token, with namespaces; unset: no name
  std::size_t last = 0;              ///< the name itself
  std::string name;                  ///< without namespaces and template arguments
  std::optional<int> template_arguments;
};
/// Of the launch that begins at token i.
[[nodiscard]] LaunchedName launched_name(const CudaCode& code, std::size_t i);
/// The first token of what is launched at token i if it is no kernel's name: (*pointer), table[n], one.member.
[[nodiscard]] std::optional<std::size_t> launched_pointer(const CudaCode& code, std::size_t i);
/// Whether an argument of the call whose parenthesis is token `open` is {…}.
[[nodiscard]] bool has_braced_argument(const CudaCode& code, std::size_t open);
/// Of the call whose parenthesis is token `open`; unset: it cannot be told.
[[nodiscard]] std::optional<int> count_arguments(const CudaCode& code, std::size_t open);

}  // namespace warpscope
