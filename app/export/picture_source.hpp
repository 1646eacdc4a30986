#pragma once

#include <span>
#include <string>

#include "app/export/film_plan.hpp"
#include "app/gl/image.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Draws pictures of one document, all of one size. Stays on the thread that made it.
class PictureSource {
 public:
  virtual ~PictureSource() = default;
  /// ErrorKind::unavailable if there is no OpenGL.
  [[nodiscard]] virtual Result<Image> image(const FilmFrame& frame) = 0;
  [[nodiscard]] virtual std::string svg(const FilmFrame& frame) = 0;
  /// All of them, as the pages of one document.
  [[nodiscard]] virtual Result<std::string> pdf(std::span<const FilmFrame> frames) = 0;
};

}  // namespace warpscope
