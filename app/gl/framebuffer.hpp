#pragma once

#include <memory>

#include "app/gl/image.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Somewhere to draw that is not a window: a framebuffer with one colour renderbuffer. Needs its
/// OpenGL context to be current whenever it is used.
class Framebuffer {
 public:
  /// Fails where the device cannot hold the size.
  [[nodiscard]] static Result<std::unique_ptr<Framebuffer>> create(int width, int height);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  /// Makes it the target of drawing, whole.
  void bind() const;
  /// Copies it into the window's.
  void show() const;
  /// Waits for what was drawn.
  [[nodiscard]] Result<Image> read() const;

 private:
  Framebuffer(int width, int height);

  int width_, height_;
  unsigned framebuffer_ = 0, color_ = 0;
};

}  // namespace warpscope
