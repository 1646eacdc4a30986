#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace warpscope {

// THE way of this program to write and to read JSON.

/// JSON as text; `indent` < 0: in one line. Bytes that are no UTF-8 become U+FFFD, and what would
/// move a terminal's cursor stands as \u escapes, so that it may be printed as it is.
[[nodiscard]] std::string json_text(const nlohmann::json& json, int indent = -1);
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

/// The value that a text holds, without a byte order mark; a discarded value if it is no JSON, or
/// nests deeper than any file of ours: brackets alone would take seconds and all memory.
[[nodiscard]] nlohmann::json parse_json(std::string_view text);

}  // namespace warpscope
