#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// At most three candidates that `word` may have been meant for, the nearest first: those a few
/// insertions, deletions, replacements and swaps away, or those that begin with the word.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view word,
                                                     std::span<const std::string> candidates);

/// `Did you mean "a" or "b"?`; if nothing is near, `Known are a, b, c.`, or of very many names `The
/// nearest are "a", "b" and "c".`
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates);

/// "a, b or c".
[[nodiscard]] std::string one_of(std::span<const std::string> names);

}  // namespace warpscope
