#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A line of a file that somebody has typed.
struct TypedLine {
  std::size_t file = 0;    ///< among those that there are
  std::uint32_t line = 1;  ///< 1 is the first
};

/// The line of a typed text: ":120" and "line 120" are in the file `present`, "sum.cu:120" in the file of that name, or
/// whose path ends so; a number alone is one if `plain`. nullopt: the text means no line. Fails with the files or the
/// lines that there are.
[[nodiscard]] std::optional<Result<TypedLine>> parse_line(std::span<const SourceFile> files,
                                                          std::size_t present, bool plain,
                                                          std::string_view text);

}  // namespace warpscope
