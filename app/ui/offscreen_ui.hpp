#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/gl/image.hpp"
#include "app/layout/geometry.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/key.hpp"
#include "instrumentation/trace/result.hpp"

struct ImGuiContext;

namespace warpscope {

class HeatPainter;
class OffscreenContext;
class RetainedPicture;

/// The input of a person at the window during one frame.
struct FakeInput {
  Point mouse{-1, -1};  ///< pixels; negative: away from the window
  bool mouse_down = false;
  float wheel = 0;
  std::vector<Key> keys{};  ///< held down
  bool ctrl = false, shift = false, alt = false;
  std::string text{};       ///< typed
  bool right_down = false;  ///< the other button of the mouse
};

/// A window that nobody sees: Dear ImGui over an off-screen OpenGL context, for pictures and tests.
/// Every frame lasts 1/60 s, so the same calls give the same pixels. Belongs to one thread.
class OffscreenUi {
 public:
  /// Pixels of the whole window; `scale` as in Fonts. `unavailable` if there is no OpenGL.
  [[nodiscard]] static Result<std::unique_ptr<OffscreenUi>> create(int width, int height,
                                                                   float scale = 1);
  ~OffscreenUi();
  OffscreenUi(const OffscreenUi&) = delete;
  OffscreenUi& operator=(const OffscreenUi&) = delete;

  [[nodiscard]] const Fonts& fonts() const { return fonts_; }
  [[nodiscard]] HeatPainter& heat() const { return *heat_; }
  void rescale(float scale);
  [[nodiscard]] std::string renderer() const;

  /// One frame, built but not drawn.
  void build(const std::function<void()>& frame, const FakeInput& input = {});
  /// One frame over `background`, drawn: only where it differs from the one before, or the whole of
  /// it.
  void draw(Color background, const std::function<void()>& frame, const FakeInput& input = {});
  void draw_all(Color background, const std::function<void()>& frame);
  /// Waits until everything is drawn.
  void finish() const;
  /// One frame over `background`, drawn and read back.
  [[nodiscard]] Result<Image> render(Color background, const std::function<void()>& frame,
                                     const FakeInput& input = {});
  /// A picture without controls.
  [[nodiscard]] Result<Image> paint(Color background, const std::function<void(Canvas&)>& picture);

 private:
  OffscreenUi(std::unique_ptr<OffscreenContext> context, std::unique_ptr<RetainedPicture> target,
              float scale);

  Fonts fonts_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<RetainedPicture> target_;
  ImGuiContext* imgui_ = nullptr;
  bool backend_ = false;
  std::vector<Key> held_;
  std::unique_ptr<HeatPainter> heat_;
};

}  // namespace warpscope
