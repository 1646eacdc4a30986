#include "app/gl/framebuffer.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <string>

#include "instrumentation/language/message.hpp"

namespace warpscope {

Framebuffer::Framebuffer(int width, int height) : width_(width), height_(height) {
  glGenRenderbuffers(1, &color_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glGenFramebuffers(1, &framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
}

Framebuffer::~Framebuffer() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &color_);
}

Result<std::unique_ptr<Framebuffer>> Framebuffer::create(int width, int height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest)
    return Error{ErrorKind::usage,
                 tr("A picture of {0} x {1} pixels cannot be drawn. Choose 1 to {2} pixels a side.",
                    width, height, largest)};
  std::unique_ptr<Framebuffer> made(new Framebuffer(width, height));
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return Error{ErrorKind::failed,
                 tr("OpenGL has no memory for a picture of {0} x {1} pixels. Choose a smaller one.",
                    width, height)};
  return made;
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

void Framebuffer::show() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Result<Image> Framebuffer::read() const {
  const auto row = static_cast<std::size_t>(width_) * 4;
  Image image{width_, height_, std::vector<std::uint8_t>(row * static_cast<std::size_t>(height_))};
  bind();
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  if (const GLenum error = glGetError(); error != GL_NO_ERROR)
    return Error{
        ErrorKind::failed,
        tr("OpenGL could not draw the picture (error {}). Try again, or choose a smaller one.",
           error)};
  // OpenGL counts rows from the bottom.
  auto top = image.rgba.begin();
  for (auto bottom = image.rgba.end() - static_cast<std::ptrdiff_t>(row); top < bottom;
       bottom -= static_cast<std::ptrdiff_t>(row), top += static_cast<std::ptrdiff_t>(row))
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  return image;
}

}  // namespace warpscope
