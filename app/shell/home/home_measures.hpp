#pragma once

#include "app/ui/canvas.hpp"

namespace warpscope {

// Of the home page, in logical pixels.

inline constexpr float home_bar = 56, card_gap = 12, card_padding = 14, card_corner = 8;

inline constexpr TextStyle small_words{Face::sans, 12, {}}, plain_words{Face::sans, 14, {}},
    bold_words{Face::sans_bold, 14, {}};

}  // namespace warpscope
