#pragma once

#include <string>

namespace warpscope {

/// Rewords a sentence that names options of the command line for the window: "another block size"
/// for "another --block". Whole commands to be typed stay as they are.
[[nodiscard]] std::string window_words(std::string sentence);

}  // namespace warpscope
