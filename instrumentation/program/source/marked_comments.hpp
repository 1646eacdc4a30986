#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/source/cuda_code.hpp"

namespace warpscope {

/// A "// warpscope: TEXT" comment of a user's file.
struct MarkedComment {
  std::size_t at = 0;  ///< where it begins, in bytes
  std::string text;    ///< without blanks around it
};

/// All of them, in their order. None in /* */, in strings, and in what #if 0 hides.
[[nodiscard]] std::vector<MarkedComment> marked_comments(std::string_view text,
                                                         const CudaCode& code);

/// The expectation of a marked comment "expect TEXT"; nullopt: the comment says how a kernel is launched.
[[nodiscard]] std::optional<std::string_view> expectation_in(std::string_view comment);

}  // namespace warpscope
