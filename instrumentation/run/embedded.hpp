#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope {

/// Content of a file that was put into the binary at build time; the program needs no data
/// folder. The path is the file's path in the repository ("kernels/reduce/reduce_strided.cuh"),
/// for fonts "fonts/Inter-Regular.otf". Lives as long as the program; one zero byte follows it.
/// An unknown path gives a span whose data() is nullptr.
[[nodiscard]] std::span<const std::byte> embedded(std::string_view path);

/// The same as text; empty if the path is unknown.
[[nodiscard]] std::string_view embedded_text(std::string_view path);

/// Every path that starts with `prefix`, sorted.
[[nodiscard]] std::vector<std::string_view> embedded_paths(std::string_view prefix = {});

}  // namespace warpscope
