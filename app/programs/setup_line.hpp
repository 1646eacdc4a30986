#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A source with the line "// warpscope: SETUP" above the kernel whose name stands on `line` (1 is
/// the first), in place of such lines that stand there. Everything else stays as it is, line ends
/// included.
[[nodiscard]] std::string with_setup_line(std::string_view source, std::uint32_t line,
                                          std::string_view setup);

/// Writes it into a file, all or nothing.
[[nodiscard]] Status write_setup_line(const std::filesystem::path& file, std::uint32_t line,
                                      std::string_view setup);

}  // namespace warpscope
