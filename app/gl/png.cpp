#include "app/gl/png.hpp"

#include <cassert>

// Some packages of stb come as a library, some as headers only; a static copy suits both.
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace warpscope {

std::string encode_png(const Image& image) {
  assert(image.rgba.size() ==
         std::size_t{4} * static_cast<unsigned>(image.width) * static_cast<unsigned>(image.height));
  std::string bytes;
  const auto append = [](void* out, void* data, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(data),
                                           static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                         image.width * 4);
  return bytes;
}

}  // namespace warpscope
