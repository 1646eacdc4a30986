#pragma once

#include <string>

namespace warpscope {

/// A lesson's text in which ids of the catalogue's kernels became the titles that the window shows, in quotation
/// marks of the current language. An id in code, `reduce_strided<<<` or `reduce_strided(`, stays.
[[nodiscard]] std::string with_kernel_titles(const std::string& text);

}  // namespace warpscope
