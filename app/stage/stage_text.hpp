#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

// Sentences that the hovers of several pictures share.

/// A count as the current language writes it: "1,024".
[[nodiscard]] std::string count_text(std::uint64_t count);
/// "made from a, b and c", "copy of a"; those that are left out are only counted.
[[nodiscard]] std::string sources_text(bool copy, const std::vector<std::string>& sources,
                                       std::uint32_t left_out = 0);
/// Why a value has fewer sources than it was made from, see FlowNode::cut.
[[nodiscard]] std::string cut_sources_text();
/// A line more of a tooltip.
void add_line(std::string& text, std::string_view line);

}  // namespace warpscope
