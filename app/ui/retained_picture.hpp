#pragma once

#include <memory>

#include "app/gl/framebuffer.hpp"
#include "app/ui/damage.hpp"

struct ImDrawData;

namespace warpscope {

/// A picture that Dear ImGui's frames are drawn into, of each only what differs from the last one.
/// Needs its OpenGL context, and Dear ImGui's, to be current whenever it is used.
class RetainedPicture {
 public:
  /// Fails where the device cannot hold the size.
  [[nodiscard]] static Result<std::unique_ptr<RetainedPicture>> create(int width, int height);

  /// Cuts `frame`, which can be drawn no second time. False where nothing differs.
  bool draw(Color background, ImDrawData& frame);
  /// A texture is another one: the next frame is drawn whole.
  void forget() { damage_.forget(); }
  [[nodiscard]] const Framebuffer& pixels() const { return *pixels_; }

 private:
  explicit RetainedPicture(std::unique_ptr<Framebuffer> pixels);

  std::unique_ptr<Framebuffer> pixels_;
  Damage damage_;
};

}  // namespace warpscope
