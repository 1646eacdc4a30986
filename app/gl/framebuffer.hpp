#pragma once

#include <memory>

#include "app/gl/image.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A drawing surface other than a window: a framebuffer with one colour renderbuffer. Its OpenGL
/// context must be current whenever it is used.
class Framebuffer {
 public:
  /// Fails if the device cannot hold the size.
  [[nodiscard]] static Result<std::unique_ptr<Framebuffer>> create(int width, int height);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  /// Makes all of it the target of drawing.
  void bind() const;
  /// Copies it into the window's framebuffer.
  void show() const;
  /// Waits until everything is drawn.
  [[nodiscard]] Result<Image> read() const;

 private:
  Framebuffer(int width, int height);

  int width_, height_;
  unsigned framebuffer_ = 0, color_ = 0;
};

}  // namespace warpscope
