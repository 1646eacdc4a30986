#pragma once

#include <memory>

#include "app/gl/framebuffer.hpp"
#include "app/ui/damage.hpp"

struct ImDrawData;

namespace warpscope {

/// A picture that keeps Dear ImGui's frames, and draws of each only what differs from the last one.
/// Its OpenGL context, and Dear ImGui's, must be current whenever it is used.
class RetainedPicture {
 public:
  /// Fails if the device cannot hold the size.
  [[nodiscard]] static Result<std::unique_ptr<RetainedPicture>> create(int width, int height);

  /// Cuts `frame`, which cannot be drawn a second time. Returns false if nothing differs.
  bool draw(Color background, ImDrawData& frame);
  /// To be called when a texture has changed: the next frame is drawn whole.
  void forget() { damage_.forget(); }
  [[nodiscard]] const Framebuffer& pixels() const { return *pixels_; }

 private:
  explicit RetainedPicture(std::unique_ptr<Framebuffer> pixels);

  std::unique_ptr<Framebuffer> pixels_;
  Damage damage_;
};

}  // namespace warpscope
