#pragma once

#include <string_view>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Brackets within brackets that parse_json() reads at most; ours nest five deep.
inline constexpr int deepest_json = 32;

/// Why parse_json() gives no object of a text, and where the text goes wrong: "it is no JSON object: see line 3,
/// column 7". Ends without a stop, to stand in a sentence after the file's name.
[[nodiscard]] Sentence json_fault(std::string_view text);

}  // namespace warpscope
