#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The words of a command line, as a shell splits them: quotes and backslashes keep blanks; nothing
/// else means anything. Fails if a quote is not closed.
[[nodiscard]] Result<std::vector<std::string>> split_words(std::string_view text);
/// The text that split_words() splits into these words.
[[nodiscard]] std::string quoted_words(std::span<const std::string> words);

}  // namespace warpscope
