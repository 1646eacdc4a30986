#pragma once

#include <string>

#include "app/gl/image.hpp"

namespace warpscope {

/// The bytes of a PNG file; the same for the same pixels.
[[nodiscard]] std::string encode_png(const Image& image);

}  // namespace warpscope
