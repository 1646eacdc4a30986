#pragma once

#include <string>

#include "app/layout/heat_layout.hpp"
#include "app/session/document.hpp"

namespace warpscope {

/// What is said of a place of the heat map; `access` is the costliest one there.
[[nodiscard]] std::string heat_text(const Document& document, const HeatMap& map,
                                    const HeatSpot& spot, std::uint32_t access);

}  // namespace warpscope
