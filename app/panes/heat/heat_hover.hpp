#pragma once

#include <string>

#include "app/panes/heat/heat_layout.hpp"
#include "app/panes/heat/word_map.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The description of a place of the heat map; `access` is the costliest one there.
[[nodiscard]] std::string heat_text(const Document& document, const HeatMap& map,
                                    const HeatSpot& spot, std::uint32_t access);
/// The same if the rows are words of shared memory: what lies there after `access`.
[[nodiscard]] std::string words_at(const Document& document, const WordRows& rows,
                                   const HeatSpot& spot, std::uint32_t access);

}  // namespace warpscope
